/* cycle.h - whether a plan of several threads gains where the program's work between its calls counts as well.
 *
 * Threads leave data in other CPUs' caches, from where the program's own code gets it back after the call. No run shows
 * that time. So the plan and the program's own loop have turns of some calls each, and the least time from the begin of a
 * call to the begin of the next one, a *cycle*, is compared. Pure functions of plain data: seconds are handed in. */
#ifndef TP_CYCLE_H
#define TP_CYCLE_H

enum { TP_CYCLE_TURNS = 4 }; /* the plan's and the loop's, two of each */

/* Zeros: not begun. */
typedef struct tp_cycle {
  int turn, seen;               /* the present turn, and its cycles so far */
  double begin;                 /* of the last call in it, 0: none */
  double least[TP_CYCLE_TURNS]; /* seconds of a cycle */
} tp_cycle;

typedef enum tp_cycle_answer {
  TP_CYCLE_PLAN,  /* the plan runs, more is to be seen */
  TP_CYCLE_LOOP,  /* the program's own loop runs, more is to be seen */
  TP_CYCLE_KEEPS, /* over: the plan is as good, or cycles are too long to tell */
  TP_CYCLE_LOSES  /* over: the loop is better */
} tp_cycle_answer;

/* A call begins at `now`; the plan's runs take `run` seconds. */
tp_cycle_answer tp_cycle_begins(tp_cycle *c, double now, double run);

#endif
