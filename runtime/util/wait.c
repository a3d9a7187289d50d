/* wait.c - the three stages of backing off (measured: a few pauses catch the usual case; yielding keeps
 * more threads than cores going; sleeping stops a long wait from slowing the others).
 *
 * Stages end by the clock, not by the number of looks: where other processes have the cores, each yield costs a time
 * slice, and a look that calls MPI may yield too. A thread that wakes up gets a core sooner than one that yielded. */
#include "util/wait.h"

#include <sched.h>

static const double pause_seconds = 10e-6, yield_seconds = 300e-6;

/* Seconds in which nothing has got on since this wait began. */
static double stillness(const tp_backoff *p) {
  long looks = tp_wait_look() - p->watched, still = tp_wait_still();
  return (double)(looks < still ? looks : still) * tp_wait_period();
}

/* The watchdog is asked in all stages: where others have the cores, a yield or a call of MPI takes milliseconds. */
double tp_relax(tp_backoff *p) {
  double now = tp_now();
  if (p->looks++ == 0) {
    p->watched = tp_wait_look();
    p->since = now;
  }
  if (now - p->since < pause_seconds) {
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    __asm__ volatile("yield");
#endif
  } else if (now - p->since < yield_seconds) {
    sched_yield();
  } else {
    struct timespec nap = {0, 10000};
    nanosleep(&nap, NULL);
    tp_wait_may_look(tp_now());
  }
  double still = stillness(p);
  if (tp_watching.seconds && still >= tp_watching.seconds)
    tp_watching.late();
  return still;
}
