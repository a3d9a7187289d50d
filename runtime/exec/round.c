/* round.c - what a thread does between the tiles of two rounds: messages and the group's barrier. */
#include "exec/pipeline.h"
#include "exec/slices.h"

tp_int tp_rounds(const tp_pipeline *p) {
  const tp_plan *c = &p->plan;
  tp_int rounds = c->tiles[c->mapped] + 2 * p->lockstep;
  for (int d = 0; c->grouping == TP_GROUPING_HYPERPLANE && d < c->dims; d++)
    rounds += c->group[d] - 1;
  return rounds;
}

tp_int tp_k_of(const tp_pipeline *p, const tp_lane *l, tp_int round) {
  return round - p->lockstep - l->offset;
}

static int has_tile(const tp_pipeline *p, const tp_lane *l, tp_int k) {
  return l->rows > 0 && k >= 0 && k < p->plan.tiles[p->plan.mapped];
}

/* The group's barrier: a counter of arrivals and a counter of barriers passed. */
static void pass_barrier(tp_cpu *c) {
  tp_pipeline *p = c->pipeline;
  long long mine = ++c->passed;
  if (atomic_fetch_add_explicit(&p->arrived.at, 1, memory_order_acq_rel) + 1 ==
      mine * p->plan.threads) {
    atomic_store_explicit(&p->released.at, mine, memory_order_release);
  } else {
    tp_backoff backoff = {0};
    while (atomic_load_explicit(&p->released.at, memory_order_acquire) < mine) {
      tp_stuck(p, c->lane, c->round, tp_relax(&backoff), "its group at step", (int)mine);
      tp_faces_progress(c);
    }
    tp_part_waited(p, c->lane, c->first, TP_SLICE_BARRIER, &backoff, -1, -1);
  }
  tp_trace_add(p->trace, TP_EVENT_BARRIER, p->rank, c->lane->thread, c->lane->thread, -1,
                 c->round);
}

/* Posts the receives of faces from this pass for later ones. Such faces stay in their slots until then. */
static void post_later_passes(tp_cpu *c) {
  tp_pipeline *p = c->pipeline;
  for (tp_int pass = c->pass + 1; pass < p->passes; pass++)
    for (int i = 0; i < c->served_lanes; i++)
      tp_faces_post_since(p, &p->lane[pass * p->plan.threads + c->first_served + i], c->pass);
}

/* All receives of a round are posted before any wait. So a thread that waits for a send waits only until the receiver
   reaches the same round. Before its first tile a thread of a group posts ahead like any other. */
static void post_round(tp_cpu *c) {
  if (c->round == 0)
    post_later_passes(c);
  for (int i = 0; i < c->served_lanes; i++)
    if (c->served[i].rows > 0)
      tp_faces_post(c->pipeline, &c->served[i], tp_k_of(c->pipeline, &c->served[i], c->round));
}

/* Faces of the tiles `later` k from those of this round: taken, or (send) started. */
static void take_round(tp_cpu *c, int later) {
  for (int i = 0; i < c->served_lanes; i++) {
    tp_int k = tp_k_of(c->pipeline, &c->served[i], c->round) + later;
    if (has_tile(c->pipeline, &c->served[i], k))
      tp_faces_take(c->pipeline, &c->served[i], k);
  }
}

static void send_round(tp_cpu *c, int later) {
  for (int i = 0; i < c->served_lanes; i++) {
    tp_int k = tp_k_of(c->pipeline, &c->served[i], c->round) + later;
    if (has_tile(c->pipeline, &c->served[i], k))
      tp_faces_send(c->pipeline, &c->served[i], k);
  }
}

/* Waits for sends where the schedule says so, and in any case after a CPU's last k. */
static void flush_round(tp_cpu *c, int later) {
  const tp_pipeline *p = c->pipeline;
  tp_int last = p->plan.tiles[p->plan.mapped] - 1;
  for (int i = 0; i < c->served_lanes; i++) {
    tp_int k = tp_k_of(p, &c->served[i], c->round) + later;
    int due = p->lockstep || k == last || p->plan.schedule == TP_SCHEDULE_BLOCKING;
    if (due && has_tile(p, &c->served[i], k))
      tp_faces_flush(c->pipeline, &c->served[i], k);
  }
}

/* Before the first face. All announcements start before the first wait, for the other ends wait for them, too. */
static void connect_all(tp_cpu *c) {
  tp_pipeline *p = c->pipeline;
  for (tp_int pass = 0; pass < p->passes; pass++)
    for (int i = 0; i < c->served_lanes; i++)
      tp_faces_announce(&p->lane[pass * p->plan.threads + c->first_served + i]);
  for (tp_int pass = 0; pass < p->passes; pass++)
    for (int i = 0; i < c->served_lanes; i++)
      if (tp_faces_connect(p, &p->lane[pass * p->plan.threads + c->first_served + i]))
        c->needs_progress = 1;
}

static void charge_communication(tp_cpu *c) { tp_phase_end(c, c->lane, TP_SLICE_COMM, -1, &c->lane->counts.comm); }

void tp_round_open(tp_cpu *c) {
  tp_pipeline *p = c->pipeline;
  if (!p->transport)
    return;
  if (c->pass == 0 && c->round == 0)
    connect_all(c);
  post_round(c);
  if (p->lockstep)
    send_round(c, -1);
  else if (tp_master_communicates(&p->plan)) {
    take_round(c, 0);
    if (c->barriers)
      pass_barrier(c);
  }
  charge_communication(c);
}

void tp_round_close(tp_cpu *c) {
  tp_pipeline *p = c->pipeline;
  int master = tp_master_communicates(&p->plan), last = c->pass + 1 == c->passes && c->round + 1 == c->rounds;
  if (p->lockstep) {
    flush_round(c, -1);
    take_round(c, 1);
  } else if (p->transport) {
    if (master && c->barriers)
      pass_barrier(c);
    if (master)
      send_round(c, 0);
    flush_round(c, 0);
  }
  if (p->transport)
    charge_communication(c);
  /* Threads for whom the master served wait for it when the next round opens. */
  int waited = p->transport && master && !p->lockstep;
  if (c->barriers && !last && !waited)
    pass_barrier(c);
}
