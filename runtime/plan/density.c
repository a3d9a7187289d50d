/* density.c - how the points of a space lie in its bounding box. */
#include "plan/density.h"

#include "plan/formulas.h"

#include <math.h>
#include <string.h>

/* Cells along a dimension by depth, points of a slice along the thin dimensions, and along the last one. */
static const int cells_along[TP_DIMS + 1] = {0, 1, 32, 10, 5, 4};
static const int thin[TP_DIMS + 1] = {0, 1, 8, 4, 3, 2};
enum { LONGEST = 4096 };
/* The part of the points that lies elsewhere than in a box; spaces of less are boxes. */
#define UNEVEN 0.1

/* Part of cell k of dimension d that is looked at: the middle of it. */
static void slice(const tp_shape *s, int d, int k, tp_box *b) {
  double cell = (double)tp_length(s->lo[d], s->hi[d]) / s->density.cells[d];
  double most = d == s->dims - 1 ? LONGEST : thin[s->dims], size = fmin(ceil(cell), most);
  b->tp_lo[d] = s->lo[d] + (tp_int)(cell * (k + 0.5) - size / 2 + 0.5);
  if (b->tp_lo[d] < s->lo[d])
    b->tp_lo[d] = s->lo[d];
  b->tp_hi[d] = b->tp_lo[d] + (tp_int)size;
  if (b->tp_hi[d] > s->hi[d])
    b->tp_hi[d] = s->hi[d];
}

void tp_density_of(const tp_region *r, const void *a, tp_shape *s) {
  tp_density *g = &s->density;
  tp_int volume = 1;
  int cells = 1;
  double sum = 0, uneven = 0;
  for (int d = 0; d < s->dims; d++)
    volume = tp_mul_sat(volume, tp_length(s->lo[d], s->hi[d]));
  if (s->dims < 2 || (s->points == volume && !r->tp_work))
    return;
  for (int d = 0; d < s->dims; d++) {
    tp_int length = tp_length(s->lo[d], s->hi[d]);
    g->cells[d] = length < cells_along[s->dims] ? (int)length : cells_along[s->dims];
    cells *= g->cells[d];
  }
  for (int c = 0; c < cells; c++) {
    tp_box b = {{0}, {0}};
    double looked = 1;
    for (int d = s->dims - 1, rest = c; d >= 0; rest /= g->cells[d], d--) {
      slice(s, d, rest % g->cells[d], &b);
      looked *= (double)(b.tp_hi[d] - b.tp_lo[d]);
    }
    g->share[c] = (float)(((double)tp_points_in(r, &b, a) + tp_work_in(r, &b, a)) / looked);
    sum += g->share[c];
  }
  for (int c = 0; c < cells; c++) {
    g->share[c] = (float)(g->share[c] / sum);
    uneven += fabs(g->share[c] - 1.0 / cells);
  }
  /* The slices missed all of it, or they are nearly equal: several statements may have more points than the box. */
  if (!(sum > 0) || uneven < UNEVEN)
    memset(g, 0, sizeof *g);
}

/* One dimension of `old` cells cut anew: in[outer][old][inner] to out[outer][parts][inner]. */
static void cut_one(const float *in, int outer, int old, int inner, const tp_cuts *cuts, float *out) {
  memset(out, 0, (size_t)outer * (size_t)cuts->parts * (size_t)inner * sizeof *out);
  for (int k = 0; k < cuts->parts; k++) {
    double from = cuts->bound[k] * old, to = cuts->bound[k + 1] * old;
    for (int c = (int)from; c < old && c < to; c++) {
      float part = (float)(fmin(to, c + 1) - fmax(from, c));
      for (int o = 0; part > 0 && o < outer; o++) {
        const float *source = in + (o * old + c) * inner;
        float *sink = out + (o * cuts->parts + k) * inner;
        for (int i = 0; i < inner; i++)
          sink[i] += part * source[i];
      }
    }
  }
}

/* Dimensions that become shorter come first: so no step needs more room than the grid or the result. */
void tp_density_cut(const tp_shape *s, const tp_cuts *cuts, float *out) {
  float room[2][2 * TP_CELLS];
  int size[TP_DIMS], steps = 0;
  const float *now = s->density.share;
  memcpy(size, s->density.cells, sizeof size);
  for (int longer = 0; longer <= 1; longer++)
    for (int d = 0; d < s->dims; d++) {
      int outer = 1, inner = 1;
      if ((cuts[d].parts > s->density.cells[d]) != longer)
        continue;
      for (int k = 0; k < s->dims; k++)
        *(k < d ? &outer : &inner) *= k == d ? 1 : size[k];
      float *next = ++steps == s->dims ? out : room[steps & 1];
      cut_one(now, outer, size[d], inner, &cuts[d], next);
      size[d] = cuts[d].parts;
      now = next;
    }
}
