/* step.c - the pipeline's steps as emitted code calls them.
 *
 * A thread numbers its steps ((group step * CPUs it runs) + CPU) * tiles per k + tile. Waiting happens
 * before the first tile of k, signalling and sending after the last one. */
#include "exec/pipeline.h"

#include "exec/float_env.h"

#include <stdio.h>
#include <stdlib.h>

int tp_threads(const tp_plan *p) { return p->choice.threads; }

void tp_stuck(const tp_plan *p, const tp_lane *l, tp_int k, double slept, const char *what, int whom) {
  if (p->watchdog == 0 || slept < p->watchdog)
    return;
  fprintf(stderr,
          "tilepipe: no progress for %d s in region %s: rank %d thread %d, tile %lld, waits for %s %d\n",
          p->watchdog, p->region->tp_name, p->rank, l->thread, k, what, whom);
  /* The others that wait get the time to say so too: the report is about who waits for whom. */
  struct timespec grace = {0, 500000000};
  nanosleep(&grace, NULL);
  if (p->transport)
    p->transport->abandon(p->transport, 1);
  _Exit(1);
}

/* --- joining the team ------------------------------------------------------------------------- */

tp_cpu *tp_join(tp_plan *p, int thread, int team) {
  /* Too small a team: one thread runs the rank's CPUs in lexicographic order for each k (or step of the
     group), which is an order that the dependences allow. */
  int alone = team < p->choice.threads;
  if (thread >= (alone ? 1 : p->choice.threads))
    return NULL;
  tp_cpu *c = &p->cpu[thread];
  int hyperplane = p->choice.grouping == TP_GROUPING_HYPERPLANE;
  c->plan = p;
  c->lane = &p->lane[thread];
  c->lanes = alone ? p->choice.threads : 1;
  c->barriers = hyperplane && !alone && p->choice.threads > 1;
  c->passed = 0;
  c->groups = p->choice.tiles[p->choice.mapped];
  c->fine = 0;
  for (int i = 0; i < c->lanes; i++)
    c->fine = tp_max(c->fine, c->lane[i].rows * p->pieces);
  if (c->fine == 0 && !c->barriers)
    return NULL;
  c->fine = tp_max(c->fine, 1);
  if (hyperplane)
    for (int d = 0; d < p->choice.dims; d++)
      c->groups += p->choice.group[d] - 1;
  c->at = -1;
  if (thread != 0)
    tp_float_enter(p->csr, p->x87);
  c->clock = tp_now();
  return c;
}

tp_step tp_first(const tp_cpu *c) {
  (void)c;
  return 0;
}

int tp_more(const tp_cpu *c, tp_step s) { return c && s < c->groups * c->lanes * c->fine; }

tp_step tp_next(const tp_cpu *c, tp_step s) {
  (void)c;
  return s + 1;
}

/* Sets group, which, piece for step s; almost always the one after the last. */
static void locate(tp_cpu *c, tp_step s) {
  if (s == c->at)
    return;
  if (s == c->at + 1 && c->at >= 0) {
    if (++c->piece == c->fine) {
      c->piece = 0;
      if (++c->which == c->lanes) {
        c->which = 0;
        c->group++;
      }
    }
  } else {
    c->piece = s % c->fine;
    c->which = (int)(s / c->fine % c->lanes);
    c->group = s / c->fine / c->lanes;
  }
  c->at = s;
}

/* The lane of the current step, if it has a tile there. */
static tp_lane *lane_at(const tp_cpu *c, tp_int *k) {
  tp_lane *l = &c->lane[c->which];
  *k = c->group - l->offset;
  int mapped = c->plan->choice.mapped;
  return l->rows > 0 && *k >= 0 && *k < c->plan->choice.tiles[mapped] ? l : NULL;
}

/* --- before and after a tile ------------------------------------------------------------------ */

static void await_lower(tp_plan *p, tp_lane *l, tp_int k) {
  for (int i = 0; i < l->lowers; i++) {
    tp_patience patience = {0, 0};
    while (atomic_load_explicit(&p->done[l->lower[i]].at, memory_order_acquire) <= k) {
      double slept = tp_relax(&patience);
      if (slept > 1)
        tp_stuck(p, l, k, slept, "thread", l->lower[i]);
    }
  }
}

/* All receives of a round are posted before anything is waited for: a thread that waits for a send is
   then waiting for nothing but the receiver's arrival in the same round. Before its first tile a thread
   of a group posts ahead like any other. */
static void post_round(tp_cpu *c) {
  for (int i = 0; i < c->lanes; i++)
    if (c->lane[i].rows > 0)
      tp_faces_post(c->plan, &c->lane[i], c->group - c->lane[i].offset + c->plan->ahead);
}

void tp_begin(tp_cpu *c, tp_step s) {
  tp_int k;
  locate(c, s);
  tp_plan *p = c->plan;
  tp_lane *l = lane_at(c, &k);
  if (p->transport && c->which == 0 && c->piece == 0)
    post_round(c);
  if (!l)
    return;
  if (c->piece != 0) {
    if (p->pieces > 1)
      tp_faces_poke(p, l);
    return;
  }
  if (!c->barriers)
    await_lower(p, l, k);
  if (p->transport)
    tp_faces_wait(p, l, k);
  double now = tp_now();
  l->counts.wait += now - c->clock;
  c->clock = now;
  l->points = 0;
  if (p->trace)
    tp_trace_add(p->trace, TP_EVENT_BEGIN, p->rank, l->thread, k, c->group);
}

int tp_box_at(tp_cpu *c, tp_step s, tp_box *b) {
  tp_int k;
  locate(c, s);
  const tp_plan *p = c->plan;
  const tp_choice *choice = &p->choice;
  tp_lane *l = lane_at(c, &k);
  if (!l || c->piece >= l->rows * p->pieces)
    return 0;
  tp_int row = c->piece / p->pieces;
  for (int d = choice->dims - 1; d >= 0; d--) {
    tp_int tile = k;
    if (d != choice->mapped) {
      tile = l->first[d] + row % l->count[d];
      row /= l->count[d];
    }
    b->tp_lo[d] = choice->lo[d] + tile * choice->extent[d];
    b->tp_hi[d] = tp_min(b->tp_lo[d] + choice->extent[d], choice->hi[d]);
  }
  if (p->pieces > 1) {
    int m = choice->mapped;
    tp_int length = (choice->extent[m] + p->pieces - 1) / p->pieces;
    b->tp_lo[m] += c->piece % p->pieces * length;
    b->tp_hi[m] = tp_min(b->tp_lo[m] + length, b->tp_hi[m]);
    if (b->tp_lo[m] >= b->tp_hi[m])
      return 0;
  }
  l->counts.tiles += c->piece % p->pieces == 0;
  l->counts.jammed += c->piece % p->pieces == 0 && l->body.jammed;
  if (!l->body.decided)
    l->points += (double)p->region->tp_points(b, p->args);
  return 1;
}

int tp_jammed(const tp_cpu *c) { return c->lane[c->which].body.jammed; }

/* The group's barrier: a counter of arrivals and a counter of barriers passed. */
static void barrier(tp_cpu *c) {
  tp_plan *p = c->plan;
  long long mine = ++c->passed;
  if (atomic_fetch_add_explicit(&p->arrived.at, 1, memory_order_acq_rel) + 1 ==
      mine * p->choice.threads) {
    atomic_store_explicit(&p->released.at, mine, memory_order_release);
  } else {
    tp_patience patience = {0, 0};
    while (atomic_load_explicit(&p->released.at, memory_order_acquire) < mine) {
      double slept = tp_relax(&patience);
      if (slept > 1)
        tp_stuck(p, c->lane, c->group, slept, "its group at step", (int)mine);
    }
  }
  if (p->trace)
    tp_trace_add(p->trace, TP_EVENT_BARRIER, p->rank, c->lane->thread, -1, c->group);
}

/* Neighbours on this rank are told before the faces are packed: nothing they run may overwrite an
   element that another rank's reader still needs (it would depend on that reader). */
static void finish_lane(tp_cpu *c, tp_lane *l, tp_int k) {
  tp_plan *p = c->plan;
  double now = tp_now();
  l->counts.compute += now - c->clock;
  tp_body_timed(&l->body, now - c->clock, l->points);
  c->clock = now;
  atomic_store_explicit(&p->done[l->thread].at, k + 1, memory_order_release);
  if (p->trace)
    tp_trace_add(p->trace, TP_EVENT_FINISH, p->rank, l->thread, k, c->group);
  if (l->outs)
    tp_faces_send(p, l, k);
}

/* Waits for sends where the schedule wants it, and in any case after a CPU's last k. */
static void flush_round(tp_cpu *c) {
  const tp_plan *p = c->plan;
  tp_int tiles = p->choice.tiles[p->choice.mapped];
  for (int i = 0; i < c->lanes; i++) {
    tp_lane *l = &c->lane[i];
    tp_int k = c->group - l->offset;
    if (l->outs && k >= 0 && (k + 1 == tiles || p->choice.schedule == TP_SCHEDULE_BLOCKING))
      tp_faces_flush(c->plan, l, k);
  }
  double now = tp_now();
  c->lane->counts.comm += now - c->clock;
  c->clock = now;
}

void tp_end(tp_cpu *c, tp_step s) {
  tp_int k;
  locate(c, s);
  if (c->piece + 1 < c->fine)
    return;
  tp_lane *l = lane_at(c, &k);
  if (l)
    finish_lane(c, l, k);
  if (c->plan->transport && c->which + 1 == c->lanes)
    flush_round(c);
  int last = c->group + 1 == c->groups && c->which + 1 == c->lanes;
  if (c->barriers && !last)
    barrier(c);
  if (last && c->lane->thread != 0)
    atomic_fetch_or(&c->plan->raised, tp_float_raised());
}
