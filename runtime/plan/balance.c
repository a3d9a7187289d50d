/* balance.c - smaller parts for threads that also communicate. */
#include "plan/balance.h"

#include "plan/formulas.h"
#include "plan/model.h"

enum { PARTS = 16, CYCLES = 4 }; /* rows per CPU where extents are free */

/* The only dimension along which a rank has several threads, -1: there is none, or there are more. */
static int only_group_dimension(const tp_plan *p) {
  int found = -1;
  for (int d = 0; d < p->dims; d++)
    if (p->group[d] > 1) {
      if (found >= 0)
        return -1;
      found = d;
    }
  return found;
}

/* Makes rows along d thinner by the factor, as far as dependences allow. */
static void thin_rows(const tp_shape *shape, tp_int factor, int d, tp_plan *p) {
  tp_int least = shape->reach[d] > 1 ? shape->reach[d] : 1;
  tp_int extent = tp_ceil_div(p->extent[d], factor);
  p->extent[d] = extent > least ? extent : least;
  p->tiles[d] = tp_ceil_div(tp_length(p->lo[d], p->hi[d]), p->extent[d]);
}

/* Seconds of the master for the messages of a rank in one step: what travels meanwhile is not its work. kind: 0: first rank along the cut, which receives nothing
   there; 2: last, which sends nothing there; 1: in between. */
static double rank_messages(const tp_problem *problem, const tp_plan *p, int kind) {
  const tp_machine *machine = &problem->machine;
  double seconds = 0;
  for (int d = 0; d < p->dims; d++) {
    if (!tp_sends_across(&problem->shape, p, d))
      continue;
    double bytes = tp_face_bytes(&problem->shape, p, d) * p->threads / p->group[d];
    double one = tp_send_seconds(machine, tp_path_of(machine, p), bytes, 1) +
                 tp_copy_seconds(machine, bytes, TP_IN_CACHE);
    seconds += d == p->cut && kind != 1 ? one : 2 * one;
  }
  return seconds;
}

void tp_balance_parts(const tp_problem *problem, const tp_request *q, tp_plan *p) {
  int wanted = p->balance;
  p->balance = TP_BALANCE_NONE;
  p->cut = -1;
  if (wanted < TP_BALANCE_CONSTANT || p->hybrid != TP_HYBRID_COARSE || p->ranks < 2 || p->threads < 2 ||
      p->assign == TP_ASSIGN_CYCLIC)
    return;
  p->cut = only_group_dimension(p);
  if (p->cut < 0)
    return;
  tp_cost cost;
  tp_predict(problem, p, &cost);
  p->balance = wanted;
  for (int kind = 0; kind < 3; kind++) {
    double messages = rank_messages(problem, p, wanted == TP_BALANCE_VARIABLE ? kind : 1);
    p->bal[kind] = tp_balance(p->threads, messages, (cost.compute + cost.overhead) * p->threads);
  }
  if (q->extent[p->cut] == 0)
    thin_rows(&problem->shape, PARTS, p->cut, p);
}

void tp_cyclic_rows(const tp_shape *shape, const tp_request *q, tp_plan *p) {
  for (int d = 0; p->assign == TP_ASSIGN_CYCLIC && d < p->dims; d++)
    if (d != p->mapped && q->extent[d] == 0 && p->mesh[d] * p->group[d] > 1)
      thin_rows(shape, CYCLES, d, p);
}
