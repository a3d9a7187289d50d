/* fewer.c - the plan beside the one with all CPUs. */
#include "plan/fewer.h"

#include "plan/build.h"
#include "plan/model.h"
#include "plan/pages.h"
#include "plan/request.h"

#include <stdio.h>

static double milliseconds(double seconds) { return seconds > 0 ? 1e3 * seconds : 0; }

/* Seconds that a plan spends on anything but points. */
static double beside(const tp_cost *c) {
  return c->parts.start + c->parts.sync + c->parts.comm + c->parts.fill + c->parts.move;
}

void tp_fewer_why(const tp_problem *problem, const tp_plan *p, int ranks, int threads, char *out, int size) {
  tp_request q;
  tp_cost all, now;
  const char *why;
  int of_ranks = p->ranks < ranks;
  *out = 0;
  if ((!of_ranks && p->threads >= threads) || tp_request_for(problem, &q, &why) != TP_OK)
    return;
  if (q.has_mesh || q.has_group || q.ranks < ranks || q.threads < threads) {
    snprintf(out, (size_t)size, "settings ask for it");
    return;
  }
  q = tp_pages_request(&problem->shape, &problem->settings, &q, of_ranks ? q.ranks : p->ranks);
  tp_plan more = tp_plan_make(problem, &q, of_ranks ? q.ranks : p->ranks, q.threads);
  if (of_ranks ? more.ranks <= p->ranks : more.threads <= p->threads) {
    snprintf(out, (size_t)size, "the space has too few rows");
    return;
  }
  tp_predict(problem, &more, &all);
  tp_predict(problem, p, &now);
  double gain = now.parts.compute - all.parts.compute;
  if (of_ranks && all.parts.move >= 0.5 * beside(&all))
    snprintf(out, (size_t)size, "moving data %.3g ms, gain %.3g ms", milliseconds(all.parts.move), milliseconds(gain));
  else
    snprintf(out, (size_t)size, "start and waiting %.3g ms instead of %.3g ms, gain %.3g ms", milliseconds(beside(&all)),
             milliseconds(beside(&now)), milliseconds(gain));
}
