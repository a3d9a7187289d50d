/* body.h - which of a region's equal tile functions a CPU runs. */
#ifndef TP_BODY_H
#define TP_BODY_H

#include "settings/settings.h"

/* The state of one CPU; kept over the runs of a plan. */
typedef struct tp_body {
  int open;       /* either function may run */
  int jammed;     /* the current step runs tp_jam */
  int decided;    /* and so will all others */
  int steps;      /* timed so far, of those with about as many points as the largest */
  int left;       /* steps until all is decided where that is near, 0: it is not */
  int runs;       /* of the plan, as far as they matter */
  double most;    /* points that the first of them had */
  double best[2]; /* least seconds per point, 0: none yet; [1] jammed */
} tp_body;

/* setting: TP_BODY_*; has_jam: the region has a jammed function. */
void tp_body_start(tp_body *b, int setting, int has_jam);

/* A run of the plan begins: it may look again which function is faster. */
void tp_body_run(tp_body *b);

/* One step with the current function took so long for so many points; chooses that of the next. */
void tp_body_timed(tp_body *b, double seconds, double points);

#endif
