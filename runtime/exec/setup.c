/* setup.c - from a plan to what this rank's threads do: rows, and whom they wait for. */
#include "exec/pipeline.h"

#include "plan/model.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Same-rank CPUs below along some dimensions that carry a dependence. With blocks a rank is a box of CPUs,
   so the unit neighbours in between are on this rank and have waited for those further below.

   With cyclic assignment they may be on other ranks. Moreover another rank's row may lie between two rows of this one.
   It may overwrite, in its own memory, what the first still has to read, and send the new value to the second. So a CPU
   waits for all CPUs of the rank in the pass before. */
static int find_lower(const tp_pipeline *p, tp_lane *l, const tp_int *at) {
  const tp_plan *c = &p->plan;
  int cyclic = c->assign == TP_ASSIGN_CYCLIC;
  l->lower = malloc(((size_t)1 << c->dims) * sizeof *l->lower + (size_t)c->threads * sizeof *l->lower);
  if (!l->lower)
    return 0;
  for (unsigned below = 1; below < 1u << c->dims; below++) {
    tp_int other[TP_DIMS], pass;
    int rank, thread, possible = cyclic || (below & (below - 1)) == 0;
    for (int d = 0; d < c->dims; d++) {
      other[d] = at[d] - (below >> d & 1);
      possible &= other[d] >= 0;
      possible &= !(below >> d & 1) || (d != c->mapped && p->region->tp_reach[d] > 0);
    }
    if (!possible)
      continue;
    tp_cpu_at(c, other, &rank, &thread, &pass);
    if (rank == p->rank)
      l->lower[l->lowers++] = pass * c->threads + thread;
  }
  for (int t = 0; l->index >= c->threads && t < c->threads; t++)
    if (p->lane[(l->index / c->threads - 1) * c->threads + t].rows > 0)
      l->lower[l->lowers++] = (l->index / c->threads - 1) * c->threads + t;
  return 1;
}

/* The rows of a CPU: one tile each, but together where only the balance made them thin. */
static void take_rows(const tp_plan *c, const tp_int *at, tp_lane *l) {
  l->rows = 1;
  for (int d = 0; d < c->dims; d++) {
    l->span[d] = 1;
    if (d == c->mapped)
      continue;
    tp_int last;
    tp_rows(c, d, at[d], &l->first[d], &last);
    l->count[d] = tp_max(last - l->first[d], 0);
    if (d == tp_cut(c) && l->count[d] > 0) {
      l->span[d] = l->count[d];
      l->count[d] = 1;
    }
    l->rows *= l->count[d];
  }
}

/* 1 << TP_VARIANT_* of the tile functions that may run. */
static int kinds_of(const tp_plan *plan) {
  int kinds = 0;
  for (int kind = 0; kind < TP_VARIANTS; kind++)
    kinds |= tp_has_kind(&plan->kinds, kind) << kind;
  return kinds;
}

static int make_lane(tp_pipeline *p, int thread, tp_int pass) {
  const tp_plan *c = &p->plan;
  tp_lane *l = &p->lane[pass * c->threads + thread];
  tp_int at[TP_DIMS] = {0};
  tp_box box;
  tp_cpu_coordinates(c, p->rank, thread, pass, at);
  l->thread = thread;
  l->index = pass * c->threads + thread;
  tp_body_start(&l->body, c->body, kinds_of(c));
  take_rows(c, at, l);
  l->offset = tp_offset_of(c, at);
  if (l->rows == 0)
    return 1;
  l->counts.has_work =
      tp_cpu_box(c, p->rank, thread, pass, &box) && tp_points_in(p->region, &box, p->args) > 0;
  return find_lower(p, l, at) && (p->transport == NULL || tp_channels_make(p, l, at));
}

static void *aligned(size_t count, size_t size) {
  size_t bytes = (count * size + 127) / 128 * 128;
  void *p = aligned_alloc(128, bytes);
  return p ? memset(p, 0, bytes) : NULL;
}

tp_pipeline *tp_pipeline_build(const tp_region *r, const void *args, const tp_plan *plan, int rank,
                       tp_transport *transport) {
  tp_pipeline *p = aligned(1, sizeof *p);
  if (!p)
    return NULL;
  p->region = r;
  p->args = args;
  p->plan = *plan;
  p->rank = rank;
  p->transport = plan->ranks > 1 ? transport : NULL;
  p->lockstep = p->transport && tp_lockstep(plan);
  p->pieces = tp_tile_pieces(plan);
  p->passes = tp_passes(plan);
  size_t lanes = (size_t)(p->passes * plan->threads);
  p->lane = calloc(lanes, sizeof *p->lane);
  p->cpu = aligned((size_t)plan->threads, sizeof *p->cpu);
  p->done = aligned(lanes, sizeof *p->done);
  int complete = p->lane && p->cpu && p->done;
  for (size_t i = 0; complete && i < lanes; i++)
    complete = make_lane(p, (int)(i % (size_t)plan->threads), (tp_int)i / plan->threads);
  if (!complete) {
    tp_pipeline_free(p);
    return NULL;
  }
  return p;
}

void tp_pipeline_move(tp_pipeline *p, const void *args, const tp_box *space) {
  tp_box box;
  p->args = args;
  memcpy(p->plan.lo, space->tp_lo, sizeof p->plan.lo);
  memcpy(p->plan.hi, space->tp_hi, sizeof p->plan.hi);
  for (tp_int i = 0; i < p->passes * p->plan.threads; i++) {
    tp_lane *l = &p->lane[i];
    l->counts.has_work = l->rows > 0 && tp_cpu_box(&p->plan, p->rank, l->thread, i / p->plan.threads, &box) &&
                         tp_points_in(p->region, &box, args) > 0;
  }
}

void tp_pipeline_reset(tp_pipeline *p, const void *args, const tp_float_env *floats) {
  tp_int tiles = p->plan.tiles[p->plan.mapped];
  p->args = args;
  p->floats = *floats;
  memset(&p->effects, 0, sizeof p->effects);
  atomic_store_explicit(&p->arrived.at, 0, memory_order_relaxed);
  atomic_store_explicit(&p->released.at, 0, memory_order_relaxed);
  for (int t = 0; t < p->plan.threads; t++) {
    p->cpu[t].inside = 0;
    memset(&p->cpu[t].effects, 0, sizeof p->cpu[t].effects);
  }
  for (tp_int t = 0; t < p->passes * p->plan.threads; t++) {
    int has_work = p->lane[t].counts.has_work;
    memset(&p->lane[t].counts, 0, sizeof p->lane[t].counts);
    p->lane[t].counts.has_work = has_work;
    tp_body_run(&p->lane[t].body);
    tp_channels_reset(&p->lane[t], tiles);
    atomic_store_explicit(&p->done[t].at, 0, memory_order_relaxed);
  }
  tp_additions_begin(p);
}

void tp_pipeline_free(tp_pipeline *p) {
  if (!p)
    return;
  free(p->copies);
  for (tp_int t = 0; p->lane && t < p->passes * p->plan.threads; t++) {
    free(p->lane[t].lower);
    tp_channels_free(&p->lane[t]);
  }
  free(p->lane);
  free(p->cpu);
  free(p->done);
  free(p);
}

double tp_pipeline_share(const tp_pipeline *p) {
  double done = 0, all = 0;
  for (tp_int i = 0; i < p->passes * p->plan.threads; i++)
    if (p->lane[i].rows > 0) {
      done += (double)atomic_load_explicit(&p->done[i].at, memory_order_relaxed);
      all += (double)tp_lane_units(p);
    }
  return all > 0 ? done / all : 1;
}

tp_counts tp_pipeline_counts(const tp_pipeline *p, int thread) {
  tp_counts sum = {0};
  for (tp_int pass = 0; pass < p->passes; pass++) {
    const tp_counts *c = &p->lane[pass * p->plan.threads + thread].counts;
    sum.compute += c->compute;
    sum.wait += c->wait;
    sum.comm += c->comm;
    sum.sums += c->sums;
    sum.tiles += c->tiles;
    for (int kind = 0; kind < TP_VARIANTS; kind++)
      sum.of_kind[kind] += c->of_kind[kind];
    sum.messages += c->messages;
    sum.direct += c->direct;
    sum.bytes += c->bytes;
    sum.has_work |= c->has_work;
    sum.first = sum.first == 0 ? c->first : sum.first;
    sum.last = c->last > sum.last ? c->last : sum.last;
    sum.transports |= c->transports;
  }
  return sum;
}

double tp_pipeline_lost(const tp_pipeline *p, double start) {
  double most = 0;
  if (p->plan.ranks > 1 || tp_runs_fine(&p->plan))
    return INFINITY;
  for (int t = 0; t < p->plan.threads; t++) {
    const tp_cpu *c = &p->cpu[t];
    double lost = c->joined - start + c->lost;
    if (c->joined >= start && lost > most)
      most = lost;
  }
  return most;
}

tp_effects tp_pipeline_effects(const tp_pipeline *p) {
  tp_effects sum = p->effects;
  for (int t = 0; t < p->plan.threads; t++)
    tp_effects_add(&sum, &p->cpu[t].effects);
  return sum;
}
