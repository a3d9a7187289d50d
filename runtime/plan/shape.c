/* shape.c - what the model must know about a region, found by asking its functions about small boxes.
 *
 * Asking about the whole space would cost as much as moving its data. So the functions are asked about
 * boxes of a few points in the middle of the space and at its sides, and the answers are scaled; the
 * arrays' ranges bound what comes out. */
#include "plan/density.h"
#include "plan/formulas.h"
#include "plan/plan.h"
#include "plan/terms.h"
#include "plan/traffic.h"

#include <math.h>

enum { PROBE = 8, PROBE_MOST = 64 }; /* points of a probing box along a dimension */

/* For bodies whose operations partly wait for each other: operations that stand by themselves take what
   they take in registers and a little more, loads and stores of what lies in cache a part of that. Right
   within a factor of two for recurrences of additions, divisions and square roots. It decides whether a
   region pays, until a run has shown what points cost. */
double tp_point_estimate(const tp_op_counts *w, const tp_machine *m) {
  double add = m->operation[TP_OPERATION_ADD];
  double seconds = add * w->tp_adds + m->operation[TP_OPERATION_MUL] * w->tp_muls +
                   1.25 * (m->operation[TP_OPERATION_DIV] * w->tp_divs + m->operation[TP_OPERATION_SQRT] * w->tp_roots) +
                   add * (15. * w->tp_calls + 0.75 * (w->tp_loads + w->tp_stores) +
                          0.5 * w->tp_branches);
  return seconds > 1.5 * add ? seconds : 1.5 * add;
}

int tp_carries_dependence(const tp_shape *shape) {
  int carries = 0;
  for (int d = 0; d < shape->dims; d++)
    carries |= shape->reach[d] > 0;
  return carries;
}

/* A box of a few points along each dimension, as deep as dependences reach: in the middle, or, where a
   bit is set, at the low (or high) side. */
static tp_box probe(const tp_shape *s, unsigned low, unsigned high) {
  tp_box b;
  for (int d = 0; d < s->dims; d++) {
    tp_int length = tp_length(s->lo[d], s->hi[d]);
    tp_int size = s->reach[d] > PROBE ? s->reach[d] : PROBE;
    size = size > PROBE_MOST ? PROBE_MOST : size;
    size = length < size ? length : size;
    tp_int at = s->lo[d] + (length - size) / 2;
    if (low >> d & 1)
      at = s->lo[d];
    if (high >> d & 1)
      at = s->hi[d] - size;
    b.tp_lo[d] = at;
    b.tp_hi[d] = at + size;
  }
  return b;
}

typedef void runs_function(const tp_box *b, const void *a, tp_stream *s);

static double count_bytes(runs_function *runs, const tp_box *b, const void *a) {
  tp_stream s = {.tp_mode = TP_COUNT};
  runs(b, a, &s);
  return (double)s.tp_bytes;
}

/* Points of a box that hold iterations; at least 1, being a divisor. */
static double points_of(const tp_region *r, const tp_box *b, const void *a) {
  tp_int points = tp_points_in(r, b, a);
  return points > 0 ? (double)points : 1;
}

double tp_work_about(const tp_region *r, const tp_box *space, const void *a) {
  tp_box middle = *space;
  for (int d = 0; d < r->tp_dims; d++) {
    tp_int length = tp_length(space->tp_lo[d], space->tp_hi[d]);
    middle.tp_lo[d] += length / 2 - (length > 1);
    middle.tp_hi[d] = middle.tp_lo[d] + (length > 1 ? 2 : length);
  }
  return r->tp_work ? fmax(1, tp_work_in(r, &middle, a) / points_of(r, &middle, a)) : 1;
}

/* Bytes that a runs function would give for the whole space: so much per point inside, so much more per
   point of a side. side: 0 low sides (live-ins), 1 high sides (last writers). */
static double scaled_bytes(const tp_region *r, const tp_shape *s, const void *a, runs_function *runs,
                           int side) {
  tp_box middle = probe(s, 0, 0);
  double inside = count_bytes(runs, &middle, a) / points_of(r, &middle, a);
  double total = inside * (double)s->points;
  for (int d = 0; d < s->dims; d++) {
    tp_box b = probe(s, side ? 0 : 1u << d, side ? 1u << d : 0);
    double points = points_of(r, &b, a), depth = (double)(b.tp_hi[d] - b.tp_lo[d]);
    double more = count_bytes(runs, &b, a) - inside * points;
    if (more > 0 && (double)tp_length(s->lo[d], s->hi[d]) > depth)
      total += more * depth / points * (double)s->points / (double)tp_length(s->lo[d], s->hi[d]);
  }
  return total;
}

int tp_row_levels(const tp_array_info *array) {
  return array->tp_flags & TP_ARRAY_ROWS_OF_ROWS ? 2 : array->tp_flags & TP_ARRAY_ROWS ? 1 : 0;
}

/* Rows of array k: as many as there are pointers to them. The range is that of one. */
static double rows_of(const tp_region *r, const tp_range *range, int k) {
  const tp_array_info *of = &r->tp_array[k];
  for (int t = 0; t < r->tp_arrays && tp_row_levels(of) > 0; t++)
    if (r->tp_array[t].tp_field == of->tp_field && tp_row_levels(&r->tp_array[t]) + 1 == tp_row_levels(of))
      return rows_of(r, range, t) * (double)(tp_length(range[t].tp_first, range[t].tp_past) / r->tp_array[t].tp_element);
  return 1;
}

/* Bytes of the ranges of the arrays with one of `flags` (0: of all): no more can move. */
static double range_bytes(const tp_region *r, const void *a, int flags) {
  enum { MOST = 64 };
  tp_range range[MOST];
  double bytes = 0;
  if (r->tp_arrays > MOST)
    return (double)TP_HUGE;
  r->tp_ranges(a, range);
  for (int k = 0; k < r->tp_arrays; k++) {
    int all = r->tp_array[k].tp_flags;
    if ((!flags || all & flags) && !(all & TP_ARRAY_CONSTANT))
      bytes += rows_of(r, range, k) * (double)tp_length(range[k].tp_first, range[k].tp_past);
  }
  return bytes;
}

static double least(double x, double y) { return x < y ? x : y; }

static double written_by_point(const tp_region *r) {
  double bytes = 0;
  for (int k = 0; k < r->tp_arrays; k++)
    if (r->tp_array[k].tp_flags & TP_ARRAY_WRITTEN)
      bytes += (double)r->tp_array[k].tp_element;
  return bytes;
}

/* Bytes per point of the side crossed along d, from the face that crosses d alone. */
static double face_load(const tp_region *r, const tp_shape *s, const void *a, int d) {
  tp_box b = probe(s, 0, 0);
  double side = 1;
  for (int k = 0; k < s->dims; k++)
    if (k != d)
      side *= (double)(b.tp_hi[k] - b.tp_lo[k]);
  for (int f = 0; f < r->tp_faces; f++) {
    tp_stream stream = {.tp_mode = TP_COUNT};
    if (r->tp_crosses[f] != 1u << d)
      continue;
    r->tp_face(r->tp_crosses[f], &b, b.tp_hi, a, &stream);
    if (stream.tp_bytes > 0)
      return (double)stream.tp_bytes / side;
  }
  /* Nothing seen where the probe lies: one wide element per point and distance. Regions of threads have no faces. */
  const double bytes = r->tp_faces > 0 ? 8 : s->point_bytes;
  return bytes * (double)s->reach[d];
}

typedef struct run_lengths {
  double runs, bytes;
} run_lengths;

static void visit_run(tp_stream *s, int array, void *run, tp_int bytes) {
  run_lengths *seen = s->tp_visitor;
  (void)array;
  (void)run;
  seen->runs += 1;
  seen->bytes += (double)bytes;
}

/* The dimension along which a thin box gives the longest runs, with the bytes of a point there; -1: every element stands
   alone. Of what the nest writes; of what it reads where it writes nothing. */
static tp_int contiguous_dimension(const tp_region *r, const tp_shape *s, const void *a, double *bytes) {
  double longest = 0, smallest = 0;
  tp_int found = -1;
  runs_function *runs = r->tp_livein;
  for (int i = 0; i < r->tp_arrays; i++)
    if (r->tp_array[i].tp_flags & TP_ARRAY_WRITTEN)
      runs = r->tp_owned;
  for (int d = s->dims - 1; d >= 0; d--) {
    /* Last writers lie at the high sides, whatever the nest overwrites. */
    tp_box b = probe(s, 0, (1u << s->dims) - 1);
    for (int k = 0; k < s->dims; k++)
      if (k != d)
        b.tp_lo[k] = b.tp_hi[k] - 1;
    run_lengths seen = {0, 0};
    tp_stream stream = {.tp_mode = TP_VISIT, .tp_visit = visit_run, .tp_visitor = &seen};
    runs(&b, a, &stream);
    if (seen.runs == 0)
      continue;
    double length = seen.bytes / seen.runs;
    if (smallest == 0 || length < smallest)
      smallest = length;
    if (length > longest) {
      longest = length;
      *bytes = length / (double)(b.tp_hi[d] - b.tp_lo[d]);
      found = d;
    }
  }
  return longest > smallest || s->dims == 1 ? found : -1;
}

/* No extent ends innermost loops. */
static int has_whole_rows(const tp_shape *s) {
  for (int d = 0; d < s->dims; d++)
    if (s->inner[d] > 0)
      return 0;
  return 1;
}

/* Tiles with short rows keep the program's order (lib/CodeGen/EmitTile.cpp), and a start takes as long as the loop where that
   is short. */
static int gains_in_tiles(const tp_shape *s) {
  enum { LEAST_ROW = 16 };
  const double least_seconds = 10e-6;
  for (int d = 0; d < s->dims; d++)
    if (s->inner[d] > 0 && tp_length(s->lo[d], s->hi[d]) / s->inner[d] < LEAST_ROW)
      return 0;
  return (double)s->points * s->point >= least_seconds;
}

/* Of sums in order: all, and those along each dimension. */
static void count_terms(const tp_region *r, const void *a, tp_shape *s) {
  for (int i = 0; i < r->tp_sums; i++) {
    const tp_sum *sum = &tp_sums_of(r, a)[i];
    double terms = sum->tp_partial ? 0 : (double)tp_terms_of(sum);
    s->terms += terms;
    if (sum->tp_along > 0)
      s->terms_along[sum->tp_along - 1] += terms;
  }
}

/* Rows, and bytes of arrays, from which on tiles gain where the innermost loop runs across rows: tables along diagonals of
   1000x1000 take 0.7 of the loop's time in them, of 2000x2000 a quarter. */
enum { MANY_ROWS = 700, MUCH = 4 << 20 };

static int is_huge(const tp_shape *s) {
  int huge = 0;
  for (int d = 0; d < s->dims; d++)
    huge |= tp_length(s->lo[d], s->hi[d]) == TP_HUGE;
  return huge;
}

tp_status tp_shape_of(const tp_region *r, const void *a, tp_shape *out) {
  tp_shape s = {.dims = r->tp_dims, .contiguous_dim = -1, .cell = r->tp_cell > 0 ? r->tp_cell : 1};
  tp_box space = {{0}, {0}};
  tp_machine machine;
  r->tp_bounds(a, &space);
  int empty = 0;
  for (int d = 0; d < s.dims; d++) {
    s.lo[d] = space.tp_lo[d];
    s.hi[d] = space.tp_hi[d];
    s.reach[d] = r->tp_reach[d];
    s.inner[d] = r->tp_variants[TP_VARIANT_PLAIN].tp_inner[d];
    s.line[d] = r->tp_variants[TP_VARIANT_SKEW].tp_inner[d];
    s.outer[d] = r->tp_cell > 0 ? (double)r->tp_outer[d] / r->tp_cell : d == 0;
    empty |= s.hi[d] <= s.lo[d];
  }
  int huge = is_huge(&s);
  s.kinds.jam_rows = r->tp_variants[TP_VARIANT_JAM].tp_tile ? r->tp_variants[TP_VARIANT_JAM].tp_rows : 0;
  s.kinds.jam_sides = s.kinds.jam_rows ? r->tp_variants[TP_VARIANT_JAM].tp_sides : 0;
  s.kinds.line_rows = r->tp_variants[TP_VARIANT_SKEW].tp_tile ? r->tp_variants[TP_VARIANT_SKEW].tp_rows : 0;
  s.kinds.line_more = s.kinds.line_rows ? r->tp_variants[TP_VARIANT_SKEW].tp_sides : 0;
  s.kinds.blocked = r->tp_variants[TP_VARIANT_BLOCKS].tp_tile != NULL;
  tp_machine_default(1, 1, 1, &machine);
  s.point = tp_point_estimate(&r->tp_ops, &machine);
  s.threads_only = (r->tp_flags & TP_REGION_THREADS_ONLY) != 0;
  for (int i = 0; i < r->tp_arrays; i++)
    s.maybe_written |= (r->tp_array[i].tp_flags & TP_ARRAY_MAYBE_WRITTEN) != 0;
  /* Nobody counts what will be declined. */
  s.points = empty ? 0 : huge ? 1 : tp_points_in(r, &space, a);
  s.work = s.points > 0 && !huge ? fmax(1, tp_work_in(r, &space, a) / (double)s.points) : 1;
  s.point *= s.work;
  s.sinks = r->tp_flags & TP_REGION_SINKS ? gains_in_tiles(&s) : 0;
  s.blocks = s.sinks ? (unsigned)r->tp_flags / TP_REGION_BLOCKS & ((1u << s.dims) - 1) : 0;
  if (s.points > 0 && !huge) {
    tp_density_of(r, a, &s);
    count_terms(r, a, &s);
    s.combined_bytes = range_bytes(r, a, TP_ARRAY_COMBINED);
    s.bytes = range_bytes(r, a, 0);
    s.written_bytes = range_bytes(r, a, TP_ARRAY_WRITTEN);
    s.point_bytes = written_by_point(r);
    for (int d = 0; d < s.dims; d++)
      s.load[d] = face_load(r, &s, a, d);
    s.row = has_whole_rows(&s) ? (tp_int)tp_points_of_place(&s) : 0;
    s.contiguous_dim = contiguous_dimension(r, &s, a, &s.contiguous_bytes);
    s.across = r->tp_flags & TP_REGION_ACROSS_ROWS && tp_length(s.lo[s.dims - 1], s.hi[s.dims - 1]) >= MANY_ROWS && s.bytes >= MUCH;
  }
  *out = s;
  return TP_OK;
}

void tp_shape_add_moved(const tp_region *r, const void *a, tp_shape *s) {
  double all = range_bytes(r, a, 0);
  if (s->threads_only || s->points <= 0 || is_huge(s))
    return;
  s->livein_bytes = least(scaled_bytes(r, s, a, r->tp_livein, 0), all);
  s->owned_bytes = least(scaled_bytes(r, s, a, r->tp_owned, 1), range_bytes(r, a, TP_ARRAY_WRITTEN));
  s->held_bytes = least(s->livein_bytes + s->owned_bytes, all);
}
