/* tilepipe/testing.h - what the last region did, for tests that must not pass by declining.
 * Not part of the stable interface. */
#ifndef TILEPIPE_TESTING_H
#define TILEPIPE_TESTING_H

#include "tilepipe/runtime.h"

#pragma GCC visibility push(default)
#ifdef __cplusplus
extern "C" {
#endif

typedef struct tp_test_report {
  const char *tp_region;  /* name of the region started last, null: none yet */
  long tp_ran;            /* regions run in parallel since the program started */
  long tp_declined;       /* regions declined since the program started (runtime calls only) */
  const char *tp_reason;  /* why the last one was declined, null: it ran */
  int tp_ranks, tp_threads; /* of the plan: ranks, threads per rank */
  int tp_cpus_with_work;  /* CPUs whose part of the space holds a point */
  int tp_cpus_that_ran;   /* CPUs that ran a tile holding a point */
  long tp_tiles;          /* tiles run, over all CPUs */
  long tp_jammed, tp_skewed, tp_blocked; /* those of them that ran the jammed, the skewed function, the one in blocks */
  char tp_plan[512];      /* as TILEPIPE_STATS prints it */
  double tp_predicted;    /* seconds of that run */
} tp_test_report;

/* Fills *tp_out for the region started last on this process. Besides the settings of the manual,
   tp_set knows, for tests: "ranks" and "threads" (use at most so many; 0: all). */
TP_PUBLIC void tp_test_last(tp_test_report *tp_out);

/* Forgets what runs have shown of costs: what is decided from now on, behind the next tp_set, is decided as in a program
   that has just begun. */
TP_PUBLIC void tp_test_forget(void);

/* A test's program may define it: messages of more bytes are then counted as those that are longer than
   MPI can count. */
extern __attribute((__weak__)) tp_int tp_test_split;

/* The same: a rank finds room for so many bytes only in the memory that it shares with others. */
extern __attribute((__weak__)) tp_int tp_test_shared;

/* The same: the clock of this rank is so many seconds ahead of rank 0's, as it may be on another host (traces alone). */
extern __attribute((__weak__)) double tp_test_ahead;

/* The same: called by a CPU with the number of points of a tile before it runs them. It may sleep: so more CPUs than
   there are can be seen to work at the same time. */
extern __attribute((__weak__)) void tp_test_points(double tp_points);

#ifdef __cplusplus
}
#endif
#pragma GCC visibility pop

#endif
