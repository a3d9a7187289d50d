/* team.c - the runtime's own team, for callers compiled without OpenMP. */
#include "exec/pipeline.h"

#include <omp.h>
#include <pthread.h>
#include <signal.h>

/* The program's signals are for its own thread, which may hold them back; those that a thread causes
   itself stay with it. */
static void leave_signals(void) {
  static const int own[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGSYS};
  static _Thread_local int left;
  sigset_t others;
  if (left)
    return;
  left = 1;
  sigfillset(&others);
  for (size_t i = 0; i < sizeof own / sizeof *own; i++)
    sigdelset(&others, own[i]);
  pthread_sigmask(SIG_BLOCK, &others, NULL);
}

void tp_team(tp_plan *p, void (*pipeline)(tp_cpu *, const void *), const void *args) {
#pragma omp parallel num_threads(p->choice.threads)
  {
    if (omp_get_thread_num() != 0)
      leave_signals();
    tp_cpu *c = tp_join(p, omp_get_thread_num(), omp_get_num_threads());
    if (c)
      pipeline(c, args);
  }
}
