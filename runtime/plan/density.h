/* density.h - how the points of a space lie in its bounding box.
 *
 * Skewed boxes, triangles and bands fill their bounding boxes unevenly: equal tiles hold unequal numbers of
 * points, and CPUs that depend on each other wait where those of a box would not. */
#ifndef TP_DENSITY_H
#define TP_DENSITY_H

#include "plan/plan.h"

/* Sets s->density of region r with arguments a, where the space is no box; s->points, dims, lo
   and hi are known. Up to a thousand calls of tp_points on slices that are thin but along the last
   dimension: about a tenth of a millisecond. */
void tp_density_of(const tp_region *r, const void *a, tp_shape *s);

/* A dimension cut into parts: part k lies between bound[k] and bound[k + 1], as parts of its length. */
enum { TP_PARTS = 64 };
typedef struct tp_cuts {
  int parts;
  double bound[TP_PARTS + 1];
} tp_cuts;

/* Shares of the points in the boxes between the cuts of all dimensions, dimension 0 slowest; of at most
   2 * TP_CELLS boxes. Within a cell points lie evenly. */
void tp_density_cut(const tp_shape *s, const tp_cuts *cuts, float *out);

#endif
