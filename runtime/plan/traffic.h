/* traffic.h - bytes that come from memory again, where a nest rewrites its arrays.
 *
 * A tile reads what crosses into it and hands on what crosses out of it. Both come from memory where the cache did
 * not keep them. A nest that writes each element once fetches it once under any plan, and costs nothing here. */
#ifndef TP_TRAFFIC_H
#define TP_TRAFFIC_H

#include "plan/plan.h"

/* 1: the nest rewrites more than a cache holds. */
int tp_traffic_matters(const tp_shape *shape);

/* Points at a place that a box must have for blocks to be no waste; 0: the whole space has them. A band has none in nearly
   all blocks of its bounding box, and a few tiles may lie within it. */
double tp_blocks_filled(const tp_shape *shape);

/* 1: the nest rewrites more than the nearest cache holds: blocks that it holds may gain. */
int tp_blocks_may_gain(const tp_shape *shape);

/* 1: each of so many ranks writes more than a cache holds, and each element about once. */
int tp_streams(const tp_shape *shape, int ranks);

/* Points at one place of the tiles: loops inside of them make several. */
double tp_points_of_place(const tp_shape *shape);

/* Seconds per point that one of `threads` CPUs waits for memory, in tiles of so many points along each dimension.
   step[d]: points that a CPU runs before the next tile along the mapped dimension. */
double tp_traffic_seconds(const tp_problem *problem, int threads, int mapped, const double *tile, const double *step);

/* 1: the nest reads large arrays about once. */
int tp_ahead_matters(const tp_shape *shape);

/* Seconds per point for rows that are cut, where that matters. What a core fetches ahead beyond the end of a piece is of no
   use, unless the row goes on there soon. In boxes rules choose the mapped dimension: only pieces along it count, and those
   of blocks of a tile function. */
double tp_ahead_seconds(const tp_shape *shape, int mapped, const double *tile);

#endif
