/* extents.h - tile extents. */
#ifndef TP_EXTENTS_H
#define TP_EXTENTS_H

#include "plan/plan.h"

/* Chooses every extent[d] that is 0 and sets all tiles[d]. Given: dims, lo, hi, mapped, mesh, group,
   ranks, threads, schedule, protocol, grouping. spread: rather give every CPU a row than make the longest
   block as short as possible (TILEPIPE_ALWAYS). coarse: few candidates. Every extent is at least reach[d] and at least 1. */
void tp_default_extents(const tp_problem *problem, int spread, int coarse, tp_plan *p);

/* Rows that dimension d can have at most: with extent 0 (free), rows as thin as dependences allow. */
tp_int tp_most_rows(const tp_shape *shape, tp_int extent, int d);

#endif
