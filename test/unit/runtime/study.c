/* study.c - see study.h. */
#include "study.h"

#include <stdio.h>
#include <string.h>

typedef unsigned long long seed_t;

static unsigned draw(seed_t *s, unsigned most) {
  *s = *s * 6364136223846793005u + 1442695040888963407u;
  return (unsigned)(*s >> 33) % most;
}

static tp_int between(seed_t *s, tp_int least, tp_int most) {
  return least + draw(s, (unsigned)(most - least + 1));
}

/* --- the nest --------------------------------------------------------------------------------- */

/* Few points, but now and then a dimension so long that its faces pass a kilobyte. */
static void draw_loops(seed_t *s, nest *n) {
  static const tp_int most[] = {0, 400, 32, 12, 8, 6};
  int wide = n->dims > 1 && draw(s, 5) == 0 ? (int)draw(s, (unsigned)n->dims) : -1;
  for (int d = 0; d < n->dims; d++) {
    n->lo[d] = between(s, 0, 3);
    n->hi[d] = n->lo[d] + between(s, draw(s, 8) ? most[n->dims] / 2 : 1, most[n->dims]);
    if (wide >= 0)
      n->hi[d] = n->lo[d] + (d != wide ? between(s, 1, 4) : between(s, 120, 260) / (n->dims > 3 ? 4 : 1));
  }
}

/* Rows that skew one dimension by another, or none. */
static void draw_rows(seed_t *s, nest *n) {
  memset(n->row, 0, sizeof n->row);
  for (int d = 0; d < n->dims; d++)
    n->row[d][d] = 1;
  for (int d = 1; d < n->dims && n->dims < 4; d++)
    if (draw(s, 6) == 0)
      n->row[d][draw(s, (unsigned)d)] = between(s, 1, 2);
}

/* An array with a margin all around; now and then one that lacks a dimension, so that its elements are
   written again and again. Reads are at most two elements away, most of them below. */
static void draw_accesses(seed_t *s, nest *n) {
  tp_int stride = 1;
  int lacking = n->dims > 1 && draw(s, 6) == 0 ? (int)draw(s, (unsigned)n->dims) : -1;
  n->at = 0;
  for (int d = n->dims - 1; d >= 0; d--) {
    n->write[d] = d == lacking ? 0 : stride;
    n->at += d == lacking ? 0 : 2 * stride;
    stride *= d == lacking ? 1 : n->hi[d] + 4;
  }
  n->elements = stride;
  n->reads = (int)between(s, 1, NEST_READS);
  for (int r = 0; r < n->reads; r++) {
    int above = draw(s, 8) == 0, reach = draw(s, 4) ? 1 : 2;
    n->read[r] = 0;
    for (int d = 0; d < n->dims; d++)
      if (draw(s, 3) < 2)
        n->read[r] += (above ? 1 : -1) * n->write[d] * between(s, 0, reach);
  }
}

/* Reads that stop somewhere: then values are overwritten by points that are not told by any face that
   the last reader has run. */
static void draw_limits(seed_t *s, nest *n) {
  for (int r = 0; r < n->reads; r++) {
    int along = (int)draw(s, (unsigned)n->dims);
    n->limit[r] = (nest_limit){draw(s, 3) == 0, along, between(s, n->lo[along], n->hi[along])};
  }
}

/* --- the plan --------------------------------------------------------------------------------- */

/* Deals at most STUDY_CPUS CPUs to ranks and threads along the dimensions that are not mapped. */
static void draw_mesh(seed_t *s, int dims, int mapped, int *mesh, int *group) {
  int cpus = 1, most = (int)between(s, draw(s, 2) ? STUDY_CPUS : 1, STUDY_CPUS);
  for (int d = 0; d < dims; d++)
    mesh[d] = group[d] = 1;
  if (dims == TP_DIMS && draw(s, 3) == 0) { /* the smallest mesh of four dimensions */
    for (int d = 0; d < dims; d++)
      *(draw(s, 2) ? &mesh[d] : &group[d]) = d == mapped ? 1 : 2;
    return;
  }
  for (int tries = 0; tries < 12 && dims > 1; tries++) {
    int d = (int)draw(s, (unsigned)dims), *of = draw(s, 3) ? mesh : group;
    int factor = tries || draw(s, 2) ? (int)between(s, 2, 3) : (int)between(s, 1, most);
    if (d == mapped || cpus * factor > most)
      continue;
    of[d] *= factor;
    cpus *= factor;
  }
}

/* cpus: along the dimension; 0: it is mapped, and most often in many tiles. */
static tp_int draw_extent(seed_t *s, tp_int length, tp_int cpus, tp_int reach) {
  tp_int fair = cpus ? (length + cpus - 1) / cpus : length, extent;
  switch (draw(s, cpus ? 12 : 6)) {
  case 0:
    extent = length + between(s, -1, 1);
    break;
  case 1:
  case 2:
    extent = between(s, 1, 3);
    break;
  case 3:
  case 4:
  case 5:
    extent = 1;
    break;
  case 6:
  case 7:
    extent = fair + between(s, -1, 1);
    break;
  default:
    extent = between(s, 1, fair);
    break;
  }
  extent = tp_max(extent, tp_max(reach, 1));
  /* Messages of a run are many enough with so many tiles. */
  return tp_max(extent, (length + 29) / 30);
}

/* Parts of any size, whoever communicates. */
static void draw_balance(seed_t *s, tp_plan *c) {
  if (c->assign == TP_ASSIGN_CYCLIC || draw(s, 3))
    return;
  for (int d = 0; d < c->dims; d++)
    if (c->group[d] > 1) {
      c->balance = draw(s, 2) ? TP_BALANCE_CONSTANT : TP_BALANCE_VARIABLE;
      c->cut = d;
      for (int i = 0; i < 3; i++)
        c->bal[i] = (double)between(s, 0, 10) / 10;
    }
}

static void draw_choice(seed_t *s, study *out) {
  const nest *n = &out->nest;
  nest_args args = {n, out->facts, NULL};
  int mesh[TP_DIMS], group[TP_DIMS], mapped = (int)draw(s, (unsigned)n->dims);
  tp_int extent[TP_DIMS];
  tp_box space;
  nest_bounds(&args, &space);
  draw_mesh(s, n->dims, mapped, mesh, group);
  for (int d = 0; d < n->dims; d++)
    extent[d] = draw_extent(s, space.tp_hi[d] - space.tp_lo[d], d == mapped ? 0 : mesh[d] * group[d],
                            rig_reach(out->facts, d));
  rig_choice(n, out->facts, mapped, extent, mesh, group, &out->plan);
  out->plan.schedule = draw(s, 2) ? TP_SCHEDULE_OVERLAP : TP_SCHEDULE_BLOCKING;
  out->plan.protocol = draw(s, 2) ? TP_PROTOCOL_EAGER : TP_PROTOCOL_SYNCHRONOUS;
  static const int groupings[] = {TP_GROUPING_DATAFLOW, TP_GROUPING_HYPERPLANE, TP_GROUPING_VERTICAL};
  static const int hybrids[] = {TP_HYBRID_MULTIPLE, TP_HYBRID_MULTIPLE, TP_HYBRID_COARSE, TP_HYBRID_FINE};
  out->plan.grouping = groupings[draw(s, 3)];
  out->plan.hybrid = hybrids[draw(s, 4)];
  out->plan.assign = draw(s, 4) ? TP_ASSIGN_BLOCK : TP_ASSIGN_CYCLIC;
  draw_balance(s, &out->plan);
  out->plan.subtiles = draw(s, 3) ? (int)between(s, 1, 5) : 1;
  out->plan.pokes = draw(s, 3) ? 0 : (int)between(s, 1, 3);
}

void study_draw(unsigned long long seed, study *out) {
  static const int depths[] = {1, 2, 2, 3, 3, 3, 4, 4, 5, 5};
  seed_t s = seed * 0x9e3779b97f4a7c15u + 0x2545f4914f6cdd1du;
  draw(&s, 2);
  memset(out, 0, sizeof *out);
  nest *n = &out->nest;
  n->name = "study";
  n->dims = depths[draw(&s, sizeof depths / sizeof *depths)];
  draw_loops(&s, n);
  for (;;) { /* until the dependences allow the tiling */
    draw_rows(&s, n);
    draw_accesses(&s, n);
    memset(n->limit, 0, sizeof n->limit);
    if (draw(&s, 4) == 0)
      draw_limits(&s, n);
    out->facts = nest_study(n);
    if (nest_legal(out->facts))
      break;
    nest_forget(out->facts);
  }
  draw_choice(&s, out);
  out->options.alone = draw(&s, 4) ? 0 : (int)between(&s, 1, 2);
  out->options.repeat = draw(&s, 4) ? 1 : 2;
  out->options.seed = seed + 1;
  out->plan.transport = TP_TRANSPORT_P2P + (int)draw(&s, 4);
  out->options.host = draw(&s, 3) ? 0 : (int)between(&s, 1, 3);
  out->plan.faces = draw(&s, 4) ? TP_FACES_DIRECT : TP_FACES_PACKED;
}

void study_free(study *s) { nest_forget(s->facts); }

void study_describe(const study *s, char *out, size_t size) {
  const nest *n = &s->nest;
  size_t at = (size_t)snprintf(out, size, "loops");
  for (int d = 0; d < n->dims; d++)
    at += (size_t)snprintf(out + at, size - at, " %lld..%lld", n->lo[d], n->hi[d] - 1);
  at += (size_t)snprintf(out + at, size - at, " reads");
  for (int r = 0; r < n->reads; r++)
    at += (size_t)snprintf(out + at, size - at, " %lld", n->read[r]);
  at += (size_t)snprintf(out + at, size - at, " alone=%d host=%d ", s->options.alone, s->options.host);
  tp_plan_print(&s->plan, NULL, out + at, (int)(size - at));
}
