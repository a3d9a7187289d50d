/* uneven.c - when the last CPU is through, where tiles hold unequal numbers of points.
 *
 * The pipeline is followed in a few phases instead of all its steps: the mapped dimension is cut into
 * PHASES equal parts, in each of which a CPU's tiles are alike. A CPU begins a phase when it is through with
 * the one before, and one tile after each lower neighbour began it; it ends it one tile after each lower
 * neighbour did, at least. Where tiles are alike everywhere that gives K steps and a step per hop. Rows of
 * CPUs that are long are followed in bundles. With cyclic assignment, passes that follow one another are much
 * alike: of a group of them the middle one is followed twice, and the others take what the second one did. */
#include "plan/uneven.h"

#include "plan/density.h"
#include "plan/formulas.h"

#include <math.h>
#include <string.h>

enum { PHASES = 24, BUNDLES = 64, GROUPS = 8, ALONG = 7 }; /* GROUPS (ALONG + 1) <= TP_PARTS */

/* One CPU, or a bundle of `chain` CPUs along each dimension. */
typedef struct lane {
  double begin[PHASES], end[PHASES]; /* of its first CPU */
} lane;

typedef struct follower {
  const tp_shape *shape;
  const tp_plan *p;
  const tp_rates *rates;
  int count[TP_DIMS];           /* lanes along d; 1 along the mapped dimension */
  double chain[TP_DIMS];        /* CPUs of a lane along d */
  double points[BUNDLES * PHASES]; /* of one CPU of a lane, by phase */
  double tiles;                 /* steps per phase */
} follower;

static double one_tile(const follower *f, const double *points) {
  return *points * f->rates->point / f->tiles + f->rates->step;
}

static double whole_phase(const follower *f, const double *points) {
  return *points * f->rates->point + f->rates->step * f->tiles;
}

/* Until the CPU behind the lane at coordinate c of dimension d knows what its last one did. */
static double way(const follower *f, int d, int c) {
  const tp_plan *p = f->p;
  double threads = p->group[d], chain = f->chain[d];
  if (chain > 1)
    return chain * ((threads - 1) * f->rates->thread + f->rates->rank) / threads;
  return p->mesh[d] > 1 && (c + 1) % p->group[d] == 0 ? f->rates->rank : f->rates->thread;
}

/* Begin and end of a phase of lane l after those of its lower neighbours. */
static void run_phase(const follower *f, lane *all, int l, int k, double free) {
  const double *points = &f->points[l * PHASES + k];
  double begin = k > 0 ? all[l].end[k - 1] : free, waits = 0;
  for (int d = f->p->dims - 1, stride = 1; d >= 0; stride *= f->count[d], d--) {
    int c = l / stride % f->count[d];
    if (c == 0 || f->shape->reach[d] == 0)
      continue;
    double behind = way(f, d, c - 1);
    const lane *lower = &all[l - stride];
    begin = fmax(begin, lower->begin[k] + f->chain[d] * one_tile(f, points - stride * PHASES) + behind);
    waits = fmax(waits, lower->end[k] + f->chain[d] * one_tile(f, points) + behind);
  }
  all[l].begin[k] = begin;
  all[l].end[k] = fmax(begin + whole_phase(f, points), waits);
}

/* The end of the last CPU of the last bundle. */
static double last_end(const follower *f, const lane *all, int lanes) {
  double last = 0;
  for (int l = 0; l < lanes; l++) {
    double end = all[l].end[PHASES - 1];
    for (int d = 0; d < f->p->dims; d++)
      if (f->shape->reach[d] > 0 && f->chain[d] > 1)
        end += (f->chain[d] - 1) * (one_tile(f, &f->points[l * PHASES + PHASES - 1]) + f->rates->thread);
    last = fmax(last, end);
  }
  return last;
}

static void even_cuts(tp_cuts *c, int parts) {
  c->parts = parts;
  for (int k = 0; k <= parts; k++)
    c->bound[k] = (double)k / parts;
}

/* --- blocks ----------------------------------------------------------------------------------- */

/* Where the rows of CPU c begin, as a part of the length. */
static double row_start(const tp_plan *p, int d, tp_int c) {
  tp_int first, last, cpus = (tp_int)p->mesh[d] * p->group[d];
  if (c >= cpus)
    return 1;
  tp_rows(p, d, c, &first, &last);
  return fmin(1, (double)first * (double)p->extent[d] / (double)tp_length(p->lo[d], p->hi[d]));
}

/* Lanes and cuts along the dimensions of the CPUs; answers the number of lanes. */
static int block_lanes(follower *f, tp_cuts *cuts) {
  const tp_plan *p = f->p;
  tp_int cpus[TP_DIMS], bundle[TP_DIMS];
  int lanes = BUNDLES + 1;
  for (int d = 0; d < p->dims; d++) {
    cpus[d] = (tp_int)p->mesh[d] * p->group[d];
    cpus[d] = d == p->mapped ? 1 : cpus[d] < p->tiles[d] ? cpus[d] : p->tiles[d];
    bundle[d] = 1;
  }
  while (lanes > BUNDLES) {
    int longest = 0;
    lanes = 1;
    for (int d = 0; d < p->dims; d++) {
      f->count[d] = (int)tp_ceil_div(cpus[d], bundle[d]);
      lanes = f->count[d] > BUNDLES || lanes > BUNDLES ? BUNDLES + 1 : lanes * f->count[d];
      longest = f->count[d] > f->count[longest] ? d : longest;
    }
    bundle[longest] *= lanes > BUNDLES ? 2 : 1;
  }
  for (int d = 0; d < p->dims; d++) {
    f->chain[d] = (double)cpus[d] / f->count[d];
    cuts[d].parts = f->count[d];
    for (int k = 0; k <= f->count[d]; k++)
      cuts[d].bound[k] = d == p->mapped ? k : row_start(p, d, k * bundle[d] < cpus[d] ? k * bundle[d] : (tp_int)p->mesh[d] * p->group[d]);
  }
  return lanes;
}

static void follow_blocks(follower *f, tp_uneven *out) {
  tp_cuts cuts[TP_DIMS];
  float share[2 * TP_CELLS];
  lane all[BUNDLES];
  int m = f->p->mapped, inner = 1, lanes = block_lanes(f, cuts);
  double each = (double)f->shape->points;
  even_cuts(&cuts[m], PHASES);
  tp_density_cut(f->shape, cuts, share);
  for (int d = 0; d < f->p->dims; d++) {
    each /= f->chain[d];
    inner *= d > m ? f->count[d] : 1;
  }
  out->busiest = 0;
  for (int l = 0; l < lanes; l++) {
    double sum = 0;
    for (int k = 0; k < PHASES; k++)
      sum += f->points[l * PHASES + k] = each * share[(l / inner * PHASES + k) * inner + l % inner];
    out->busiest = fmax(out->busiest, sum);
  }
  for (int l = 0; l < lanes; l++)
    for (int k = 0; k < PHASES; k++)
      run_phase(f, all, l, k, 0);
  out->total = last_end(f, all, lanes);
}

/* --- cyclic rows ------------------------------------------------------------------------------ */

/* What the next pass must wait for. */
typedef struct pass_ends {
  double begin[PHASES], end[PHASES]; /* of the last row */
  double free[ALONG];                /* when each lane is through */
} pass_ends;

static void follow_pass(follower *f, int e, int lanes, pass_ends *was) {
  lane all[ALONG];
  for (int l = 0; l < lanes; l++)
    for (int k = 0; k < PHASES; k++) {
      run_phase(f, all, l, k, was->free[l]);
      if (l > 0 || f->shape->reach[e] == 0)
        continue;
      const double *points = &f->points[k];
      double tile = one_tile(f, points), behind = way(f, e, f->count[e] - 1);
      double begin = fmax(all->begin[k], was->begin[k] + tile + behind);
      all->end[k] = fmax(fmax(all->end[k], begin + whole_phase(f, points)), was->end[k] + tile + behind);
      all->begin[k] = begin;
    }
  for (int l = 0; l < lanes; l++)
    was->free[l] = all[l].end[PHASES - 1];
  for (int k = 0; k < PHASES; k++) {
    double within = (f->chain[e] - 1) * one_tile(f, &f->points[k]);
    was->begin[k] = all[lanes - 1].begin[k] + within;
    was->end[k] = all[lanes - 1].end[k] + within;
  }
}

/* All that changed from one pass to the next changes `more` times again. */
static void go_on(pass_ends *now, const pass_ends *before, double more) {
  double *to = (double *)now;
  const double *from = (const double *)before;
  for (size_t i = 0; i < sizeof *now / sizeof *to; i++)
    to[i] += more * (to[i] - from[i]);
}

static double passes_of(const tp_plan *p, int e, int groups, int g) {
  tp_int passes = tp_passes_along(p, e);
  return (double)(passes * (g + 1) / groups - passes * g / groups);
}

/* Of each group the pass in the middle, lane by lane, behind a part that is left out: the average of a group
   would be a wider row than there is. */
static void pass_cuts(const tp_plan *p, int e, int groups, int lanes, tp_cuts *cuts) {
  tp_int passes = tp_passes_along(p, e), cpus = (tp_int)p->mesh[e] * p->group[e];
  double part = (double)p->extent[e] / (double)tp_length(p->lo[e], p->hi[e]), *bound = cuts->bound;
  cuts->parts = groups * (lanes + 1);
  *bound++ = 0;
  for (int g = 0; g < groups; g++) {
    tp_int middle = (passes * g / groups + passes * (g + 1) / groups) / 2;
    for (int l = 0; l <= lanes; l++)
      *bound++ = fmin(1, ((double)(middle * cpus) + (double)cpus * l / lanes) * part);
  }
}

static void follow_cyclic(follower *f, int e, tp_uneven *out) {
  const tp_plan *p = f->p;
  tp_cuts cuts[TP_DIMS];
  float share[2 * TP_CELLS];
  pass_ends now = {{0}, {0}, {0}}, before;
  tp_int cpus = (tp_int)p->mesh[e] * p->group[e], passes = tp_passes_along(p, e);
  int groups = passes < GROUPS ? (int)passes : GROUPS, lanes = cpus < ALONG ? (int)cpus : ALONG;
  for (int d = 0; d < p->dims; d++)
    even_cuts(&cuts[d], d == p->mapped ? PHASES : 1);
  pass_cuts(p, e, groups, lanes, &cuts[e]);
  tp_density_cut(f->shape, cuts, share);
  f->count[e] = lanes;
  f->chain[e] = (double)cpus / lanes;
  int parts = cuts[e].parts, before_phase = e < p->mapped ? PHASES : 1, before_part = e < p->mapped ? 1 : parts;
  double found = 0;
  for (int i = 0; i < groups * (lanes + 1); i++)
    for (int k = 0; k < PHASES && i % (lanes + 1) > 0; k++)
      found += share[i * before_phase + k * before_part] * passes_of(p, e, groups, i / (lanes + 1));
  for (int g = 0; g < groups; g++) {
    double here = passes_of(p, e, groups, g);
    for (int l = 0; l < lanes; l++)
      for (int k = 0; k < PHASES; k++)
        f->points[l * PHASES + k] = share[(g * (lanes + 1) + l + 1) * before_phase + k * before_part] / found *
                                    (double)f->shape->points / f->chain[e];
    follow_pass(f, e, lanes, &now);
    if (here > 1) {
      before = now;
      follow_pass(f, e, lanes, &now);
      go_on(&now, &before, here - 2);
    }
  }
  out->busiest = (double)f->shape->points / (double)cpus;
  out->total = now.end[PHASES - 1];
}

/* The only dimension with several rows besides the mapped one; -1: there are more. */
static int only_rows(const tp_plan *p) {
  int found = -1;
  for (int d = 0; d < p->dims; d++)
    if (d != p->mapped && p->tiles[d] > 1) {
      if (found >= 0)
        return -1;
      found = d;
    }
  return found;
}

int tp_uneven_run(const tp_shape *shape, const tp_plan *p, const tp_rates *rates, tp_uneven *out) {
  follower f = {.shape = shape, .p = p, .rates = rates, .tiles = (double)p->tiles[p->mapped] / PHASES};
  if (shape->density.cells[0] == 0)
    return 0;
  for (int d = 0; d < TP_DIMS; d++) {
    f.count[d] = 1;
    f.chain[d] = 1;
  }
  if (tp_passes(p) == 1) {
    follow_blocks(&f, out);
    return 1;
  }
  int e = only_rows(p);
  if (e < 0)
    return 0;
  follow_cyclic(&f, e, out);
  return 1;
}
