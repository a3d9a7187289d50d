/* additions.c - see additions.h. */
#include "exec/pipeline.h"

#include "exec/slices.h"
#include "plan/terms.h"
#include "util/liveness.h"

static int lies_along(const tp_pipeline *p, const tp_sum *s) {
  return !s->tp_partial && s->tp_along == p->plan.mapped + 1;
}

void tp_additions_begin(tp_pipeline *p) {
  const tp_region *r = p->region;
  p->additions.are_on = 0;
  for (int i = 0; tp_adds_meanwhile(&p->plan) && i < r->tp_sums; i++)
    p->additions.are_on |= lies_along(p, &tp_sums_of(r, p->args)[i]);
  atomic_store_explicit(&p->additions.through, 0, memory_order_relaxed);
  atomic_store_explicit(&p->additions.is_busy.at, 0, memory_order_relaxed);
  atomic_store_explicit(&p->additions.slabs.at, 0, memory_order_relaxed);
}

/* Slabs that all CPUs have finished. */
static tp_int complete(const tp_pipeline *p) {
  tp_int least = p->plan.tiles[p->plan.mapped];
  for (int i = 0; i < p->plan.threads; i++)
    if (p->lane[i].rows > 0)
      least = tp_min(least, atomic_load_explicit(&p->done[i].at, memory_order_acquire));
  return least;
}

/* Terms in the first slabs. */
static tp_int terms_in(const tp_pipeline *p, const tp_sum *s, tp_int slabs) {
  const tp_plan *plan = &p->plan;
  tp_int all = tp_terms_of(s), rows = s->tp_past[0] - s->tp_first[0];
  if (all == 0 || slabs == plan->tiles[plan->mapped])
    return all;
  tp_int end = plan->lo[plan->mapped] + slabs * plan->extent[plan->mapped];
  return tp_min(tp_max(end - s->tp_first[0], 0), rows) * (all / rows);
}

tp_int tp_additions_made(const tp_pipeline *p, const tp_sum *s) {
  return p->additions.are_on && lies_along(p, s) ? terms_in(p, s, p->additions.slabs.at) : 0;
}

void tp_sum_add(const tp_sum *s, tp_int first, tp_int past) {
  if (s->tp_is_float) {
    float sum = *(float *)s->tp_result;
    for (tp_int k = first; k < past; k++)
      sum += ((const float *)s->tp_terms)[k];
    *(float *)s->tp_result = sum;
  } else {
    double sum = *(double *)s->tp_result;
    for (tp_int k = first; k < past; k++)
      sum += ((const double *)s->tp_terms)[k];
    *(double *)s->tp_result = sum;
  }
}

/* In the program's floating-point environment, as a tile. */
static void add(tp_cpu *c, tp_int from, tp_int to) {
  const tp_pipeline *p = c->pipeline;
  const tp_sum *sums = tp_sums_of(p->region, p->args);
  tp_liveness_compute();
  tp_context_enter(&p->floats);
  for (int i = 0; i < p->region->tp_sums; i++)
    if (lies_along(p, &sums[i]))
      tp_sum_add(&sums[i], terms_in(p, &sums[i], from), terms_in(p, &sums[i], to));
  tp_context_leave(&c->effects);
  tp_liveness_rest();
}

/* The slabs that are complete, unless another thread is adding. 1: some were added. */
static int add_complete(tp_cpu *c, tp_lane *l) {
  tp_pipeline *p = c->pipeline;
  tp_additions *a = &p->additions;
  long long free = 0;
  if (complete(p) <= atomic_load_explicit(&a->slabs.at, memory_order_relaxed) ||
      !atomic_compare_exchange_strong_explicit(&a->is_busy.at, &free, 1, memory_order_acquire, memory_order_relaxed))
    return 0;
  tp_int from = a->slabs.at, to = complete(p);
  if (from < to) {
    add(c, from, to);
    atomic_store_explicit(&a->slabs.at, to, memory_order_release);
    tp_phase_end(c, l, TP_SLICE_SUM, -1, &l->counts.sums);
  }
  atomic_store_explicit(&a->is_busy.at, 0, memory_order_release);
  return from < to;
}

/* Whether the thread, which has finished so many tiles, is to add before its next one. All CPUs have equal tiles. Those that add
   fall behind; so the others get ahead, and add instead. */
static int has_time(const tp_pipeline *p, tp_int tiles) {
  const tp_additions *a = &p->additions;
  tp_int added = atomic_load_explicit(&a->slabs.at, memory_order_relaxed), ahead = p->plan.threads + 2;
  /* Before the counters of all CPUs are read: no more than its own tiles are complete. */
  if (tiles - added < ahead || atomic_load_explicit(&a->through, memory_order_relaxed) > 0)
    return 0;
  tp_int slabs = complete(p);
  return tiles - slabs >= ahead || slabs - added >= 2 * ahead;
}

void tp_additions_follow(tp_cpu *c, tp_lane *l, tp_int k) {
  tp_pipeline *p = c->pipeline;
  tp_int tiles = p->plan.tiles[p->plan.mapped];
  if (!p->additions.are_on)
    return;
  /* A thread that runs the tiles of all CPUs is through when the last of them is. */
  if (k + 1 < tiles || c->which + 1 < c->lanes) {
    if (has_time(p, k + 1))
      add_complete(c, l);
    return;
  }
  atomic_fetch_add_explicit(&p->additions.through, 1, memory_order_relaxed);
  tp_backoff backoff = {0};
  for (tp_int slabs, before = -1; (slabs = atomic_load_explicit(&p->additions.slabs.at, memory_order_acquire)) < tiles; before = slabs) {
    if (slabs != before)
      backoff = (tp_backoff){0};
    if (!add_complete(c, l))
      tp_stuck(p, l, k, tp_relax(&backoff), "the terms of tile", (int)slabs);
  }
  tp_phase_end(c, l, TP_SLICE_WAIT, -1, &l->counts.wait);
}
