/* measured.h - the one store of what runs have shown of a region: seconds per point of its tile functions, by the length of
 * the innermost loop, and what start and moves took. Trials fill it (trial/trial.h), the model reads it (model.c).
 *
 * A start of the region begins with what starts of other sizes have shown (tp_measured_begin), replaces that by what its own
 * runs show, and hands it on (tp_measured_take). */
#ifndef TP_MEASURED_H
#define TP_MEASURED_H

#include "plan/plan.h"

/* What one run of a plan showed, over all its CPUs. */
typedef struct tp_seen {
  double seconds;           /* of the whole run */
  double around;            /* of these not from the first tile to the last: start and moves, 0: not known */
  double compute;           /* in tiles, summed over the CPUs */
  double points;
  long long tiles;
  long long of_kind[TP_VARIANTS]; /* of these by the tile functions of each kind */
  double best[TP_VARIANTS]; /* least seconds per point while functions were timed, 0: none */
} tp_seen;

/* Adds a run of plan p. What was known for this length of the innermost loop is replaced by less only: a run is
   slowed down by much, and sped up by nothing. But where its CPUs timed their functions and took one, another does
   not take less there, whatever another length of the class may have shown. */
void tp_measured_add(tp_measured *m, const tp_plan *p, const tp_seen *seen);

/* The class of an innermost loop with so many points. */
int tp_class_of(tp_int inner);

/* Seconds per point of the tile function of a kind where its innermost loop has `inner` points, without the starts of
   that loop: of the nearest length seen; 0: none was. */
double tp_measured_point(const tp_measured *m, int kind, tp_int inner);

/* 1: something is known; of two functions or more. */
int tp_measured_any(const tp_measured *m);
int tp_measured_several(const tp_measured *m);

/* What another tile function must gain for one CPU to stay: the program's own loop is the plain function but for
   the luck of its compilation, and that may be a quarter. */
#define TP_GAIN_ALONE 1.1

/* Of a new start, at whose points the loops inside statements have `work` iterations each: what is known of the region.
   That is kept for one iteration, since the next start may have others at each point. */
void tp_measured_begin(tp_measured *m, const tp_measured *region, double work);

/* What runs of a start have shown for every length takes the place of what is in m, of the region. */
void tp_measured_take(tp_measured *m, const tp_measured *start, double work);

/* Start and moves of a run of plan p took so long: kept over what the model says of them, which has bytes from samples and
   rates from messages alone. */
void tp_measured_add_around(tp_problem *problem, const tp_plan *p, double seconds);

/* That ratio for spaces about as large; 1: not seen. */
double tp_measured_around(const tp_measured *m, tp_int points);

#endif
