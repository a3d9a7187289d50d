#include "plan/traffic.h"

#include "plan/formulas.h"
#include "plan/profile.h"

#include <math.h>

/* Bytes of a core's own cache, and per second what it takes from the cache that all cores share; bytes of that one. */
#define CORE_CACHE 0.5e6
#define CORE_RATE 25e9
#define CACHE 16e6
/* More bytes than the nearest cache has on most processors, and what that one takes from the core's own per second. */
#define NEAREST_CACHE 64e3
#define NEAREST_RATE 100e9
/* Part of the estimate of a point that fetching must take, for blocks to gain. Compilers may make vectors of such points. */
#define FETCHING 0.12
/* Points (times their places) at a place, below which most blocks may be empty: a tetrahedron has a sixth. */
#define DENSE 0.1
/* Writes of each element that make them matter. */
#define OFTEN 4
#define EACH 8. /* bytes that a point writes */
/* Seconds of some lines that come from memory in vain. */
#define AHEAD 20e-9
/* Bytes of them that are of use. */
#define FETCHED 128.
/* Blocks in which tile functions run that make calls once for each element (EmitMemo.cpp). */
#define BLOCK_ROWS 96.
#define BLOCK_POINTS 64.

/* Bytes that cross into a box along the dimensions from `first` on. */
static double crossing(const tp_shape *shape, int first, const double *box) {
  double bytes = 0;
  for (int d = first; d < shape->dims; d++) {
    double side = shape->load[d];
    for (int k = first; k < shape->dims; k++)
      side *= k == d ? 1 : box[k];
    bytes += side;
  }
  return bytes;
}

int tp_traffic_matters(const tp_shape *shape) {
  return shape->written_bytes >= CACHE && (double)shape->points * EACH >= OFTEN * shape->written_bytes;
}

/* Points over places of the bounding box. */
static double density(const tp_shape *shape) {
  double places = 1;
  for (int d = 0; d < shape->dims; d++)
    places *= (double)tp_length(shape->lo[d], shape->hi[d]);
  return (double)shape->points * shape->cell / fmax(1, places);
}

double tp_blocks_filled(const tp_shape *shape) { return density(shape) >= DENSE ? 0 : DENSE / shape->cell; }

int tp_blocks_may_gain(const tp_shape *shape) {
  if (shape->dims == 4) /* their blocks are for a core's own cache (EmitBlocks.cpp) */
    return tp_traffic_matters(shape);
  double share = shape->point_bytes / fmax(1, shape->written_bytes); /* of the arrays, for a point */
  double times = (double)shape->points * share, fetched = shape->bytes * share;
  double rate = shape->bytes > CORE_CACHE ? CORE_RATE : NEAREST_RATE;
  int takes_long = tp_traffic_matters(shape) || fetched / rate >= FETCHING * shape->point;
  return times >= OFTEN && shape->bytes > NEAREST_CACHE && takes_long;
}

int tp_streams(const tp_shape *shape, int ranks) {
  return shape->written_bytes >= CACHE * ranks && !tp_traffic_matters(shape);
}

/* The same, where the outermost loop goes through a tile in slices that are no faces of it. A slice is written while the
   one before is read: what a cache does not hold of two comes from memory for each point. */
static double missed_in_slices(const tp_shape *shape, double cache, const double *tile) {
  double places = 1, longest = 1;
  for (int d = 0; d < shape->dims; d++) {
    places *= tile[d];
    longest = fmax(longest, shape->outer[d] * tile[d]);
  }
  double largest = places / shape->cell / longest; /* points of a slice */
  return 2 * largest * shape->point_bytes > cache ? shape->point_bytes : crossing(shape, 0, tile) / places;
}

/* Bytes for each place of the tiles that a cache of so many bytes does not hold. */
static double missed(const tp_shape *shape, double cache, int mapped, const double *tile, const double *step) {
  double bytes = 0;
  if (shape->cell > 1)
    return missed_in_slices(shape, cache, tile);
  for (int d = 0; d < shape->dims; d++) {
    double between = shape->load[d]; /* from a point to the next along d */
    for (int k = d + 1; k < shape->dims; k++)
      between *= tile[k];
    between += crossing(shape, d + 1, tile);
    /* What crosses from tile to tile along the mapped dimension is still there if a step leaves it room. */
    if (d != mapped || crossing(shape, 0, step) > cache)
      bytes += shape->load[d] / (between > cache ? 1 : tile[d]);
    else if (between > cache)
      bytes += shape->load[d];
  }
  return bytes;
}

double tp_points_of_place(const tp_shape *shape) { return fmax(1, density(shape)); }

double tp_traffic_seconds(const tp_problem *problem, int threads, int mapped, const double *tile, const double *step) {
  if (!tp_traffic_matters(&problem->shape))
    return 0;
  return (missed(&problem->shape, CORE_CACHE, mapped, tile, step) / CORE_RATE +
          missed(&problem->shape, CACHE / threads, mapped, tile, step) * threads /
            tp_memory_bandwidth(&problem->machine, threads)) /
         tp_points_of_place(&problem->shape);
}

/* Whether nothing is left of what was fetched ahead of so many pieces of rows when their rows go on. */
static int is_lost(double pieces) { return pieces * FETCHED > CORE_CACHE; }

/* The pieces per point of a box's rows that are fetched ahead in vain. */
static double lost_pieces(const tp_shape *shape, int mapped, const double *tile) {
  int c = (int)shape->contiguous_dim;
  double others = 1, pieces = 0;
  if (c < 0 || shape->inner[c] == 0)
    return 0;
  for (int d = 0; d < shape->dims; d++)
    others *= d == c ? 1 : tile[d];
  /* The tile function with blocks goes through a tile's other dimensions before a row goes on. */
  if (shape->kinds.jam_sides && c > 0 && is_lost(others / fmax(1, tile[c - 1] / BLOCK_ROWS)))
    pieces += ceil(tile[c] / BLOCK_POINTS) - 1;
  if (c == mapped && tile[c] < (double)(shape->hi[c] - shape->lo[c]) && is_lost(others))
    pieces += 1;
  return pieces / tile[c];
}

int tp_ahead_matters(const tp_shape *shape) {
  return shape->bytes >= CACHE && !tp_traffic_matters(shape) && (double)shape->points * EACH < OFTEN * shape->bytes;
}

double tp_ahead_seconds(const tp_shape *shape, int mapped, const double *tile) {
  double pieces = 0;
  if (!tp_ahead_matters(shape))
    return 0;
  if (shape->density.cells[0] == 0)
    return AHEAD * lost_pieces(shape, mapped, tile);
  for (int d = 0; d < shape->dims; d++)
    if (d != mapped && tile[d] < (double)(shape->hi[d] - shape->lo[d]))
      pieces += (double)shape->inner[d] / tile[d];
  return AHEAD * pieces;
}
