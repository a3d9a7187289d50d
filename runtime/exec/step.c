/* step.c - the pipeline's steps as emitted code calls them.
 *
 * A thread numbers its steps ((pass * rounds + round) * lanes + lane) * fine + piece: lanes are the CPUs that it runs in a
 * pass, fine is tile rows times pieces of a tile. It waits before the first piece of k, and signals and sends after the
 * last one. Subtiles of vertical groups wait for their neighbours on the rank one by one, and signal to them one by
 * one. */
#include "exec/partials.h"
#include "exec/pipeline.h"
#include "exec/ring.h"
#include "exec/slices.h"
#include "process/caller.h"
#include "util/liveness.h"

#include <stdio.h>
#include <stdlib.h>

int tp_threads(const tp_pipeline *p) { return p->alone ? 1 : p->plan.threads; }

void tp_stuck(const tp_pipeline *p, const tp_lane *l, tp_int k, double slept, const char *what, int whom) {
  if (p->watchdog == 0 || slept < p->watchdog)
    return;
  fprintf(stderr,
          "tilepipe: no progress for %d s in region %s: rank %d thread %d, tile %lld, waits for %s %d [watchdog]\n",
          p->watchdog, p->region->tp_name, p->rank, l->thread, k, what, whom);
  /* The others that wait get the time to say so too: the report is about who waits for whom. */
  tp_wait_grace();
  if (p->transport)
    p->transport->abandon(p->transport, 1);
  _Exit(1);
}

/* --- joining the team ------------------------------------------------------------------------- */

/* Whose tiles a thread runs and for whom it communicates. If the team is too small, one thread runs the rank's CPUs in
   lexicographic order for each round. The dependences allow that order. */
static void share_work(tp_cpu *c, int thread, int alone) {
  tp_pipeline *p = c->pipeline;
  int all = p->plan.threads, master = tp_master_communicates(&p->plan);
  c->first = thread;
  c->first_served = master ? 0 : thread;
  c->lanes = alone ? all : 1;
  c->served_lanes = !p->transport ? 0 : !master ? c->lanes : thread == 0 ? all : 0;
  for (tp_int pass = 0; pass < p->passes; pass++)
    for (int i = 0; i < c->lanes; i++)
      p->lane[pass * all + thread + i].comm_thread = c->first_served;
  c->needs_progress = 0;
  for (tp_int pass = 0; pass < p->passes; pass++)
    for (int i = 0; i < c->served_lanes; i++)
      p->lane[pass * all + c->first_served + i].by = c;
}

/* What a CPU has found out about its tile functions holds in the next pass too. */
static void enter_pass(tp_cpu *c, tp_int pass) {
  tp_lane *all = &c->pipeline->lane[pass * c->pipeline->plan.threads];
  for (int i = 0; pass > 0 && i < c->lanes; i++)
    all[c->first + i].body = c->lane[i].body;
  c->pass = pass;
  c->lane = all + c->first;
  c->served = all + c->first_served;
}

int tp_cpu_prepare(tp_pipeline *p, int thread, int team) {
  int alone = team < p->plan.threads;
  if (thread >= (alone ? 1 : p->plan.threads))
    return 0;
  tp_cpu *c = &p->cpu[thread];
  c->pipeline = p;
  share_work(c, thread, alone);
  int together = p->plan.grouping != TP_GROUPING_DATAFLOW ||
                 (p->transport && tp_master_communicates(&p->plan));
  c->barriers = together && !alone && p->plan.threads > 1;
  c->passed = 0;
  c->rounds = tp_rounds(p);
  c->passes = p->passes;
  enter_pass(c, 0);
  c->fine = 0;
  for (int i = 0; i < c->lanes; i++)
    c->fine = tp_max(c->fine, c->lane[i].rows * p->pieces);
  int has_part = c->fine > 0 || c->barriers;
  c->fine = tp_max(c->fine, 1);
  c->at = -1;
  c->joined = c->clock = tp_now();
  c->busy = p->plan.threads > 1 ? tp_busy() : 0;
  c->lost = 0;
  return has_part;
}

tp_cpu *tp_join(tp_pipeline *p, int thread, int team) {
  tp_team_enter(p, thread);
  if (!tp_cpu_prepare(p, thread, team))
    return NULL;
  tp_context_hold(&p->cpu[thread].own);
  tp_fresh_populate(&p->fresh, thread, p->alone || team < p->plan.threads ? 1 : p->plan.threads);
  return &p->cpu[thread];
}

tp_step tp_first(const tp_cpu *c) {
  (void)c;
  return 0;
}

int tp_more(const tp_cpu *c, tp_step s) { return c && s < c->passes * c->rounds * c->lanes * c->fine; }

tp_step tp_next(const tp_cpu *c, tp_step s) {
  (void)c;
  return s + 1;
}

/* Almost always the one after the last. */
void tp_cpu_locate(tp_cpu *c, tp_step s) {
  if (s == c->at)
    return;
  if (s == c->at + 1 && c->at >= 0) {
    if (++c->piece == c->fine) {
      c->piece = 0;
      if (++c->which == c->lanes) {
        c->which = 0;
        if (++c->round == c->rounds) {
          c->round = 0;
          enter_pass(c, c->pass + 1);
        }
      }
    }
  } else {
    c->piece = s % c->fine;
    c->which = (int)(s / c->fine % c->lanes);
    c->round = s / c->fine / c->lanes % c->rounds;
    tp_int pass = s / c->fine / c->lanes / c->rounds;
    if (pass != c->pass)
      enter_pass(c, pass);
  }
  c->at = s;
}

/* The lane of the current step, if it has a tile there. */
static tp_lane *lane_at(const tp_cpu *c, tp_int *k) {
  tp_lane *l = &c->lane[c->which];
  *k = tp_k_of(c->pipeline, l, c->round);
  return l->rows > 0 && *k >= 0 && *k < c->pipeline->plan.tiles[c->pipeline->plan.mapped] ? l : NULL;
}

/* --- before and after a tile ------------------------------------------------------------------ */

/* Progress is counted in k, or in subtiles. */
static tp_int units(const tp_pipeline *p) {
  return p->plan.grouping == TP_GROUPING_VERTICAL ? p->pieces : 1;
}

tp_int tp_lane_units(const tp_pipeline *p) { return p->plan.tiles[p->plan.mapped] * units(p); }

static void await_lower(tp_cpu *c, tp_lane *l, tp_int k, tp_int unit) {
  tp_pipeline *p = c->pipeline;
  for (int i = 0; i < l->lowers; i++) {
    tp_backoff backoff = {0};
    while (atomic_load_explicit(&p->done[l->lower[i]].at, memory_order_acquire) <= unit) {
      tp_stuck(p, l, k, tp_relax(&backoff), "thread", (int)(l->lower[i] % p->plan.threads));
      tp_faces_progress(c);
    }
    tp_part_waited(p, l, c->first, TP_SLICE_LOWER, &backoff, (int)(l->lower[i] % p->plan.threads), k);
  }
}

/* Between two pieces of a tile. Waiting is not computing. */
static void begin_piece(tp_cpu *c, tp_lane *l, tp_int k) {
  tp_pipeline *p = c->pipeline;
  if (p->pieces == 1)
    return;
  if (p->plan.grouping != TP_GROUPING_VERTICAL) {
    for (int i = 0; i < c->served_lanes; i++)
      tp_faces_poke(&c->served[i]);
    return;
  }
  if (c->piece % l->rows != 0 || c->piece >= l->rows * p->pieces)
    return;
  await_lower(c, l, k, k * p->pieces + c->piece / l->rows);
  tp_phase_end(c, l, TP_SLICE_WAIT, k, &l->counts.wait);
}

void tp_tile_begin(tp_cpu *c, tp_step s) {
  tp_int k;
  tp_cpu_locate(c, s);
  tp_pipeline *p = c->pipeline;
  tp_lane *l = lane_at(c, &k);
  if (!l)
    return;
  if (c->piece != 0) {
    begin_piece(c, l, k);
    return;
  }
  /* Tiles of a hyperplane group's round are independent. */
  if (p->plan.grouping != TP_GROUPING_HYPERPLANE || !c->barriers)
    await_lower(c, l, k, k * units(p));
  if (p->transport && !p->lockstep && !tp_master_communicates(&p->plan))
    tp_faces_take(p, l, k);
  double now = tp_phase_end(c, l, TP_SLICE_WAIT, k, &l->counts.wait);
  if (k == 0)
    l->counts.first = now;
  tp_trace_add(p->trace, TP_EVENT_BEGIN, p->rank, l->thread, c->lane->thread, k,
                 k + l->offset);
}

void tp_begin(tp_cpu *c, tp_step s) {
  tp_cpu_locate(c, s);
  if (c->which == 0 && c->piece == 0)
    tp_round_open(c);
  tp_tile_begin(c, s);
}

/* The box of the lane's current piece; 0: it holds no point. */
static int find_box(const tp_cpu *c, const tp_lane *l, tp_int k, tp_box *b) {
  const tp_pipeline *p = c->pipeline;
  const tp_plan *plan = &p->plan;
  if (c->piece >= l->rows * p->pieces)
    return 0;
  tp_int row = c->piece % l->rows, part = c->piece / l->rows;
  for (int d = plan->dims - 1; d >= 0; d--) {
    tp_int tile = k;
    if (d != plan->mapped) {
      tile = l->first[d] + row % l->count[d];
      row /= l->count[d];
    }
    b->tp_lo[d] = plan->lo[d] + tile * plan->extent[d];
    b->tp_hi[d] = tp_min(b->tp_lo[d] + l->span[d] * plan->extent[d], plan->hi[d]);
  }
  if (p->pieces > 1) {
    int m = plan->mapped;
    tp_int length = (plan->extent[m] + p->pieces - 1) / p->pieces;
    b->tp_lo[m] += part * length;
    b->tp_hi[m] = tp_min(b->tp_lo[m] + length, b->tp_hi[m]);
    if (b->tp_lo[m] >= b->tp_hi[m])
      return 0;
  }
  return 1;
}

/* Most blocks of a box that is nearly empty are empty. */
static int kind_for(const tp_pipeline *p, const tp_lane *l, const tp_box *b) {
  double filled = p->plan.kinds.filled, places = 1;
  if (l->body.kind != TP_VARIANT_BLOCKS || filled == 0)
    return l->body.kind;
  for (int d = 0; d < p->plan.dims; d++)
    places *= (double)(b->tp_hi[d] - b->tp_lo[d]);
  return (double)tp_points_in(p->region, b, p->args) < filled * places ? TP_VARIANT_PLAIN : TP_VARIANT_BLOCKS;
}

int tp_box_at(tp_cpu *c, tp_step s, tp_box *b) {
  tp_int k;
  tp_cpu_locate(c, s);
  const tp_pipeline *p = c->pipeline;
  tp_lane *l = lane_at(c, &k);
  if (!l || !find_box(c, l, k, b))
    return 0;
  tp_int part = c->piece / l->rows;
  if (tp_test_points)
    tp_test_points((double)tp_points_in(p->region, b, p->args));
  l->counts.tiles += part == 0;
  l->kind = kind_for(p, l, b);
  l->counts.of_kind[l->kind] += part == 0;
  c->inside = 1;
  tp_partials_of_cpu(l->thread);
  tp_liveness_compute();
  /* Not behind tp_context_enter: conversions to `double` raise exceptions. */
  if (!l->body.decided) {
    l->points = (double)tp_points_in(p->region, b, p->args);
    l->busy = tp_busy();
  }
  tp_context_enter(&p->floats);
  return 1;
}

/* Out of the program's context. */
static void leave_tile(tp_cpu *c, tp_lane *l) {
  tp_context_leave(&c->effects);
  if (!l->body.decided)
    tp_body_timed(&l->body, tp_busy() - l->busy, l->points);
  c->inside = 0;
  tp_liveness_rest();
}

/* Lanes need more stack than a thread may have (OMP_STACKSIZE). */
int tp_kind(const tp_cpu *c) {
  const int kind = c->lane[c->which].kind;
  if (kind != TP_VARIANT_SKEW)
    return kind;
  tp_ring_streams(c->pipeline->plan.streams);
  return tp_team_stack_suffices(TP_STACK_OF_LANES) ? kind : TP_VARIANT_PLAIN;
}

/* The counter is published before the faces are packed, so neighbours on this rank can start. None of them may overwrite
   an element that a reader on another rank still needs: it would lie beyond that reader. Later passes do lie there, so
   with several passes the faces are packed first. */
static void finish_lane(tp_cpu *c, tp_lane *l, tp_int k) {
  tp_pipeline *p = c->pipeline;
  l->counts.last = tp_phase_end(c, l, TP_SLICE_TILE, k, &l->counts.compute);
  int sends = l->outs && !p->lockstep && !tp_master_communicates(&p->plan);
  if (sends && p->passes > 1)
    tp_faces_send(p, l, k);
  atomic_store_explicit(&p->done[l->index].at, (k + 1) * units(p), memory_order_release);
  tp_trace_add(p->trace, TP_EVENT_FINISH, p->rank, l->thread, c->lane->thread, k,
                 k + l->offset);
  if (sends && p->passes == 1)
    tp_faces_send(p, l, k);
  tp_additions_follow(c, l, k);
}

void tp_tile_end(tp_cpu *c) {
  tp_int k;
  tp_pipeline *p = c->pipeline;
  tp_lane *l = lane_at(c, &k);
  if (!l)
    return;
  if (c->inside)
    leave_tile(c, l);
  if (c->piece + 1 == c->fine)
    finish_lane(c, l, k);
  else if (units(p) > 1 && (c->piece + 1) % l->rows == 0 && c->piece < l->rows * p->pieces) {
    tp_phase_end(c, l, TP_SLICE_TILE, k, &l->counts.compute);
    atomic_store_explicit(&p->done[l->index].at, k * p->pieces + (c->piece + 1) / l->rows,
                          memory_order_release);
  }
}

void tp_end(tp_cpu *c, tp_step s) {
  tp_cpu_locate(c, s);
  tp_tile_end(c);
  if (c->piece + 1 < c->fine || c->which + 1 < c->lanes)
    return;
  tp_round_close(c);
  if (c->pass + 1 != c->passes || c->round + 1 != c->rounds)
    return;
  if (c->pipeline->plan.threads > 1)
    c->lost = tp_now() - c->joined - (tp_busy() - c->busy);
  tp_context_release(&c->own, NULL);
}
