/* oversubscription.h - whether threads get cores at all.
 *
 * Where other processes compute, the threads of a team wait for a core in turns, and a team waits for the last of them:
 * a nest of 100 us then takes as long as a time slice of the kernel. A run that took clearly longer than the program's
 * own loop shows it. Then the own loop runs for a while, ten times as long as that run took, and twice as long each time
 * that the next run shows the same. Pure functions of plain data: no clock. */
#ifndef TP_OVERSUBSCRIPTION_H
#define TP_OVERSUBSCRIPTION_H

typedef struct tp_oversubscription {
  double until; /* when threads are tried again, 0: they are not in question */
  double rest;  /* the last while, 0: the last run was good */
  int excused;  /* the last run was slow, and had to wake its team */
} tp_oversubscription;

/* 1: the program's own loop is to run. */
int tp_oversubscription_rests(const tp_oversubscription *c, double now);

/* 1: beside so many others that want a core a team takes longer than the own loop, which takes `sequential`
   seconds with a core of its own: each thread may have to wait for `slice` seconds until another leaves its core. */
int tp_oversubscription_expected(int cores, int others, int threads, double sequential, double slice);

/* A run of several threads that ended at `now` took `seconds`, the own loop takes `sequential`. lost: for so long one of the
   threads was not there, or had no core; a run without such a one is slow by its plan. woken: its team slept before, as
   teams do after some milliseconds without work; that alone makes a run slow, so the next one decides.
   1: the run shows that threads do not get cores, or slept, and nothing else. */
int tp_oversubscription_ran(tp_oversubscription *c, double now, double seconds, double lost, double sequential, int woken);

#endif
