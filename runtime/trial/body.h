/* body.h - which of a region's equal tile functions a CPU runs. */
#ifndef TP_BODY_H
#define TP_BODY_H

#include "settings/settings.h"
#include "tilepipe/runtime.h"

enum { TP_BODY_LINE = 32 };

/* The state of one CPU; kept over the runs of a plan. */
typedef struct tp_body {
  int kinds;      /* 1 << TP_VARIANT_* of the functions that may run */
  int kind;       /* of the current step's function */
  int decided;    /* it is also that of all others */
  int steps;      /* timed so far, of those with about as many points as the largest */
  int runs;       /* of the plan, as far as they matter */
  double most;    /* points that the first of them had */
  double best[TP_VARIANTS]; /* least seconds per point, 0: none yet */
  /* Steps to come, by kind, behind which something is decided. */
  int stage, at, count;
  char line[TP_BODY_LINE];
} tp_body;

/* setting: TP_BODY_*; kinds: 1 << TP_VARIANT_* of the region's functions. */
void tp_body_start(tp_body *b, int setting, int kinds);

/* A run of the plan begins: it may look again which function is faster. */
void tp_body_run(tp_body *b);

/* One step with the current function took so long for so many points; chooses that of the next. */
void tp_body_timed(tp_body *b, double seconds, double points);

#endif
