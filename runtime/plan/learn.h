/* learn.h - what runs teach about a region, and when its plan is looked at again.
 *
 * A region's cost per point is first estimated from its operations. Its runs then know the seconds per
 * point of each tile function; they hold for other sizes of the region too, by the length of the
 * innermost loop. Pure functions of plain data: no clock. */
#ifndef TP_LEARN_H
#define TP_LEARN_H

#include "plan/plan.h"

/* What one run of a plan showed, over all its CPUs. */
typedef struct tp_seen {
  double seconds;           /* of the whole run */
  double around;            /* of these not from the first tile to the last: start and moves, 0: not known */
  double compute;           /* in tiles, summed over the CPUs */
  double points;
  long long tiles, jammed;
  double best[2];           /* least seconds per point while functions were timed, 0: none; [1] jammed */
} tp_seen;

/* Adds a run of plan p. What was known for this length of the innermost loop is replaced by less only: a run is
   slowed down by much, and sped up by nothing. But where its CPUs timed both functions and took one, the other does
   not take less there, whatever another length of the class may have shown. */
void tp_measured_add(tp_measured *m, const tp_plan *p, const tp_seen *seen);

/* The class of an innermost loop with so many points. */
int tp_class_of(tp_int inner);

/* Seconds per point of one tile function where the innermost loop has `inner` points, without the starts of
   that loop: of the nearest length seen; 0: none was. */
double tp_measured_point(const tp_measured *m, int jammed, tp_int inner);

/* 1: something is known; of both functions. */
int tp_measured_any(const tp_measured *m);
int tp_measured_both(const tp_measured *m);

/* What the second tile function must gain for one CPU to stay: the program's own loop is the plain function but for
   the luck of its compilation, and that may be a quarter. */
#define TP_GAIN_ALONE 1.1

/* What is known for every length of `from` takes the place of what is in m. */
void tp_measured_take(tp_measured *m, const tp_measured *from);

/* The runs of one start (region, arguments, settings). */
typedef struct tp_history {
  int runs;       /* of the current plan */
  int revisions;  /* plans that took the place of another */
  double seconds; /* least of the current plan */
  double around;  /* the same but for its first run, which also touches memory; 0: not known */
  double expected; /* seconds per point that the current plan was chosen for */
  tp_measured measured;
  /* the plan of least seconds among those before the current one; 0 seconds: none */
  double best_seconds;
  tp_plan best;
} tp_history;

enum {
  TP_REVISIONS = 3,   /* so that plans come to rest; the last one only goes back */
  TP_RUNS_TO_LOSE = 4 /* the least seconds of so many runs are no bad luck */
};

/* Notes a run. 1: now the plan should be looked at again: after the first run if points cost quite
   another time than expected, else after two (the first also touches memory and makes threads), and after
   four, should it be losing. */
int tp_history_add(tp_history *h, const tp_plan *p, const tp_seen *seen);

/* Start and moves of spaces about as large, over what the model says of them; 1: not seen. */
double tp_measured_around(const tp_measured *m, tp_int points);

/* Adds to the problem's shape what the runs of plan `now` showed: costs of points; and, of plans of several ranks, start and
   moves over what the model says of them, which has bytes from samples and rates from messages alone. */
void tp_history_teach(const tp_history *h, const tp_plan *now, tp_problem *problem);

/* Notes that `next` takes the place of `now`. */
void tp_history_replace(tp_history *h, const tp_plan *now, double expected);

typedef enum tp_revision {
  TP_KEEP,    /* the plan stays */
  TP_REPLACE, /* *out is better */
  TP_STOP     /* the sequential loop is better */
} tp_revision;

/* Judges the current plan after tp_history_add asked for it. problem->shape.measured holds what is known. */
tp_revision tp_plan_revise(const tp_problem *problem, const tp_plan *now, const tp_history *h, tp_plan *out,
                           const char **why);

/* A region that was declined for its estimated cost alone may be run once by one CPU, where the
   estimate is not far from paying and `calls` of it come to something: then its cost is known. Costs next
   to nothing. TP_OK: *out is the plan to try. */
tp_status tp_plan_try(const tp_problem *problem, long calls, tp_plan *out);

#endif
