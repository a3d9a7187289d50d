/* liveness.c - the beats of a process.
 *
 * Each thread has a place on cache lines of its own. A tile may take longer than the watchdog allows: a thread inside
 * one gets on as long as its CPU time grows. */
#include "util/liveness.h"

#include <pthread.h>
#include <stdatomic.h>
#include <time.h>

enum { PLACES = 256 };

typedef struct place {
  _Alignas(128) _Atomic long beats;
  _Atomic int computes;
  _Atomic int clock; /* of the thread's CPU time */
  double seen;       /* that time at the last look */
} place;

/* More threads than places share them: then a look may miss a thread inside a long tile, but no beat. */
static place all[PLACES];
static _Atomic int taken;
static _Thread_local place *own;

static place *mine(void) {
  clockid_t clock;
  if (own)
    return own;
  own = &all[atomic_fetch_add(&taken, 1) % PLACES];
  if (pthread_getcpuclockid(pthread_self(), &clock) == 0)
    atomic_store_explicit(&own->clock, (int)clock, memory_order_relaxed);
  return own;
}

void tp_liveness_compute(void) { atomic_store_explicit(&mine()->computes, 1, memory_order_relaxed); }

void tp_liveness_rest(void) {
  place *p = mine();
  atomic_store_explicit(&p->computes, 0, memory_order_relaxed);
  atomic_fetch_add_explicit(&p->beats, 1, memory_order_relaxed);
}

void tp_liveness_beat(void) { atomic_fetch_add_explicit(&mine()->beats, 1, memory_order_relaxed); }

/* 1: the thread has had a core since the last look. A thread that has ended has no clock any more. */
static int is_busy(place *p) {
  struct timespec t;
  if (!atomic_load_explicit(&p->computes, memory_order_relaxed) ||
      clock_gettime((clockid_t)atomic_load_explicit(&p->clock, memory_order_relaxed), &t) != 0)
    return 0;
  double now = (double)t.tv_sec + 1e-9 * (double)t.tv_nsec, before = p->seen;
  p->seen = now;
  return now != before;
}

int tp_liveness_look(void) {
  static long before;
  long beats = 0;
  int busy = 0;
  for (int i = 0; i < PLACES; i++) {
    beats += atomic_load_explicit(&all[i].beats, memory_order_relaxed);
    busy |= is_busy(&all[i]);
  }
  busy |= beats != before;
  before = beats;
  return busy;
}
