/* stay_loop.c - a time loop of calls, between which the program touches little. Prints a hash of all that it sees. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifdef WRITES
#include <fcntl.h>
#include <unistd.h>
#endif
#if defined THREADS || defined LEAVES
#include <pthread.h>
#endif
#ifdef MAPS
#include <sys/mman.h>
#endif
#ifdef WRITES
/* A file of the whole array, and the file read back; 1: both went well. */
static int checkpoint(int number, double *a, double *back) {
  char name[40];
  size_t bytes = sizeof *a * 1000 * 1000;
  snprintf(name, sizeof name, "checkpoint.%d", number);
  int file = open(name, O_RDWR | O_CREAT | O_TRUNC, 0600);
  int went = file >= 0 && write(file, a, bytes) == (ssize_t)bytes && pread(file, back, bytes, 0) == (ssize_t)bytes;
  return close(file) == 0 && went;
}
#endif
#ifdef THREADS
static void *nothing(void *at) { return at; }
#endif
#ifdef HANDLES
#include <setjmp.h>
static sigjmp_buf back;
static double *seen, value;
static void handle(int number) {
  (void)number;
  value = seen[999 * 1000 - 5]; /* computed elsewhere */
}
static void fault(int number, siginfo_t *info, void *context) {
  (void)number;
  (void)context;
  siglongjmp(back, info->si_addr == NULL ? 1 : 2);
}
#endif
#ifdef FORKS
#include <sys/wait.h>
#include <unistd.h>
#endif

enum { N = 1000 };

static void begin(int n, double (*a)[n]) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      a[i][j] = i * 3 % 17 + j % 5;
}

static void step(int n, double (*restrict b)[n], double (*restrict a)[n]) {
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < n - 1; j++)
      b[i][j] = 0.25 * (a[i - 1][j] + a[i + 1][j] + a[i][j - 1] + a[i][j + 1]);
}

#ifdef GROWS
static void rows(int past, int m, double (*a)[m]) {
  for (int i = 0; i < past; i++)
    for (int j = 0; j < m; j++)
      a[i][j] = a[i][j] * 0.5 + i;
}
#endif
#ifdef GATHERS
#include "tilepipe/runtime.h"
#endif

static unsigned long long hash;

static void see(double x) {
  unsigned long long bits;
  memcpy(&bits, &x, sizeof bits);
  hash = (hash ^ bits) * 1099511628211ull;
}

int main(int count, char **words) {
  int calls = count > 1 ? atoi(words[1]) : 10;
  double *a = malloc(sizeof *a * N * N), *b = malloc(sizeof *b * N * N), *swap;
  begin(N, (void *)a);
  begin(N, (void *)b);
  for (int k = 0; k < calls; k++) {
    step(N, (void *)b, (void *)a);
    swap = a;
    a = b;
    b = swap;
    a[N / 3 * N + 7] += k;
    see(a[N / 2 * N + k]);
#ifdef LOOKS
    for (int i = N / 2 * N; k != calls / 2 && i < N * N; i++)
      see(a[i]);
#endif
  }
#ifdef GATHERS
  if (tp_gather)
    tp_gather(a);
#endif
#ifdef GROWS /* from half of the array on, each call a little more of it */
  double *c = calloc(N * N, sizeof *c);
  for (int k = 0; k < 50; k++)
    rows(N / 2 + k * 10, N, (void *)c);
  see(c[N]);
  free(c);
#endif
  for (int i = 0; i < N * N; i++)
    see(a[i]);
#ifdef HANDLES
  struct sigaction all = {.sa_handler = handle}, first = {.sa_sigaction = fault, .sa_flags = SA_SIGINFO}, before;
  sigset_t blocked;
  sigfillset(&all.sa_mask);
  sigaction(SIGUSR1, &all, NULL);
  sigaction(SIGSEGV, &first, NULL);
  step(N, (void *)b, (void *)a);
  seen = b;
  raise(SIGUSR1);
  see(value);
  sigfillset(&blocked);
  sigprocmask(SIG_SETMASK, &blocked, &blocked);
  see(b[999 * 1000 - 2000]);
  sigprocmask(SIG_SETMASK, &blocked, NULL);
  int how = sigsetjmp(back, 1);
  if (how == 0)
    *(volatile int *volatile)NULL = 1; /* a fault of the program's own */
  see(how);
  sigaction(SIGSEGV, NULL, &before);
  see(before.sa_sigaction == fault);
  see(b[999 * 1000 - 9000]);
#endif
#ifdef FORKS
  for (int k = 0; k < 3; k++) {
    int status;
    step(N, (void *)b, (void *)a);
    pid_t child = fork();
    if (child == 0) {
      step(N, (void *)a, (void *)b);
      for (int i = 0; i < N * N; i++)
        see(b[i] + a[i]);
      _exit((int)(hash & 127));
    }
    if (waitpid(child, &status, 0) != child)
      return 1;
    see(WEXITSTATUS(status));
    a[N / 2] += k;
  }
  for (int i = 0; i < N * N; i++)
    see(b[i]);
#endif
#ifdef THREADS
  pthread_t thread;
  if (pthread_create(&thread, NULL, nothing, NULL) == 0)
    pthread_join(thread, NULL);
#endif
#ifdef MAPS
  if (mmap(NULL, 1, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) == MAP_FAILED)
    return 1;
#endif
#ifdef WRITES
  step(N, (void *)b, (void *)a);
  if (!checkpoint(0, b, a))
    return 1;
  step(N, (void *)b, (void *)a);
  if (!checkpoint(1, a, b)) /* a is what has been read */
    return 1;
  for (int i = 0; i < N * N; i++)
    see(b[i]);
#endif
  printf("%016llx\n", hash);
#ifdef LEAVES
  pthread_exit(NULL);
#endif
  free(a);
  free(b);
  return 0;
}
