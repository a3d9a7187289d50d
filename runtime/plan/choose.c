/* choose.c - which plan runs: all ranks, threads alone, one CPU, or the sequential loop. */
#include "plan/build.h"
#include "plan/formulas.h"
#include "plan/measured.h"
#include "plan/model.h"
#include "plan/pages.h"
#include "plan/plan.h"
#include "plan/request.h"
#include "plan/search.h"
#include "plan/traffic.h"

#include <stdio.h>

/* A plan must promise this much before it replaces a simpler one: the model is not that exact. */
#define GAIN 1.1
/* A plan that times what it gains may cost this much more than the simpler one. */
#define LOSS 1.03
enum { ROWS_ALONE = 64 };
/* Operations counted in the source say little about seconds: a plan must pay even if the points take
   only this part of the estimate. What was measured varies less. */
#define CAUTION 0.5
/* The estimate takes bodies for recurrences, and compilers vectorize those that have no dependence at all. Threads have little
   to lose by that, and ranks all that moves: they wait for what a run on one of them shows, unless even such points pay. */
#define CAUTION_VECTORS 0.1
#define CAUTION_MEASURED 0.9
/* Where there are several tile functions, points may be as much cheaper again, on one CPU as on many; moving data is not. */
#define FASTER 0.6
/* A declined region is tried if its estimate is no further from paying, or one CPU may gain by itself. */
#define NEAR 4
/* ... and if its calls so far came to so many seconds. */
#define WORTH_KNOWING 1e-3

static char why_text[256];

static tp_status declined(const char **why, const char *reason) {
  snprintf(why_text, sizeof why_text, "%s", reason);
  *why = why_text;
  return TP_DECLINED;
}

/* --- the decision ----------------------------------------------------------------------------- */

/* Seconds of a plan, or of the sequential loop, should the points be cheaper than estimated. many: p, or the
   plan of more CPUs that p is compared with. */
static tp_cost cautious(const tp_problem *problem, const tp_plan *p, const tp_plan *many) {
  tp_problem cheap = *problem;
  tp_cost cost;
  cheap.shape.point *= many->ranks > 1 && !tp_carries_dependence(&problem->shape) ? CAUTION_VECTORS : CAUTION;
  if (tp_overlaps_points(&cheap.shape.kinds))
    cheap.shape.point *= FASTER;
  for (int kind = 0; kind < TP_VARIANTS; kind++)
    for (int k = 0; k < TP_CLASSES; k++) {
      cheap.shape.measured.point[kind][k] *= CAUTION_MEASURED;
      cheap.shape.measured.hint[kind][k] *= CAUTION_MEASURED;
    }
  tp_predict(&cheap, p, &cost);
  return cost;
}

/* One CPU gains by another order of points, where there is one. */
static int may_gain_alone(const tp_problem *problem) {
  return problem->shape.sinks > 0 || problem->shape.across || (tp_has_choice(&problem->shape.kinds) && problem->settings.body != TP_BODY_PLAIN);
}

/* One CPU fills no pipeline: its tiles keep the innermost loop whole where an outer dimension has enough
   rows to time the bodies with. In uneven spaces of those the one that the model prefers: one time step after
   the other may not stay in the cache. */
static tp_request for_one_cpu(const tp_problem *problem, const tp_request *q) {
  const tp_shape *shape = &problem->shape;
  tp_request one = *q, next = *q;
  double best = 0;
  for (int d = 0; d < shape->dims; d++) {
    if (tp_length(shape->lo[d], shape->hi[d]) < ROWS_ALONE)
      continue;
    next.mapped = d;
    double seconds = shape->density.cells[0] > 0 ? tp_plan_make(problem, &next, 1, 1).predicted : 0;
    if (best == 0 || seconds * GAIN < best) {
      one.mapped = d;
      best = seconds;
    }
    if (seconds == 0)
      break;
  }
  return one;
}

/* Threads alone, or threads on all ranks, whichever the model prefers; a mesh that was asked for, and
   TILEPIPE_ALWAYS, leave no plan. */
static tp_plan decide(const tp_problem *problem, const tp_request *q) {
  int given = problem->settings.always || q->has_mesh || q->has_group;
  tp_request one = given ? *q : for_one_cpu(problem, q);
  if (q->ranks * q->threads == 1)
    return tp_search(problem, &one, 1, 1);
  tp_plan all = tp_search(problem, q, q->ranks, q->threads);
  /* Where one thread is fast, starting others may cost more than they gain. */
  if (!given && problem->shape.sinks > 0 && all.ranks == 1 && all.threads > 1) {
    tp_plan single = tp_search(problem, &one, 1, 1);
    return cautious(problem, &all, &all).total * GAIN < cautious(problem, &single, &all).total ? all : single;
  }
  if (problem->settings.always || q->has_mesh || all.ranks == 1)
    return all;
  tp_plan alone = q->threads == 1 ? tp_plan_make(problem, &one, 1, 1) : tp_search(problem, q, 1, q->threads);
  /* One thread alone is no alternative: the comparison with the sequential loop is still to come. */
  if (alone.threads == 1 && !may_gain_alone(problem))
    return all;
  double seconds = cautious(problem, &all, &all).total;
  return seconds * GAIN < cautious(problem, &alone, &all).total ? all : alone;
}

static tp_status request(const tp_problem *problem, tp_request *q, const char **why) {
  const tp_shape *shape = &problem->shape;
  tp_status status = tp_request_for(problem, q, why);
  for (int d = 0; status == TP_OK && d < shape->dims; d++) {
    tp_int length = tp_length(shape->lo[d], shape->hi[d]);
    if (length == 0 || shape->points <= 0)
      status = declined(why, "the space is empty");
    else if (length == TP_HUGE)
      status = declined(why, "the space is too large");
  }
  return status;
}

tp_status tp_plan_pays(const tp_problem *problem, const tp_plan *p, const char **why) {
  char reason[128];
  tp_cost cost = cautious(problem, p, p);
  /* What one CPU gains the model cannot say before both functions were timed; it must have next to nothing
     to lose. */
  double alone = !may_gain_alone(problem) ? 1 / GAIN : tp_measured_several(&problem->shape.measured) ? 1 / TP_GAIN_ALONE : LOSS;
  double most = p->ranks * p->threads > 1 ? 1 / GAIN : alone;
  if (cost.total < most * cost.sequential)
    return TP_OK;
  snprintf(reason, sizeof reason, "no gain expected: %.3g s in parallel, %.3g s sequentially", cost.total,
           cost.sequential);
  return declined(why, reason);
}

int tp_plan_may_gain_alone(const tp_problem *problem) {
  return may_gain_alone(problem) || tp_traffic_matters(&problem->shape);
}

tp_status tp_plan_choose(const tp_problem *problem, tp_plan *out, const char **why) {
  tp_request q;
  tp_status status = request(problem, &q, why);
  if (status != TP_OK)
    return status;
  tp_plan p = decide(problem, &q);
  if (problem->settings.always) {
    *out = p;
    return TP_OK;
  }
  if (p.ranks * p.threads == 1 && !tp_plan_may_gain_alone(problem))
    return declined(why, "one CPU: nothing to gain");
  if (tp_plan_pays(problem, &p, why) != TP_OK)
    return TP_DECLINED;
  *out = p;
  return TP_OK;
}

tp_status tp_plan_alone(const tp_problem *problem, tp_plan *out) {
  tp_request q;
  const char *why;
  if (request(problem, &q, &why) != TP_OK || q.has_mesh || q.has_group)
    return TP_DECLINED;
  tp_request one = for_one_cpu(problem, &q);
  *out = tp_plan_make(problem, &one, 1, 1);
  return TP_OK;
}

tp_status tp_plan_try(const tp_problem *problem, long calls, tp_plan *out) {
  tp_request q;
  tp_cost cost;
  const char *why;
  if (problem->settings.always || tp_measured_any(&problem->shape.measured) || request(problem, &q, &why) != TP_OK)
    return TP_DECLINED;
  /* What was asked for cannot be had on one CPU. */
  if (q.has_mesh || q.has_group || (q.ranks * q.threads == 1 && !may_gain_alone(problem)))
    return TP_DECLINED;
  tp_request for_all = tp_pages_request(&problem->shape, &problem->settings, &q, q.ranks);
  tp_plan all = tp_plan_make(problem, &for_all, q.ranks, q.threads);
  tp_predict(problem, &all, &cost);
  int near = cost.total <= NEAR * cost.sequential || may_gain_alone(problem);
  if (!near || (double)calls * cost.sequential < WORTH_KNOWING)
    return TP_DECLINED;
  tp_request one = for_one_cpu(problem, &q);
  tp_plan p = tp_plan_make(problem, &one, 1, 1);
  tp_predict(problem, &p, &cost);
  /* One run may add the terms of sums once more: threads do that while others compute, one CPU does not. */
  if (cost.total - cost.parts.move > GAIN * cost.sequential)
    return TP_DECLINED;
  *out = p;
  return TP_OK;
}
