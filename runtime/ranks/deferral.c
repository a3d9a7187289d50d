/* deferral.c - see deferral.h. */
#include "ranks/deferral.h"

#include "report/report.h"
#include "ranks/lost.h"
#include "residency/protection.h"
#include "util/context.h"

#include <errno.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { SIGNALS = 64 };

static struct {
  struct sigaction said; /* by the program */
  siginfo_t info;
  _Atomic int waits;
} its[SIGNALS + 1];
static _Atomic int any_waits, begun;
static pid_t owner; /* a child of it has got no signal */

/* What a thread causes by what it does, and what the C library keeps for itself. */
static int is_never(int number) {
  static const int never[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGSYS, SIGABRT, 32, 33};
  for (size_t i = 0; i < sizeof never / sizeof *never; i++)
    if (number == never[i])
      return 1;
  return number < 1 || number > SIGNALS;
}

static void handle(int number, siginfo_t *info, void *context) {
  if (tp_pages_are_unserved() || tp_pages_runs_here() || tp_context_is_held) {
    its[number].info = *info;
    atomic_store(&its[number].waits, 1);
    atomic_store(&any_waits, 1);
    return;
  }
  struct sigaction a = its[number].said;
  if (a.sa_flags & SA_RESETHAND) {
    struct sigaction usual = {.sa_handler = SIG_DFL};
    sigaction(number, &usual, NULL);
  }
  if (a.sa_flags & SA_SIGINFO)
    a.sa_sigaction(number, info, context);
  else
    a.sa_handler(number);
}

/* As the kernel is to have it. */
static struct sigaction in_front(const struct sigaction *said) {
  struct sigaction ours = *said;
  ours.sa_sigaction = handle;
  ours.sa_flags = (ours.sa_flags | SA_SIGINFO) & ~SA_RESETHAND;
  sigdelset(&ours.sa_mask, SIGSEGV); /* the kernel kills a thread that blocks it and touches what is away */
  return ours;
}

static int is_handler(const struct sigaction *a) {
  return a->sa_flags & SA_SIGINFO || (a->sa_handler != SIG_DFL && a->sa_handler != SIG_IGN);
}

/* The runtime's own, which touch nothing of the program's. */
static int is_ours(const struct sigaction *a) {
  return tp_report_handles(a->sa_handler) || tp_lost_is_handler(a->sa_handler);
}

void tp_deferral_begin(void) {
  struct sigaction a;
  owner = getpid();
  for (int n = 1; n <= SIGNALS; n++)
    if (n != SIGSEGV && sigaction(n, NULL, &a) == 0 && is_handler(&a) && !is_ours(&a)) {
      if (is_never(n)) {
        sigdelset(&a.sa_mask, SIGSEGV);
      } else {
        its[n].said = a;
        a = in_front(&a);
      }
      sigaction(n, &a, NULL);
    }
  tp_context_when_back(tp_deferral_end);
  atomic_store(&begun, 1);
}

int tp_deferral_handle(int number, const struct sigaction *now, struct sigaction *before, tp_sigaction *real, int *failed) {
  if (!atomic_load(&begun) || is_never(number) || (now && is_ours(now)))
    return 0;
  unsigned long long all = ~0ull, mask = 0;
  struct sigaction ours, was, said = its[number].said;
  syscall(SYS_rt_sigprocmask, SIG_SETMASK, &all, &mask, sizeof all); /* the handler sees the old or the new */
  if (now && is_handler(now)) {
    its[number].said = *now;
    ours = in_front(now);
    now = &ours;
  }
  *failed = real(number, now, &was);
  int error = errno;
  if (*failed)
    its[number].said = said;
  else if (before)
    *before = was.sa_flags & SA_SIGINFO && was.sa_sigaction == handle ? said : was;
  syscall(SYS_rt_sigprocmask, SIG_SETMASK, &mask, NULL, sizeof mask);
  errno = error;
  return 1;
}

void tp_deferral_end(void) {
  if (tp_context_is_held || !atomic_load(&any_waits) || !atomic_exchange(&any_waits, 0))
    return;
  for (int n = 1; n <= SIGNALS; n++)
    if (atomic_exchange(&its[n].waits, 0) && getpid() == owner)
      syscall(SYS_rt_sigqueueinfo, getpid(), n, &its[n].info);
}
