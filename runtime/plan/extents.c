/* extents.c - tile extents.
 *
 * Across the mesh: one row of tiles per CPU, the thinnest that still covers the space. Along the mapped
 * dimension: the V of least predicted time. A small V fills the pipeline soon, a large one has fewer tile
 * starts, messages and starts of the innermost loop. */
#include "plan/extents.h"

#include "plan/formulas.h"
#include "plan/model.h"

/* Rows that an innermost loop across rows runs through in a tile: their pages and lines stay in the nearest caches. Of a table along
   diagonals 256 are best; 128 take 1.6 of the time, 512 three times. */
enum { ROWS_ACROSS = 256 };
/* Along dimensions at whose ends loops begin to be sunk. A factorization of 1500x1500 takes 0.34 s with 16 to 64, and 1.2 s
   where it is one block. */
enum { BLOCK = 32 };
enum { STEPS_TO_TIME = 64, STEPS_FOR_LINES = 24, STEPS_FOR_BLOCKS = 4, POINTS_TO_TIME = 2000 };
/* What a V with fewer steps must promise: where messages take the time, the faster tile function gains little. Longer lines
   alone promise less than what the slower functions take until they were timed. */
#define FEW_STEPS_GAIN 1.1
#define FEW_STEPS_GAIN_OF_LINES 2

static tp_int larger(tp_int x, tp_int y) { return x > y ? x : y; }

tp_int tp_most_rows(const tp_shape *shape, tp_int extent, int d) {
  tp_int length = tp_length(shape->lo[d], shape->hi[d]);
  if (extent > 0)
    return tp_ceil_div(length, extent);
  return larger(length / larger(shape->reach[d], 1), length > 0);
}

/* Extent across the mesh for `cpus` CPUs along a dimension. One row each is best where it leaves no CPU
   without a row; otherwise (9 points, 4 CPUs) thinner rows in blocks may serve them all. */
static tp_int row_extent(tp_int length, tp_int cpus, tp_int reach, int spread) {
  tp_int least = larger(reach, 1);
  tp_int one = larger(tp_ceil_div(length, cpus), least);
  if (!spread || tp_ceil_div(length, one) >= cpus)
    return one;
  tp_int best = one, best_block = TP_HUGE;
  for (tp_int s = one - 1; s >= least; s--) {
    tp_int rows = tp_ceil_div(length, s), block = tp_mul_sat(tp_ceil_div(rows, cpus), s);
    if (rows >= cpus && block < best_block) {
      best = s;
      best_block = block;
    }
  }
  return best;
}

/* Seconds of the pipeline: V changes nothing of what is around it. */
static double time_with(const tp_problem *problem, tp_plan *p, tp_int extent) {
  tp_cost cost;
  p->extent[p->mapped] = extent;
  p->tiles[p->mapped] = tp_most_rows(&problem->shape, extent, p->mapped);
  tp_predict(problem, p, &cost);
  return cost.total - cost.parts.start - cost.parts.move;
}

/* Whole blocks of jammed rows, and of the rows that lines cross in the same rectangles: what is left over runs without their
   gain. */
static tp_int whole_blocks(const tp_shape *shape, tp_int extent) {
  tp_int rows = shape->kinds.jam_rows > 1 && shape->kinds.line_rows > 0 && extent >= shape->kinds.line_rows ? shape->kinds.line_rows : shape->kinds.jam_rows;
  return rows > 0 ? tp_ceil_div(extent, rows) * rows : extent;
}

static tp_int whole_blocks_along_mapped(const tp_shape *shape, const tp_plan *p, tp_int extent) {
  return p->mapped == p->dims - 2 ? whole_blocks(shape, extent) : extent;
}

/* Longest V that leaves enough steps to time all tile functions and to profit from the faster, where
   steps so short still have enough points to be timed. */
static tp_int longest_extent(const tp_shape *shape, const tp_plan *p, tp_int length) {
  double points = (double)shape->points / STEPS_TO_TIME / ((double)p->ranks * p->threads);
  if (!tp_overlaps_points(&shape->kinds) || points < POINTS_TO_TIME)
    return length;
  tp_int longest = tp_ceil_div(length, STEPS_TO_TIME);
  if (shape->kinds.line_rows > 0 && shape->line[p->mapped] > 0) /* two blocks of rows, where that leaves some steps */
    longest = larger(longest, tp_min(2 * shape->kinds.line_rows, tp_ceil_div(length, STEPS_FOR_LINES)));
  if (shape->kinds.line_more && p->mapped == p->dims - 2 && length >= STEPS_FOR_BLOCKS * shape->kinds.line_rows)
    longest = larger(longest, shape->kinds.line_rows); /* they gain more than some steps cost */
  return longest;
}

/* The V of least predicted time among 1, 2, 3, 4, 6, 8, 12, 16, ... and the longest with enough steps. The model
   knows that faces above the eager threshold are hardly hidden: where that matters, V stays below. Coarse:
   among 1, 4, 16, ... only. */
static void choose_mapped_extent(const tp_problem *problem, int coarse, tp_plan *p) {
  const tp_shape *shape = &problem->shape;
  tp_int length = tp_length(shape->lo[p->mapped], shape->hi[p->mapped]);
  tp_int least = larger(shape->reach[p->mapped], 1);
  tp_int timed = whole_blocks_along_mapped(shape, p, longest_extent(shape, p, length)), best = larger(timed, least);
  double best_time = time_with(problem, p, best), few_steps_gain = shape->kinds.line_rows > 0 ? FEW_STEPS_GAIN_OF_LINES : FEW_STEPS_GAIN;
  for (tp_int power = 1; power < length && power < TP_HUGE / 4; power *= coarse ? 4 : 2)
    for (int half = 2; half <= 3 - coarse; half++) {
      tp_int extent = whole_blocks_along_mapped(shape, p, power * half / 2);
      if (extent < least || extent == timed || extent >= length || (half == 3 && power == 1))
        continue;
      double time = time_with(problem, p, extent);
      if (time * (extent > timed ? few_steps_gain : 1) < best_time) {
        best = extent;
        best_time = time;
      }
    }
  time_with(problem, p, best);
}

/* Shorter extents make shorter innermost loops. */
static int ends_rows(const tp_shape *shape, int d) {
  for (int k = 0; k < shape->dims; k++)
    if (shape->inner[k] > 0)
      return shape->inner[d] > 0;
  return shape->row == 0 && d == shape->dims - 1;
}

/* The longest dimension without a dependence that ends no rows, where CPUs of this plan wait for each other along none; -1: there
   is none. */
static int free_dimension(const tp_shape *shape, const tp_plan *p) {
  int best = -1;
  for (int d = 0; d < p->dims; d++)
    if (d != p->mapped && shape->reach[d] > 0 && p->mesh[d] * p->group[d] > 1)
      return -1;
  for (int d = 0; d < p->dims; d++)
    if (d != p->mapped && shape->reach[d] == 0 && !ends_rows(shape, d) && (best < 0 || shape->hi[d] - shape->lo[d] > shape->hi[best] - shape->lo[best]))
      best = d;
  return best;
}

/* Cuts along free dimensions leave steps to time the tile functions in, and the mapped dimension whole: no CPU waits for a step
   along it, and what a tile reads again is still in the nearest caches. 1: it is cut. */
static int cut_free_dimension(const tp_shape *shape, tp_plan *p) {
  int d = free_dimension(shape, p);
  if (d < 0 || !tp_overlaps_points(&shape->kinds) || shape->points < POINTS_TO_TIME)
    return 0;
  tp_int length = tp_length(shape->lo[d], shape->hi[d]), steps = p->extent[d] / STEPS_TO_TIME;
  tp_int least = (tp_int)((double)POINTS_TO_TIME * (double)length / (double)shape->points);
  tp_int extent = whole_blocks(shape, larger(larger(steps, least), 1));
  if (extent >= p->extent[d])
    return 0;
  p->extent[d] = extent;
  p->tiles[d] = tp_ceil_div(length, extent);
  return 1;
}

/* Extents of tiles along d gain up to this one; TP_HUGE: all do alike. Of dimensions with a limit none is chosen by time. */
static tp_int longest_that_gains(const tp_shape *shape, int d) {
  int is_across = shape->across && d == shape->dims - 1; /* the innermost loop, where it runs across rows */
  return is_across ? ROWS_ACROSS : shape->blocks >> d & 1 ? BLOCK : TP_HUGE;
}

void tp_default_extents(const tp_problem *problem, int spread, int coarse, tp_plan *p) {
  const tp_shape *shape = &problem->shape;
  int free_mapped = p->extent[p->mapped] == 0, all_free = 1;
  for (int d = 0; d < p->dims; d++) {
    tp_int length = tp_length(shape->lo[d], shape->hi[d]), least = larger(shape->reach[d], 1);
    tp_int cpus = (tp_int)p->mesh[d] * p->group[d];
    all_free &= p->extent[d] == 0;
    if (p->extent[d] == 0) {
      p->extent[d] = d == p->mapped ? larger(length, least) : row_extent(length, cpus, shape->reach[d], spread);
      p->extent[d] = larger(tp_min(p->extent[d], longest_that_gains(shape, d)), least);
    }
    p->tiles[d] = tp_ceil_div(length, p->extent[d]);
  }
  if (all_free && cut_free_dimension(shape, p))
    return;
  if (free_mapped && longest_that_gains(shape, p->mapped) == TP_HUGE)
    choose_mapped_extent(problem, coarse, p);
}
