/* wait.h - waiting: spin, then yield, then sleep, always with an eye on the watchdog. */
#ifndef TP_WAIT_H
#define TP_WAIT_H

#include "tilepipe/testing.h"

#include <stdatomic.h>
#include <time.h>

static inline double tp_now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Seconds that this thread has had a core: what its work costs, whoever else takes turns on the core. */
static inline double tp_busy(void) {
#ifdef TP_SIMULATED
  return tp_now();
#else
  struct timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
#endif
}

/* One wait. Start with zeros; call tp_relax between two looks. */
typedef struct tp_backoff {
  unsigned looks;
  long watched; /* the number of the watchdog's look when the wait began */
  double since; /* when it began; waits of tests: in their own time */
} tp_backoff;

/* What this thread does when a wait outside of a pipeline takes too long: late() after so many seconds
   (0: never). Pipelines have their own report. */
typedef struct tp_watch {
  int seconds;
  void (*late)(void);
} tp_watch;
extern _Thread_local tp_watch tp_watching;

/* Answers the seconds so far in which nothing has got on, for the watchdog. */
double tp_relax(tp_backoff *p);

/* The watchdog's looks come so often that `seconds` are several of them (0: it is off, nothing changes). */
void tp_wait_watch(int seconds);
/* Seconds between two looks. */
double tp_wait_period(void);
/* A thread of its own looks from now on (1), or those that wait do (0). */
void tp_wait_leave_looks(int leave);
/* Looks if it is time, and if those that wait do. */
void tp_wait_may_look(double now);
/* Counts a look. got_on: something has got on since the last one, here or on another rank, or that is not known. */
void tp_wait_looked(int got_on);
/* Number of the last look, and how many of the last ones saw nothing get on. */
long tp_wait_look(void);
long tp_wait_still(void);

/* Before a rank that has waited too long ends all: the others that wait get the time to say so too, for the
   report is about who waits for whom. */
static inline void tp_wait_grace(void) {
  struct timespec grace = {1, 500000000};
  nanosleep(&grace, NULL);
}

/* A counter on its own cache lines: neighbours are fetched in pairs. */
typedef struct tp_padded {
  _Alignas(128) _Atomic long long at;
} tp_padded;

#endif
