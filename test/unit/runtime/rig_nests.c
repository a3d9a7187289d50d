/* rig_nests.c - see rig_nests.h. */
#include "rig_nests.h"

#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_DISTANCES = 4096 };

typedef struct read_fact {
  tp_int reader, writer; /* points; writer -1: the value from before the nest */
  tp_int element;
  tp_int before;         /* the read of the same element before it, since its last write; -1: none */
} read_fact;

struct nest_facts {
  const nest *nest;
  tp_int points, reads;
  tp_int *point;       /* dims coordinates per point, in order */
  tp_int *place;       /* h_d . point, as many */
  read_fact *read;
  tp_int *last;        /* per element: its last writer, -1: none */
  int legal;
  tp_int reach[TP_DIMS];
};

static tp_int dot(const tp_int *h, const tp_int *j, int dims) {
  tp_int sum = 0;
  for (int d = 0; d < dims; d++)
    sum += h[d] * j[d];
  return sum;
}

/* The next point in lexicographic order; 0: j was the last. */
static int advance(const nest *n, tp_int *j) {
  for (int d = n->dims - 1; d >= 0; d--) {
    if (++j[d] < n->hi[d])
      return 1;
    j[d] = n->lo[d];
  }
  return 0;
}

static int empty(const nest *n) {
  for (int d = 0; d < n->dims; d++)
    if (n->hi[d] <= n->lo[d])
      return 1;
  return 0;
}

static tp_int element_at(const nest *n, const tp_int *j) { return dot(n->write, j, n->dims) + n->at; }

static int is_read(const nest *n, const tp_int *j, int r) {
  return !n->limit[r].is_set || j[n->limit[r].along] < n->limit[r].until;
}

static void compute(const nest *n, const tp_int *j, double *a) {
  tp_int e = element_at(n, j);
  double v = 1.0 / 3;
  for (int d = 0; d < n->dims; d++)
    v += 1e-3 * (d + 1) * (double)j[d]; /* a point that reads nothing writes a value of its own */
  for (int r = 0; r < n->reads; r++) {
    if (!is_read(n, j, r))
      continue;
    double x = a[e + n->read[r]];
    v = v * 0.7 + sqrt(x * x + 0.1 * (r + 1)) * 0.3;
  }
  a[e] = v;
}

/* --- bookkeeping ------------------------------------------------------------------------------ */

static void depend(nest_facts *f, tp_int from, tp_int to) {
  const nest *n = f->nest;
  for (int d = 0; d < n->dims; d++) {
    tp_int distance = f->place[to * n->dims + d] - f->place[from * n->dims + d];
    if (distance < 0)
      f->legal = 0;
    if (distance > f->reach[d])
      f->reach[d] = distance;
  }
}

/* Flow from the last write, anti from the reads since it, output between consecutive writes. */
static void study_point(nest_facts *f, tp_int p, tp_int *last_read) {
  const nest *n = f->nest;
  const tp_int *j = f->point + p * n->dims;
  tp_int e = element_at(n, j);
  for (int r = 0; r < n->reads; r++) {
    if (!is_read(n, j, r))
      continue;
    tp_int x = e + n->read[r];
    f->read[f->reads] = (read_fact){p, f->last[x], x, last_read[x]};
    last_read[x] = f->reads++;
    if (f->last[x] >= 0)
      depend(f, f->last[x], p);
  }
  for (tp_int q = last_read[e]; q >= 0; q = f->read[q].before)
    if (f->read[q].reader != p)
      depend(f, f->read[q].reader, p);
  if (f->last[e] >= 0)
    depend(f, f->last[e], p);
  f->last[e] = p;
  last_read[e] = -1;
}

nest_facts *nest_study(const nest *n) {
  nest_facts *f = calloc(1, sizeof *f);
  f->nest = n;
  f->legal = 1;
  f->points = empty(n) ? 0 : 1;
  for (int d = 0; d < n->dims; d++)
    f->points *= n->hi[d] > n->lo[d] ? n->hi[d] - n->lo[d] : 0;
  f->point = calloc((size_t)f->points * n->dims + 1, sizeof *f->point);
  f->place = calloc((size_t)f->points * n->dims + 1, sizeof *f->place);
  f->read = calloc((size_t)f->points * n->reads + 1, sizeof *f->read);
  f->last = malloc((size_t)n->elements * sizeof *f->last);
  tp_int *last_read = malloc((size_t)n->elements * sizeof *last_read);
  for (tp_int e = 0; e < n->elements; e++)
    f->last[e] = last_read[e] = -1;
  tp_int j[TP_DIMS];
  memcpy(j, n->lo, sizeof j);
  for (tp_int p = 0; p < f->points; p++, advance(n, j))
    for (int d = 0; d < n->dims; d++) {
      f->point[p * n->dims + d] = j[d];
      f->place[p * n->dims + d] = dot(n->row[d], j, n->dims);
    }
  for (tp_int p = 0; p < f->points; p++)
    study_point(f, p, last_read);
  free(last_read);
  return f;
}

void nest_forget(nest_facts *f) {
  free(f->point);
  free(f->place);
  free(f->read);
  free(f->last);
  free(f);
}

int nest_legal(const nest_facts *f) { return f->legal; }

/* --- the region's functions ------------------------------------------------------------------- */

static const nest_facts *facts(const void *args) { return ((const nest_args *)args)->facts; }

static int inside(const nest_facts *f, tp_int p, const tp_box *b) {
  int dims = f->nest->dims;
  for (int d = 0; d < dims; d++) {
    tp_int x = f->place[p * dims + d];
    if (x < b->tp_lo[d] || x >= b->tp_hi[d])
      return 0;
  }
  return 1;
}

void nest_bounds(const void *args, tp_box *out) {
  const nest_facts *f = facts(args);
  const nest *n = f->nest;
  memset(out, 0, sizeof *out);
  for (int d = 0; d < n->dims; d++)
    for (tp_int p = 0; p < f->points; p++) {
      tp_int x = f->place[p * n->dims + d];
      if (p == 0 || x < out->tp_lo[d])
        out->tp_lo[d] = x;
      if (p == 0 || x >= out->tp_hi[d])
        out->tp_hi[d] = x + 1;
    }
}

static tp_int points(const tp_box *b, const void *args) {
  const nest_facts *f = facts(args);
  tp_int count = 0;
  for (tp_int p = 0; p < f->points; p++)
    count += inside(f, p, b);
  return count;
}

static void ranges(const void *args, tp_range *out) {
  *out = (tp_range){.tp_past = facts(args)->nest->elements * (tp_int)sizeof(double), .tp_stride = {sizeof(double)}};
}

static void tile(const tp_box *b, const void *args) {
  const nest_args *a = args;
  for (tp_int p = 0; p < a->facts->points; p++)
    if (inside(a->facts, p, b))
      compute(a->nest, a->facts->point + p * a->nest->dims, a->array);
}

/* Enumerates the elements marked 1, as runs. Most are not: memchr passes them many at a time. */
static void emit(const void *args, const char *mark, tp_stream *s) {
  const nest_args *a = args;
  const char *end = mark + a->nest->elements, *first = mark;
  while ((first = memchr(first, 1, (size_t)(end - first)))) {
    const char *behind = memchr(first, 0, (size_t)(end - first));
    if (!behind)
      behind = end;
    tp_run(s, 0, a->array + (first - mark), (behind - first) * (tp_int)sizeof(double));
    first = behind;
  }
}

static void livein(const tp_box *b, const void *args, tp_stream *s) {
  const nest_facts *f = facts(args);
  char *mark = calloc((size_t)f->nest->elements, 1);
  for (tp_int q = 0; q < f->reads; q++)
    if (f->read[q].writer < 0 && inside(f, f->read[q].reader, b))
      mark[f->read[q].element] = 1;
  emit(args, mark, s);
  free(mark);
}

static void owned(const tp_box *b, const void *args, tp_stream *s) {
  const nest_facts *f = facts(args);
  char *mark = calloc((size_t)f->nest->elements, 1);
  for (tp_int e = 0; e < f->nest->elements; e++)
    mark[e] = f->last[e] >= 0 && inside(f, f->last[e], b);
  emit(args, mark, s);
  free(mark);
}

static int reader_beyond(const nest_facts *f, tp_int p, int crosses, const tp_box *b,
                         const tp_int *end) {
  int dims = f->nest->dims;
  for (int d = 0; d < dims; d++) {
    tp_int x = f->place[p * dims + d];
    if (crosses >> d & 1 ? x < b->tp_hi[d] : x >= end[d])
      return 0;
  }
  return 1;
}

static void face(int crosses, const tp_box *b, const tp_int *end, const void *args, tp_stream *s) {
  const nest_facts *f = facts(args);
  char *mark = calloc((size_t)f->nest->elements, 1);
  for (tp_int q = 0; q < f->reads; q++)
    if (f->read[q].writer >= 0 && inside(f, f->read[q].writer, b) &&
        reader_beyond(f, f->read[q].reader, crosses, b, end))
      mark[f->read[q].element] = 1;
  emit(args, mark, s);
  free(mark);
}

static void reference(const void *args) {
  const nest_args *a = args;
  nest_run(a->nest, a->array);
}

static void pipeline(tp_cpu *c, const void *args) {
  tp_box box;
  for (tp_step s = tp_first(c); tp_more(c, s); s = tp_next(c, s)) {
    tp_begin(c, s);
    if (tp_box_at(c, s, &box))
      tile(&box, args);
    tp_end(c, s);
  }
}

static void start(tp_pipeline *p, const void *args) { tp_team(p, pipeline, args); }

static const tp_variant variants[TP_VARIANTS] = {{tile, 0, {0}, 0}};

void nest_make_region(const nest *n, const nest_facts *f, nest_region *out) {
  memset(out, 0, sizeof *out);
  out->array = (tp_array_info){"array", sizeof(double), 0, TP_ARRAY_WRITTEN, 1};
  int faces = (1 << n->dims) - 1;
  /* Some order that is none of the orders the runtime needs. */
  tp_region *r = &out->region;
  for (int i = 0; i < faces; i++)
    r->tp_crosses[i] = (unsigned char)(i * 2 % faces + (i * 2 >= faces && faces % 2 == 0) + 1);
  r->tp_abi = TP_ABI;
  r->tp_name = n->name;
  r->tp_file = "rig_nests.c";
  r->tp_line = 1;
  r->tp_dims = n->dims;
  r->tp_arrays = 1;
  r->tp_array = &out->array;
  r->tp_faces = faces;
  r->tp_face = face;
  r->tp_args = sizeof(nest_args);
  r->tp_sizes = offsetof(nest_args, array);
  memcpy(r->tp_reach, f->reach, sizeof f->reach);
  r->tp_settings = "";
  r->tp_bounds = nest_bounds;
  r->tp_points = points;
  r->tp_ranges = ranges;
  r->tp_variants = variants;
  r->tp_livein = livein;
  r->tp_owned = owned;
  r->tp_reference = reference;
  r->tp_start = start;
}

void nest_fill(const nest *n, double *array) {
  unsigned long long x = 88172645463325252ull;
  for (tp_int e = 0; e < n->elements; e++) {
    x ^= x << 13;
    x ^= x >> 7;
    x ^= x << 17;
    array[e] = (double)(x >> 11) / 9007199254740992.0 + 0.5;
  }
}

void nest_run(const nest *n, double *array) {
  tp_int j[TP_DIMS];
  memcpy(j, n->lo, sizeof j);
  if (!empty(n))
    do
      compute(n, j, array);
    while (advance(n, j));
}
