/* factor.c - the choices that search all factorisations: group shape (P0) and process mesh (P3). */
#include "plan/formulas.h"

#include <math.h>

typedef struct search search;

/* One search over the factorisations of a number into n factors, the factor of `skip` being 1. */
struct search {
  int n, skip;
  const tp_int *cap, *fixed;
  tp_int at[TP_DIMS];   /* the factorisation being built */
  tp_int best[TP_DIMS]; /* the best so far */
  int found;
  int (*better)(search *s); /* is `at` better than what was kept? Keeps its cost if so. */
  tp_int product;       /* what is factorised */
  const tp_int *u;      /* group: tiles */
  const double *X, *d;  /* mesh: extents and loads; group: loads in d */
  double cost, second;  /* kept costs, compared in this order */
  int flat;             /* mesh: kept one has a dimension of 1 */
  tp_int (*list)[TP_DIMS]; /* all of them: where they go, how many there are, and may be */
  int listed, most;
};

/* Costs that differ by rounding alone are equal. */
static int compare(double x, double y) {
  if (isinf(y))
    return isinf(x) ? 0 : -1;
  double scale = fabs(x) > fabs(y) ? fabs(x) : fabs(y);
  return fabs(x - y) <= 1e-12 * scale ? 0 : x < y ? -1 : 1;
}

/* Larger factors of outer dimensions come first, so that of equals the outermost wins. */
static void factorise(search *s, int dim, tp_int rest) {
  if (dim == s->n) {
    if (rest == 1 && (s->better(s) || !s->found)) {
      s->found = 1;
      for (int k = 0; k < s->n; k++)
        s->best[k] = s->at[k];
    }
    return;
  }
  tp_int largest = dim == s->skip ? 1 : rest;
  if (s->cap && s->cap[dim] < largest)
    largest = s->cap[dim] < 1 ? 1 : s->cap[dim];
  tp_int only = s->fixed && dim != s->skip ? s->fixed[dim] : 0;
  if (only > 0) {
    s->at[dim] = only;
    if (rest % only == 0)
      factorise(s, dim + 1, rest / only);
    return;
  }
  for (tp_int f = largest; f >= 1; f--) {
    if (rest % f)
      continue;
    s->at[dim] = f;
    factorise(s, dim + 1, rest / f);
  }
}

static int run(search *s, tp_int *out) {
  s->found = 0;
  s->cost = s->second = HUGE_VAL;
  s->flat = 0;
  if (s->product < 1)
    return 0;
  factorise(s, 0, s->product);
  for (int k = 0; s->found && k < s->n; k++)
    out[k] = s->best[k];
  return s->found;
}

/* --- group shape ------------------------------------------------------------------------------ */

static int better_group(search *s) {
  double steps = (double)tp_steps_grouped(s->n, s->skip, s->u, s->at), load = 0;
  for (int k = 0; k < s->n; k++)
    if (k != s->skip && s->d)
      load += (double)s->product * s->d[k] / (double)s->at[k];
  int order = compare(steps, s->cost);
  if (order == 0)
    order = compare(load, s->second);
  if (order >= 0)
    return 0;
  s->cost = steps;
  s->second = load;
  return 1;
}

int tp_group_shape(int n, int i, const tp_int *u, tp_int cpus, const double *load, const tp_int *cap,
                   const tp_int *fixed, tp_int *m) {
  search s = {.n = n, .skip = i, .cap = cap, .fixed = fixed, .better = better_group,
              .product = cpus, .u = u, .d = load};
  return run(&s, m);
}

/* --- process mesh ----------------------------------------------------------------------------- */

static int better_mesh(search *s) {
  double volume = 0, latency = 0;
  int flat = 0;
  for (int k = 0; k < s->n; k++) {
    if (k == s->skip)
      continue;
    volume += s->d[k] * (double)s->at[k] / s->X[k];
    latency += (double)s->at[k];
    flat |= s->at[k] == 1;
  }
  int order = compare(volume, s->cost);
  if (order == 0)
    order = s->flat - flat;
  if (order == 0)
    order = compare(latency, s->second);
  if (order >= 0)
    return 0;
  s->cost = volume;
  s->second = latency;
  s->flat = flat;
  return 1;
}

int tp_process_mesh(int n, int i, const double *X, const double *d, tp_int P, const tp_int *cap,
                    const tp_int *fixed, tp_int *mesh) {
  search s = {.n = n, .skip = i, .cap = cap, .fixed = fixed, .better = better_mesh,
              .product = P, .X = X, .d = d};
  return run(&s, mesh);
}

/* --- all of them ------------------------------------------------------------------------------ */

static int keep(search *s) {
  if (s->listed < s->most) {
    for (int k = 0; k < s->n; k++)
      s->list[s->listed][k] = s->at[k];
    s->listed++;
  }
  return 0;
}

int tp_factorisations(int n, int i, tp_int product, const tp_int *cap, const tp_int *fixed,
                      tp_int (*out)[TP_DIMS], int most) {
  tp_int unused[TP_DIMS];
  search s = {.n = n, .skip = i, .cap = cap, .fixed = fixed, .better = keep, .product = product,
              .list = out, .most = most};
  run(&s, unused);
  return s.listed;
}
