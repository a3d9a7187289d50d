/* interruptions.c - see stay.h. Arrays are touched by threads, by children, and by handlers of signals. */
#include "stay.h"

#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

static double *volatile touched, *volatile also;
static volatile double got;
static volatile unsigned long long seen_by_handler;
static sigjmp_buf back;
/* Compilers take it that raise calls nothing of this file. */
static int (*volatile send)(int) = raise;

/* In a handler, in which all other signals are blocked. */
static void handle(int number) {
  double *at = touched;
  got = *at * 0.5 + (number == SIGUSR2 ? *also : 0);
  *at += 0.5;
}

/* Whenever it comes, what it touches may be on another rank. It changes nothing. */
static void tick(int number) {
  static volatile unsigned times;
  (void)number;
  times = times + 1;
  got = fixed[times % SN][7] + single[times * 31 % (SN * SM)];
}

static void on_fault(int number, siginfo_t *info, void *context) {
  (void)number;
  (void)context;
  got = *touched + *also;
  *touched += 0.25;
  siglongjmp(back, info->si_addr == NULL ? 1 : 2);
}

void interruptions_begin(void) {
  static char stack[128 << 10];
  stack_t other = {.ss_sp = stack, .ss_size = sizeof stack};
  struct sigaction action = {.sa_handler = handle};
  sigfillset(&action.sa_mask);
  sigaltstack(&other, NULL);
  sigaction(SIGUSR1, &action, NULL);
  action.sa_flags = SA_ONSTACK;
  sigaction(SIGUSR2, &action, NULL);
  action.sa_handler = tick;
  action.sa_flags = SA_RESTART;
  sigaction(SIGALRM, &action, NULL);
}

static void threads(slot *a, int writes) {
  static double sum[40000];
  int rows = a->n, columns = a->m;
  memset(sum, 0, sizeof sum);
#pragma omp parallel for num_threads(3) schedule(dynamic, 3)
  for (int i = 0; i < rows; i++)
    for (int j = 0; j < columns; j++) {
      if (writes && j % 9 == 0)
        a->p[(long)i * columns + j] += 0.25;
      sum[i] = sum[i] * 0.5 + a->p[(long)i * columns + j];
    }
  see(sum, sizeof *sum * (size_t)rows);
}

/* All at once: each everywhere, in an order of its own; one copies. */
static void many_threads(slot *a, slot *b) {
  enum { MANY = 9 };
  double sum[MANY] = {0};
  long n = count(a), size = count(b) < 4000 ? count(b) : 4000;
  static double copy[4000];
#pragma omp parallel for num_threads(MANY) schedule(static, 1)
  for (int t = 0; t < MANY; t++) {
    for (long i = 0; i < 300; i++)
      sum[t] = sum[t] * 0.5 + a->p[(i * 8191 * (t + 1) + t * 77) % n];
    if (t == 4)
      memcpy(copy, b->p, (size_t)size * sizeof *copy);
  }
  see(sum, sizeof sum);
  see(copy, (size_t)size * sizeof *copy);
}

static void relax(int n, int m, double (*a)[m]) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++)
      a[i][j] = a[i][j] * 0.5 + a[i - 1][j] * 0.25 + a[i][j - 1] * 0.125;
}

/* A child sees the same, and what it changes is its own. */
static void in_child(slot *a) {
  int status;
  fflush(NULL);
  pid_t child = fork();
  if (child == 0) {
    for (long i = 0; i < count(a); i += 3)
      a->p[i] += 1;
    relax(a->n, a->m, (void *)a->p);
    for (int i = 0; i < SLOTS; i++)
      see(slots[i].p, (size_t)count(&slots[i]) * sizeof *a->p);
    see(fixed, sizeof fixed);
    _exit((int)(hash & 127));
  }
  if (child > 0 && waitpid(child, &status, 0) == child)
    hash += (unsigned)WEXITSTATUS(status);
}

/* A fault of the program's own, whose handler touches what is away and jumps out. */
static void own_fault(void) {
  struct sigaction action = {.sa_sigaction = on_fault, .sa_flags = SA_SIGINFO}, before;
  action.sa_flags |= draw(2) ? SA_ONSTACK : 0;
  action.sa_flags |= draw(2) ? SA_NODEFER : 0;
  if (draw(2))
    sigfillset(&action.sa_mask);
  sigaction(SIGSEGV, &action, &before);
  int how = sigsetjmp(back, 1);
  if (how == 0)
    *(volatile int *volatile)NULL = 1;
  sigaction(SIGSEGV, &before, NULL);
  see(&how, sizeof how);
}

/* The mask in which all is blocked comes back by a jump. */
static void jumps(slot *a) {
  static sigjmp_buf there;
  static volatile int times;
  sigset_t all, before;
  times = 0;
  sigfillset(&all);
  sigprocmask(SIG_SETMASK, &all, &before);
  if (sigsetjmp(there, 1) == 0) {
    sigprocmask(SIG_SETMASK, &before, NULL);
    relax(a->n, a->m, (void *)a->p);
    times++;
    siglongjmp(there, 1);
  }
  see(&a->p[count(a) / 2], sizeof *a->p);
  a->p[count(a) - 1] += times;
  sigprocmask(SIG_SETMASK, &before, NULL);
}

/* Ticks come all the time while the array goes to ranks and comes back, and while the program allocates. */
static void interrupted(slot *a) {
  static void *at[16];
  struct itimerval often = {{0, 900}, {0, 900}}, never = {{0, 0}, {0, 0}};
  setitimer(ITIMER_REAL, &often, NULL);
  for (int k = 0; k < 4; k++) {
    relax(a->n, a->m, (void *)a->p);
    see(&a->p[count(a) / 3 * (k % 3)], sizeof *a->p);
    relax(SN, SM, fixed);
    for (int n = 0; n < 3000; n++) {
      free(at[n % 16]);
      at[n % 16] = malloc((size_t)(1100 + n * 7919 % 60000));
    }
  }
  setitimer(ITIMER_REAL, &never, NULL);
}

void interruption(void) {
  slot *a = any(), *b = any();
  touched = &a->p[draw((unsigned)count(a))];
  also = &b->p[draw((unsigned)count(b))];
  switch (last = 600 + draw(10), last - 600) {
  case 0: threads(a, 0); break;
  case 1: threads(a, 1); break;
  case 2: many_threads(a, b); break;
  case 3: in_child(a); break;
  case 4: send(SIGUSR1); break;
  case 5: send(SIGUSR2); break;
  case 6: own_fault(); break;
  case 7: jumps(a); break;
  case 8: interrupted(a); break;
  case 9: /* two in a row, in the same place */
    send(SIGUSR1);
    own_fault();
    break;
  }
  got = last < 604 || last == 607 || last == 608 ? 0 : got;
  see((const double[]){got}, sizeof(double));
}
