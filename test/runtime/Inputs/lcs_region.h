/* lcs_region.h - a region as the compiler would emit it, written by hand: a[i][j] from its upper, left
 * and upper left neighbours, in a malloc'ed array with linearised subscripts. */
#ifndef LCS_REGION_H
#define LCS_REGION_H

#include "tilepipe/runtime.h"

#include <unistd.h>

/* Heights at which the tiles misbehave, for tests of what must notice it. */
enum { LCS_WRONG = 177, LCS_SLOW = 178, LCS_STRAY = 179 };

struct tp_lcs_args {
  int n, m;
  double *a;
};

#define LCS_AT(I, J) (p->a + (tp_int)(I) * (p->m + 1) + (J))

static void tp_lcs_nest(double *a, int n, int m) {
  for (int i = 1; i <= n; i++)
    for (int j = 1; j <= m; j++)
      a[(long)i * (m + 1) + j] = 0.3 * a[(long)(i - 1) * (m + 1) + j] +
                                 0.5 * a[(long)i * (m + 1) + j - 1] +
                                 a[(long)(i - 1) * (m + 1) + j - 1] *
                                     (0.2 - 1e-3 * a[(long)(i - 1) * (m + 1) + j]);
}

static void tp_lcs_tile(const tp_box *b, const void *args) {
  const struct tp_lcs_args *p = args;
  double *a = p->a;
  const int m = p->m;
  if (p->n == LCS_SLOW && b->tp_lo[0] == 1 && b->tp_lo[1] == 1)
    sleep(6);
  for (int i = (int)tp_max(b->tp_lo[0], 1); i < tp_min(b->tp_hi[0], p->n + 1); i++)
    for (int j = (int)tp_max(b->tp_lo[1], 1); j < tp_min(b->tp_hi[1], m + 1); j++)
      a[(long)i * (m + 1) + j] = 0.3 * a[(long)(i - 1) * (m + 1) + j] +
                                 0.5 * a[(long)i * (m + 1) + j - 1] +
                                 a[(long)(i - 1) * (m + 1) + j - 1] *
                                     (0.2 - 1e-3 * a[(long)(i - 1) * (m + 1) + j]);
  if (p->n == LCS_WRONG && b->tp_lo[0] <= 150 && b->tp_hi[0] > 150 && b->tp_lo[1] <= 90 &&
      b->tp_hi[1] > 90)
    *LCS_AT(150, 90) = 2;
  if (p->n == LCS_STRAY && b->tp_lo[0] == 1 && b->tp_lo[1] == 1)
    *LCS_AT(0, 0) = 2;
}

static void tp_lcs_bounds(const void *args, tp_box *out) {
  const struct tp_lcs_args *p = args;
  out->tp_lo[0] = out->tp_lo[1] = 1;
  out->tp_hi[0] = p->n + 1;
  out->tp_hi[1] = p->m + 1;
}

static tp_int tp_lcs_points(const tp_box *b, const void *args) {
  const struct tp_lcs_args *p = args;
  tp_int n = tp_min(b->tp_hi[0], p->n + 1) - tp_max(b->tp_lo[0], 1);
  tp_int m = tp_min(b->tp_hi[1], p->m + 1) - tp_max(b->tp_lo[1], 1);
  return n > 0 && m > 0 ? n * m : 0;
}

static void tp_lcs_ranges(const void *args, tp_range *out) {
  const struct tp_lcs_args *p = args;
  out->tp_first = 0;
  out->tp_past = p->n > 0 && p->m > 0 ? (tp_int)(p->n + 1) * (p->m + 1) * (tp_int)sizeof(double) : 0;
  out->tp_origin = 0;
  out->tp_stride[0] = sizeof(double);
}

static void tp_lcs_row(tp_stream *s, const struct tp_lcs_args *p, tp_int i, tp_int from, tp_int to) {
  tp_run(s, 0, LCS_AT(i, from), (to - from) * (tp_int)sizeof(double));
}

static void tp_lcs_face(int crosses, const tp_box *b, const tp_int *end, const void *args, tp_stream *s) {
  const struct tp_lcs_args *p = args;
  (void)end;
  if ((crosses & 1 && b->tp_hi[0] > p->n) || (crosses & 2 && b->tp_hi[1] > p->m))
    return;
  for (tp_int i = crosses & 1 ? b->tp_hi[0] - 1 : b->tp_lo[0]; i < b->tp_hi[0]; i++)
    tp_lcs_row(s, p, i, crosses & 2 ? b->tp_hi[1] - 1 : b->tp_lo[1], b->tp_hi[1]);
}

static void tp_lcs_livein(const tp_box *b, const void *args, tp_stream *s) {
  const struct tp_lcs_args *p = args;
  if (b->tp_lo[0] <= 1)
    tp_lcs_row(s, p, 0, b->tp_lo[1] - 1, b->tp_hi[1]);
  if (b->tp_lo[1] <= 1)
    for (tp_int i = b->tp_lo[0] - 1; i < b->tp_hi[0]; i++)
      tp_lcs_row(s, p, i, 0, 1);
}

static void tp_lcs_owned(const tp_box *b, const void *args, tp_stream *s) {
  for (tp_int i = b->tp_lo[0]; i < b->tp_hi[0]; i++)
    tp_lcs_row(s, args, i, b->tp_lo[1], b->tp_hi[1]);
}

static void tp_lcs_reference(const void *args) {
  const struct tp_lcs_args *p = args;
  tp_lcs_nest(p->a, p->n, p->m);
}

static void tp_lcs_pipeline(tp_cpu *c, const void *args) {
  tp_box box;
  for (tp_step s = tp_first(c); tp_more(c, s); s = tp_next(c, s)) {
    tp_begin(c, s);
    if (tp_box_at(c, s, &box))
      tp_lcs_tile(&box, args);
    tp_end(c, s);
  }
}

static void tp_lcs_start(tp_pipeline *p, const void *args) { tp_team(p, tp_lcs_pipeline, args); }

static const tp_array_info tp_lcs_array[] = {
    {"a", sizeof(double), __builtin_offsetof(struct tp_lcs_args, a), TP_ARRAY_WRITTEN, 1}};
static const tp_variant tp_lcs_variants[TP_VARIANTS] = {{tp_lcs_tile, 0, {0}, 0}};
TP_REGION(tp_lcs) = {.tp_abi = TP_ABI,
                     .tp_name = "lcs",
                     .tp_file = "lcs_region.h",
                     .tp_line = 20,
                     .tp_settings = "",
                     .tp_dims = 2,
                     .tp_reach = {1, 1},
                     .tp_ops = {4, 4, 0, 0, 0, 3, 1, 0},
                     .tp_arrays = 1,
                     .tp_faces = 3,
                     .tp_array = tp_lcs_array,
                     .tp_crosses = {1, 2, 3},
                     .tp_args = sizeof(struct tp_lcs_args),
                     .tp_sizes = __builtin_offsetof(struct tp_lcs_args, a),
                     .tp_bounds = tp_lcs_bounds,
                     .tp_points = tp_lcs_points,
                     .tp_ranges = tp_lcs_ranges,
                     .tp_variants = tp_lcs_variants,
                     .tp_reference = tp_lcs_reference,
                     .tp_face = tp_lcs_face,
                     .tp_livein = tp_lcs_livein,
                     .tp_owned = tp_lcs_owned,
                     .tp_start = tp_lcs_start,
                     .tp_allowed = &tp_lcs_allowed};

/* As emitted in front of the nest: 1 when the region ran. */
static int tp_lcs_run(double *a, int n, int m) {
  struct tp_lcs_args args;
  __builtin_memset(&args, 0, sizeof args);
  args.a = a;
  args.n = n;
  args.m = m;
  return tp_worth(&tp_lcs_allowed, (tp_int)(n > 0 ? n : 0) * (m > 0 ? m : 0)) && tp_region_run(&tp_lcs_region, &args, 0);
}

#endif
