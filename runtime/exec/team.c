/* team.c - the threads that run a plan: the emitted team, the runtime's own (for callers compiled
 * without OpenMP), or one parallel region for each round (P3's fine-grain hybrid). */
#include "exec/crew.h"
#include "process/openmp.h"
#include "exec/pipeline.h"
#include "util/part.h"

#include <pthread.h>
#include <signal.h>

/* All but those that a thread causes itself. */
static void hold_back(sigset_t *before) {
  static const int own[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGSYS};
  sigset_t others;
  sigfillset(&others);
  for (size_t i = 0; i < sizeof own / sizeof *own; i++)
    sigdelset(&others, own[i]);
  pthread_sigmask(SIG_BLOCK, &others, before);
}

/* The program's signals are for its own thread, which may hold them back. */
static void leave_signals(void) {
  static _Thread_local int left;
  if (left)
    return;
  left = 1;
  hold_back(NULL);
}

/* A new thread has the signal mask of the thread that creates it. A handler on a thread of the team that has not joined yet could
   wait for the run, and the run for that thread. */
static _Thread_local struct {
  int are_held;
  sigset_t before;
} creators;

static void hold_signals(const tp_pipeline *p) {
  creators.are_held = p->plan.ranks > 1 && p->plan.threads > 1;
  if (creators.are_held)
    hold_back(&creators.before);
}

/* All threads of the team exist. */
static void release_signals(void) {
  if (creators.are_held)
    pthread_sigmask(SIG_SETMASK, &creators.before, NULL);
  creators.are_held = 0;
}

void tp_team_enter(const tp_pipeline *p, int thread) {
  tp_part_take();
  if (thread == 0)
    release_signals();
  else if (p->plan.ranks > 1)
    leave_signals();
}

void tp_team(tp_pipeline *p, void (*pipeline)(tp_cpu *, const void *), const void *args) {
#pragma omp parallel num_threads(tp_threads(p))
  {
    if (tp_omp_thread_num() != 0)
      leave_signals();
    tp_cpu *c = tp_join(p, tp_omp_thread_num(), tp_omp_num_threads());
    if (c)
      pipeline(c, tp_arguments(c, args));
  }
}

static void fine_team(tp_pipeline *p, tp_int round, void *data) {
  (void)data;
#pragma omp parallel num_threads(tp_threads(p))
  {
    if (tp_omp_thread_num() != 0)
      leave_signals();
    tp_team_enter(p, tp_omp_thread_num());
    tp_fine_tiles(p, tp_omp_thread_num(), tp_omp_num_threads(), round);
  }
}

/* Threads that a team creates have the environment of who creates them: the program's. */
void tp_pipeline_run(tp_pipeline *p, const void *args) {
  tp_wait_watch(p->watchdog);
  tp_float_enter(&p->floats);
  hold_signals(p);
  p->alone = !tp_crew_ready(p->plan.threads);
  if (tp_runs_fine(&p->plan))
    tp_fine_run(p, fine_team, NULL);
  else
    p->region->tp_start(p, args);
  release_signals();
  tp_float_calm();
}
