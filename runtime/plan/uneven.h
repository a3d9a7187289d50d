/* uneven.h - when the last CPU is through, where tiles hold unequal numbers of points. */
#ifndef TP_UNEVEN_H
#define TP_UNEVEN_H

#include "plan/plan.h"

/* Seconds per point, of each step besides its points, and from the end of a step until the next thread or
   rank knows. */
typedef struct tp_rates {
  double point, step, thread, rank;
} tp_rates;

typedef struct tp_uneven {
  double total;   /* until the last CPU is through */
  double busiest; /* points of the CPU that has most of them */
} tp_uneven;

/* 1: shape has a density and the plan is one that can be followed: blocks, or cyclic rows along one
   dimension. A few microseconds. Within a third of every single step, mostly within a twentieth; with fewer than
   24 tiles along the mapped dimension what comes out may be too long. */
int tp_uneven_run(const tp_shape *shape, const tp_plan *p, const tp_rates *rates, tp_uneven *out);

#endif
