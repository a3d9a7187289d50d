/* choose.c - chooses what the settings leave open: mesh, group, extents, and whether to run at all. */
#include "plan/balance.h"
#include "plan/extents.h"
#include "plan/formulas.h"
#include "plan/learn.h"
#include "plan/model.h"
#include "plan/plan.h"
#include "plan/request.h"

#include <limits.h>
#include <stdio.h>

/* A plan must promise this much before it replaces a simpler one: the model is not that exact. */
#define GAIN 1.1
/* A plan that times what it gains may cost this much more than the simpler one. */
#define LOSS 1.03
enum { ROWS_ALONE = 64 };
/* Operations counted in the source say little about seconds: a plan must pay even if the points take
   only this part of the estimate. What was measured varies less. */
#define CAUTION 0.5
#define CAUTION_MEASURED 0.9
/* A declined region is tried if its estimate is no further from paying. */
#define NEAR 4
/* ... and if its calls so far came to so many seconds. */
#define WORTH_KNOWING 1e-3

static char why_text[256];

static tp_status declined(const char **why, const char *reason) {
  snprintf(why_text, sizeof why_text, "%s", reason);
  *why = why_text;
  return TP_DECLINED;
}

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

/* Mesh over the rows there can be, then groups within what one rank gets of them. */
static void arrange(const tp_shape *shape, const tp_request *q, int ranks, int threads, tp_choice *p) {
  tp_int cap[TP_DIMS], u[TP_DIMS];
  double X[TP_DIMS];
  for (int d = 0; d < p->dims; d++) {
    u[d] = cap[d] = tp_most_rows(shape, q->extent[d], d);
    X[d] = (double)tp_length(shape->lo[d], shape->hi[d]);
  }
  p->ranks = shape_cpus(shape, q, 0, ranks, cap, X, u, p->mesh);
  for (int d = 0; d < p->dims; d++) {
    cap[d] = cap[d] / p->mesh[d];
    cap[d] = cap[d] < 1 ? 1 : cap[d];
    u[d] = tp_ceil_div(u[d], p->mesh[d]);
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
static void drop_idle(const tp_request *q, tp_choice *p) {
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
static int subtiles(const tp_shape *shape, const tp_choice *p, const tp_machine *machine,
                    const tp_cost *cost) {
  int depend = 0;
  for (int d = 0; d < p->dims; d++)
    depend |= p->group[d] > 1 && shape->reach[d] > 0;
  if (!depend)
    return 1;
  tp_int best = tp_vertical_best(cost->compute + cost->overhead, tp_flag_seconds(machine, p->threads));
  tp_int most = tp_tile_length(p, p->mapped);
  return (int)(best < most ? best : most);
}

/* The whole plan for at most so many ranks and threads. */
static tp_choice build(const tp_shape *shape, const tp_machine *machine, const tp_settings *settings,
                       const tp_request *q, int ranks, int threads) {
  tp_choice p = {.dims = shape->dims, .mapped = q->mapped, .ignored = q->ignored};
  tp_cost cost;
  p.schedule = settings->schedule ? settings->schedule : TP_SCHEDULE_OVERLAP;
  p.protocol = settings->protocol ? settings->protocol : TP_PROTOCOL_EAGER;
  p.grouping = settings->grouping ? settings->grouping : TP_GROUPING_DATAFLOW;
  p.hybrid = settings->hybrid ? settings->hybrid : TP_HYBRID_MULTIPLE;
  p.transport = settings->transport ? settings->transport : TP_TRANSPORT_P2P;
  p.assign = settings->assign ? settings->assign : TP_ASSIGN_BLOCK;
  p.balance = settings->balance ? settings->balance : TP_BALANCE_NONE;
  p.cut = -1;
  p.subtiles = 1;
  p.body = settings->body;
  for (int d = 0; d < p.dims; d++) {
    p.lo[d] = shape->lo[d];
    p.hi[d] = shape->hi[d];
    p.extent[d] = q->extent[d];
  }
  arrange(shape, q, ranks, threads, &p);
  tp_default_extents(shape, machine, settings->always, &p);
  drop_idle(q, &p);
  tp_cyclic_rows(shape, q, &p);
  tp_predict(shape, machine, &p, &cost);
  p.pokes = cost.pokes;
  if (p.grouping == TP_GROUPING_VERTICAL && p.threads > 1)
    p.subtiles = subtiles(shape, &p, machine, &cost);
  tp_balance_parts(shape, machine, q, &p);
  p.predicted = cost.total;
  return p;
}

/* --- the decision ----------------------------------------------------------------------------- */

/* Seconds of a plan, or of the sequential loop, should the points be cheaper than estimated. */
static tp_cost cautious(const tp_shape *shape, const tp_machine *machine, const tp_choice *p) {
  tp_shape cheap = *shape;
  tp_cost cost;
  cheap.point *= CAUTION;
  for (int k = 0; k < TP_CLASSES; k++) {
    cheap.measured.point[0][k] *= CAUTION_MEASURED;
    cheap.measured.point[1][k] *= CAUTION_MEASURED;
  }
  tp_predict(&cheap, machine, p, &cost);
  return cost;
}

/* One CPU gains by another order inside its tiles, where there is one. */
static int may_gain_alone(const tp_shape *shape, const tp_settings *settings) {
  return shape->jam_rows > 0 && settings->body != TP_BODY_PLAIN;
}

/* One CPU fills no pipeline: its tiles keep the innermost loop whole where an outer dimension has enough
   rows to time the bodies with. */
static tp_request for_one_cpu(const tp_shape *shape, const tp_request *q) {
  tp_request one = *q;
  for (int d = 0; d < shape->dims; d++)
    if (tp_length(shape->lo[d], shape->hi[d]) >= ROWS_ALONE) {
      one.mapped = d;
      break;
    }
  return one;
}

/* Threads alone, or threads on all ranks, whichever the model prefers; a mesh that was asked for, and
   TILEPIPE_ALWAYS, leave no choice. */
static tp_choice decide(const tp_shape *shape, const tp_machine *machine, const tp_settings *settings,
                        const tp_request *q) {
  int given = settings->always || q->has_mesh || q->has_group;
  tp_request one = given ? *q : for_one_cpu(shape, q);
  if (q->ranks * q->threads == 1)
    return build(shape, machine, settings, &one, 1, 1);
  tp_choice all = build(shape, machine, settings, q, q->ranks, q->threads);
  if (settings->always || q->has_mesh || all.ranks == 1)
    return all;
  tp_choice alone = build(shape, machine, settings, q->threads == 1 ? &one : q, 1, q->threads);
  /* One thread alone is no alternative: the comparison with the sequential loop is still to come. */
  if (alone.threads == 1 && !may_gain_alone(shape, settings))
    return all;
  double seconds = cautious(shape, machine, &all).total;
  return seconds * GAIN < cautious(shape, machine, &alone).total ? all : alone;
}

static int is_sensible(const tp_shape *shape, const char **why) {
  const char *reason = NULL;
  for (int d = 0; d < shape->dims && !reason; d++) {
    tp_int length = tp_length(shape->lo[d], shape->hi[d]);
    if (length == 0 || shape->points <= 0)
      reason = "the space is empty";
    else if (length == TP_HUGE)
      reason = "the space is too large";
  }
  if (reason)
    declined(why, reason);
  return !reason;
}

tp_status tp_plan_choose(const tp_shape *shape, const tp_machine *machine, const tp_settings *settings,
                         const char *region_name, tp_choice *out, const char **why) {
  tp_request q;
  tp_status status = tp_request_for(shape, machine, settings, region_name, &q, why);
  if (status != TP_OK)
    return status;
  if (!is_sensible(shape, why))
    return TP_DECLINED;
  tp_choice p = decide(shape, machine, settings, &q);
  if (settings->always) {
    *out = p;
    return TP_OK;
  }
  int alone = p.ranks * p.threads == 1;
  if (alone && !may_gain_alone(shape, settings))
    return declined(why, "one CPU: nothing to gain");
  tp_cost cost = cautious(shape, machine, &p);
  /* What one CPU gains the model cannot say; it must have next to nothing to lose. */
  if (alone ? cost.total > LOSS * cost.sequential : cost.total * GAIN >= cost.sequential) {
    char reason[128];
    snprintf(reason, sizeof reason, "no gain expected: %.3g s in parallel, %.3g s sequentially",
             cost.total, cost.sequential);
    return declined(why, reason);
  }
  *out = p;
  return TP_OK;
}

tp_status tp_plan_try(const tp_shape *shape, const tp_machine *machine, const tp_settings *settings,
                      const char *region_name, long calls, tp_choice *out) {
  tp_request q;
  tp_cost cost;
  const char *why;
  if (settings->always || tp_measured_any(&shape->measured) || !is_sensible(shape, &why) ||
      tp_request_for(shape, machine, settings, region_name, &q, &why) != TP_OK)
    return TP_DECLINED;
  /* What was asked for cannot be had on one CPU. */
  if (q.has_mesh || q.has_group || (q.ranks * q.threads == 1 && !may_gain_alone(shape, settings)))
    return TP_DECLINED;
  tp_choice all = build(shape, machine, settings, &q, q.ranks, q.threads);
  tp_predict(shape, machine, &all, &cost);
  if (cost.total > NEAR * cost.sequential || (double)calls * cost.sequential < WORTH_KNOWING)
    return TP_DECLINED;
  tp_request one = for_one_cpu(shape, &q);
  tp_choice p = build(shape, machine, settings, &one, 1, 1);
  tp_predict(shape, machine, &p, &cost);
  if (cost.total > GAIN * cost.sequential)
    return TP_DECLINED;
  *out = p;
  return TP_OK;
}
