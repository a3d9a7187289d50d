/* build.c - a whole plan from what is asked for: mesh, group, extents by rule, and what follows from them. */
#include "plan/build.h"

#include "plan/balance.h"
#include "plan/extents.h"
#include "plan/formulas.h"
#include "plan/model.h"
#include "plan/pages.h"
#include "plan/traffic.h"

/* --- mesh and group --------------------------------------------------------------------------- */

static int has_open_entry(int n, int mapped, const tp_int *list) {
  for (int d = 0; d < n; d++)
    if (d != mapped && list[d] == 0)
      return 1;
  return 0;
}

/* The largest number <= most that factorises within `cap` (P3's mesh or P0's group over it), with the
   entries that the settings fix. */
static int shape_cpus(const tp_shape *shape, const tp_request *q, int group, int most,
                      const tp_int *cap, const double *X, const tp_int *u, int *out) {
  const tp_int *fixed = group ? q->group : q->mesh;
  tp_int within[TP_DIMS], factors[TP_DIMS], product = 1, room = 1;
  for (int d = 0; d < shape->dims; d++) {
    within[d] = fixed[d] > cap[d] ? fixed[d] : cap[d];
    product *= fixed[d] > 0 ? fixed[d] : 1;
    room = tp_mul_sat(room, d == q->mapped ? 1 : fixed[d] > 0 ? fixed[d] : within[d]);
  }
  if (!has_open_entry(shape->dims, q->mapped, fixed) || most < product)
    most = (int)product;
  if (most > room)
    most = (int)room;
  for (int count = most; count >= 1; count--) {
    int found = group ? tp_group_shape(shape->dims, q->mapped, u, count, shape->load, within, fixed,
                                       factors)
                      : tp_process_mesh(shape->dims, q->mapped, X, shape->load, count, within, fixed,
                                        factors);
    if (!found)
      continue;
    for (int d = 0; d < shape->dims; d++)
      out[d] = (int)factors[d];
    return count;
  }
  return 0;
}

static int take_tried(const tp_int *tried, int dims, int *out) {
  int product = 1;
  for (int d = 0; d < dims; d++) {
    out[d] = (int)tried[d];
    product *= out[d];
  }
  return product;
}

/* Mesh over the rows there can be, then groups within what one rank gets of them. */
static void arrange(const tp_shape *shape, const tp_settings *settings, const tp_request *q, int ranks, int threads, tp_plan *p) {
  tp_int cap[TP_DIMS], u[TP_DIMS];
  double X[TP_DIMS];
  for (int d = 0; d < p->dims; d++) {
    u[d] = cap[d] = tp_most_rows(shape, q->extent[d], d);
    X[d] = (double)tp_length(shape->lo[d], shape->hi[d]);
  }
  if (!settings->always)
    tp_pages_cap(shape, q, ranks, cap);
  p->ranks = q->tried_mesh[0] ? take_tried(q->tried_mesh, p->dims, p->mesh)
                              : shape_cpus(shape, q, 0, ranks, cap, X, u, p->mesh);
  for (int d = 0; d < p->dims; d++) {
    cap[d] = u[d] / p->mesh[d];
    cap[d] = cap[d] < 1 ? 1 : cap[d];
    u[d] = tp_ceil_div(u[d], p->mesh[d]);
  }
  if (q->tried_group[0]) {
    p->threads = take_tried(q->tried_group, p->dims, p->group);
    return;
  }
  /* P3's mesh prefers dimensions that send nothing by itself; P0's group has to be told: the outermost
     such dimension if it has rows for all threads, else all such dimensions, else all. */
  tp_int independent[TP_DIMS];
  int alone = 0;
  for (int d = 0; d < p->dims; d++) {
    independent[d] = shape->reach[d] > 0 || d == q->mapped || alone ? 1 : cap[d];
    alone |= d != q->mapped && shape->reach[d] == 0 && cap[d] >= threads;
  }
  for (int d = 0; alone && d < p->dims; d++)
    independent[d] = independent[d] >= threads ? independent[d] : 1;
  p->threads = shape_cpus(shape, q, 1, threads, independent, X, u, p->group);
  if (p->threads < threads)
    p->threads = shape_cpus(shape, q, 1, threads, cap, X, u, p->group);
}

/* CPUs that got no row are not used, where neither setting nor the other level asks for them. */
static void drop_idle(const tp_request *q, tp_plan *p) {
  p->ranks = p->threads = 1;
  for (int d = 0; d < p->dims; d++) {
    if (p->group[d] == 1 && q->mesh[d] == 0 && p->mesh[d] > p->tiles[d])
      p->mesh[d] = (int)p->tiles[d];
    if (p->mesh[d] == 1 && q->group[d] == 0 && p->group[d] > p->tiles[d])
      p->group[d] = (int)p->tiles[d];
    p->ranks *= p->mesh[d];
    p->threads *= p->group[d];
  }
}

/* Vertical groups: the N of least time for a tile (P0 eq. 7), of which each has at least a point; threads
   that do not depend on each other need none. */
static int subtiles(const tp_problem *problem, const tp_plan *p, const tp_cost *cost) {
  int depend = 0;
  for (int d = 0; d < p->dims; d++)
    depend |= p->group[d] > 1 && problem->shape.reach[d] > 0;
  if (!depend)
    return 1;
  tp_int best = tp_vertical_best(cost->compute + cost->overhead, tp_flag_seconds(&problem->machine, p->threads));
  tp_int most = tp_tile_length(p, p->mapped);
  return (int)(best < most ? best : most);
}

/* What was asked for, where it works: shared memory if nothing was, for the ranks of a host. */
static int transport_of(const tp_machine *machine, int asked) {
  int wanted = asked == TP_TRANSPORT_AUTO ? TP_TRANSPORT_SHM : asked;
  int optional = wanted == TP_TRANSPORT_SHM || wanted == TP_TRANSPORT_RMA;
  return optional && !(machine->transports >> wanted & 1) ? TP_TRANSPORT_P2P : wanted;
}

tp_plan tp_plan_make(const tp_problem *problem, const tp_request *q, int ranks, int threads) {
  const tp_shape *shape = &problem->shape;
  const tp_settings *asked = &problem->settings;
  tp_plan p = {.dims = shape->dims, .mapped = q->mapped, .ignored = q->ignored};
  tp_cost cost;
  p.schedule = asked->schedule ? asked->schedule : TP_SCHEDULE_OVERLAP;
  p.protocol = asked->protocol ? asked->protocol : TP_PROTOCOL_EAGER;
  p.grouping = asked->grouping ? asked->grouping : TP_GROUPING_DATAFLOW;
  p.hybrid = asked->hybrid ? asked->hybrid : TP_HYBRID_MULTIPLE;
  p.transport = transport_of(&problem->machine, asked->transport);
  p.assign = asked->assign ? asked->assign : TP_ASSIGN_BLOCK;
  if (shape->maybe_written && ranks > 1) /* cyclic rows bring faces back to rank 0, where only results are compared */
    p.assign = TP_ASSIGN_BLOCK;
  p.faces = asked->faces ? asked->faces : TP_FACES_DIRECT;
  p.balance = asked->balance ? asked->balance : TP_BALANCE_NONE;
  p.cut = -1;
  p.subtiles = 1;
  p.body = asked->body;
  p.kinds = shape->kinds;
  p.row = shape->row;
  p.streams = tp_streams(shape, ranks);
  for (int d = 0; d < p.dims; d++) {
    p.lo[d] = shape->lo[d];
    p.hi[d] = shape->hi[d];
    p.inner[d] = shape->inner[d];
    p.line[d] = shape->line[d];
    p.extent[d] = q->extent[d];
  }
  arrange(shape, asked, q, ranks, threads, &p);
  tp_default_extents(problem, asked->always, q->coarse, &p);
  drop_idle(q, &p);
  tp_cyclic_rows(shape, q, &p);
  tp_predict(problem, &p, &cost);
  p.pokes = cost.pokes;
  if (p.grouping == TP_GROUPING_VERTICAL && p.threads > 1)
    p.subtiles = subtiles(problem, &p, &cost);
  tp_balance_parts(problem, q, &p);
  if (p.subtiles > 1 || p.balance > TP_BALANCE_NONE)
    tp_predict(problem, &p, &cost);
  p.predicted = cost.total;
  return p;
}
