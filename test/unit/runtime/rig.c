/* rig.c - see rig.h. Memory of ranks other than 0 starts as NaNs: what is not sent shows. */
#include "rig.h"

#include "comm/bulk.h"
#include "support/inprocess.h"
#include "support/trace_record.h"
#include "exec/pipeline.h"
#include "spawn.h"

#include <stdlib.h>
#include <string.h>

struct rig_rank {
  const tp_plan *plan;
  tp_transport *transport;
  tp_pipeline *pipeline;
  nest_region *region;
  nest_args args;
  int alone;
  const tp_pipeline *first; /* null, or whose tiles have to be computed before those of this rank */
  int miscounted; /* of rig_result */
};

typedef struct thread_run {
  rig_rank *rank;
  int thread;
  tp_int round; /* of a team that runs one */
} thread_run;

static void *run_fine_thread(void *data) {
  thread_run *t = data;
  tp_fine_tiles(t->rank->pipeline, t->thread, t->rank->alone ? 1 : t->rank->plan->threads, t->round);
  return NULL;
}

static void *run_thread(void *data) {
  thread_run *t = data;
  int team = t->rank->alone ? 1 : t->rank->plan->threads;
  tp_cpu *c = tp_join(t->rank->pipeline, t->thread, team);
  tp_box box;
  for (tp_step s = c ? tp_first(c) : 0; c && tp_more(c, s); s = tp_next(c, s)) {
    tp_begin(c, s);
    if (tp_box_at(c, s, &box))
      t->rank->region->region.tp_variants[TP_VARIANT_PLAIN].tp_tile(&box, &t->rank->args);
    tp_end(c, s);
  }
  return NULL;
}

static void run_team(rig_rank *r, void *(*run)(void *), tp_int round) {
  int threads = r->plan->threads;
  spawned **thread = calloc((size_t)threads, sizeof *thread);
  thread_run *runs = calloc((size_t)threads, sizeof *runs);
  for (int t = 0; t < threads; t++) {
    runs[t] = (thread_run){r, t, round};
    thread[t] = spawn(run, &runs[t]);
  }
  for (int t = 0; t < threads; t++)
    spawn_join(thread[t]);
  free(thread);
  free(runs);
}

static void fine_team(tp_pipeline *p, tp_int round, void *rank) {
  (void)p;
  run_team(rank, run_fine_thread, round);
}

/* What `runs` enumerates for all boxes of a rank. */
static void move(rig_rank *r, int rank, int send, int peer, int tag, tp_enumerator runs) {
  tp_box box;
  for (tp_int pass = 0; pass < tp_passes(r->plan); pass++)
    if (tp_rank_box(r->plan, rank, pass, &box))
      tp_bulk_move(r->transport, send, peer, tag, runs, &box, &r->args, 0);
}

static void await(const tp_pipeline *first) {
  for (int t = 0; first && t < first->plan.threads; t++) {
    tp_backoff backoff = {0};
    while (atomic_load(&first->done[t].at) < first->plan.tiles[first->plan.mapped])
      if (tp_relax(&backoff) > 30)
        abort();
  }
}

/* One rank: as ranks/worker.c does it, with threads of our own instead of a process. */
void *rig_rank_run(void *data) {
  rig_rank *r = data;
  const tp_plan *c = r->plan;
  const tp_region *region = &r->region->region;
  int rank = r->transport->rank;
  tp_box box;
  tp_context own;
  if (!tp_rank_box(c, rank, 0, &box))
    return NULL;
  tp_context_hold(&own);
  tp_pipeline_reset(r->pipeline, &r->args, &own.floats);
  int begins = tp_pipeline_share(r->pipeline) == 0;
  for (int o = 1; rank == 0 && o < c->ranks; o++)
    move(r, o, 1, o, TP_TAG_LIVEIN, region->tp_livein);
  if (rank > 0)
    move(r, rank, 0, 0, TP_TAG_LIVEIN, region->tp_livein);
  await(r->first);
  if (tp_runs_fine(c))
    tp_fine_run(r->pipeline, fine_team, r);
  else
    run_team(r, run_thread, 0);
  r->miscounted |= !begins || tp_pipeline_share(r->pipeline) != 1;
  for (int o = 1; rank == 0 && o < c->ranks; o++)
    move(r, o, 0, o, TP_TAG_OWNED, region->tp_owned);
  if (rank > 0)
    move(r, rank, 1, 0, TP_TAG_OWNED, region->tp_owned);
  tp_context_release(&own, NULL);
  return NULL;
}

rig_rank *rig_rank_create(const tp_plan *c, tp_transport *t, nest_region *region, const nest *n,
                          const nest_facts *f, int alone) {
  rig_rank *r = calloc(1, sizeof *r);
  double *array = malloc((size_t)n->elements * sizeof *array);
  *r = (rig_rank){c, t, NULL, region, {n, f, array}, alone == 1 || (alone == 2 && t->rank % 2), NULL, 0};
  r->pipeline = tp_pipeline_build(&region->region, &r->args, c, t->rank, t);
  r->pipeline->watchdog = 60; /* a cycle is a failure, not a hang */
  return r;
}

double *rig_rank_array(rig_rank *r) { return r->args.array; }

long rig_rank_messages(const rig_rank *r) {
  long count = 0;
  for (int t = 0; t < r->plan->threads; t++)
    count += (long)tp_pipeline_counts(r->pipeline, t).messages;
  return count;
}

int rig_rank_transports(const rig_rank *r) {
  int transports = 0;
  for (int t = 0; t < r->plan->threads; t++)
    transports |= tp_pipeline_counts(r->pipeline, t).transports;
  return transports;
}

void rig_rank_free(rig_rank *r) {
  tp_pipeline_free(r->pipeline);
  free(r->args.array);
  free(r);
}

/* Runs all ranks to their end; 0: they are stuck. */
static int run_all(rig_rank **rank, int ranks) {
  spawned **thread = calloc((size_t)ranks, sizeof *thread);
  int complete = 1;
  for (int r = 0; r < ranks; r++)
    thread[r] = spawn(rig_rank_run, rank[r]);
  for (int r = 0; complete && r < ranks; r++)
    complete = spawn_join(thread[r]);
  free(thread);
  return complete;
}

/* Requests that nobody completed. */
static long left_open(const tp_channel *c, int n) {
  long count = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < c[i].link.slots; j++)
      count += c[i].link.slot[j].request.live != 0;
  return count;
}

static void collect(rig_rank **rank, int ranks, int threads, const tp_trace_record *trace, rig_result *out) {
  for (int r = 0; r < ranks; r++)
    out->miscounted += rank[r]->miscounted;
  for (int r = 0; r < ranks; r++)
    for (int t = 0; t < threads; t++) {
      tp_counts c = tp_pipeline_counts(rank[r]->pipeline, t);
      for (tp_int pass = 0; pass < rank[r]->pipeline->passes; pass++) {
        const tp_lane *l = &rank[r]->pipeline->lane[pass * threads + t];
        out->pending += left_open(l->in, l->ins) + left_open(l->out, l->outs);
      }
      out->tiles += (long)c.tiles;
      out->direct += (long)c.direct;
      out->messages += (long)c.messages;
      out->transports |= c.transports;
      out->with_work += c.has_work;
      out->that_ran += c.has_work && c.tiles > 0;
    }
  out->events = trace->count < trace->room ? trace->count : trace->room;
  out->event = calloc((size_t)out->events + 1, sizeof *out->event);
  for (long i = 0; i < out->events; i++) {
    const tp_event *e = &trace->event[i];
    out->event[i] = (rig_event){e->kind, e->rank, e->thread, e->by, e->k, e->step};
  }
}

/* One run of all ranks, compared; 0: they are stuck. */
static int run_once(const nest *n, rig_rank **rank, int ranks, double *wanted, rig_result *out) {
  size_t bytes = (size_t)n->elements * sizeof(double);
  nest_fill(n, wanted);
  nest_run(n, wanted);
  nest_fill(n, rank[0]->args.array);
  for (int r = 1; r < ranks; r++)
    memset(rank[r]->args.array, 0xff, bytes);
  if (!run_all(rank, ranks))
    return 0;
  for (tp_int e = 0; e < n->elements; e++)
    out->differing += memcmp(&wanted[e], &rank[0]->args.array[e], sizeof(double)) != 0;
  return 1;
}

static void post_late(tp_pipeline *p) {
  for (tp_int t = 0; t < p->passes * p->plan.threads; t++)
    for (int i = 0; i < p->lane[t].ins; i++)
      p->lane[t].in[i].ahead = 0;
}

void rig_run(const nest *n, const nest_facts *f, const tp_plan *c, const rig_options *o,
             rig_result *out) {
  memset(out, 0, sizeof *out);
  nest_region region;
  nest_make_region(n, f, &region);
  double *wanted = malloc((size_t)n->elements * sizeof *wanted);
  tp_manners manners = {o->seed != 0, o->seed, o->host};
  tp_world *world = tp_world_create(c->ranks, &manners);
  rig_rank **rank = calloc((size_t)c->ranks, sizeof *rank);
  tp_trace_record trace = tp_trace_record_of(1 << 16);
  spawn_begin(world, o->seed);
  for (int r = 0; r < c->ranks; r++) {
    rank[r] = rig_rank_create(c, tp_world_rank(world, r), &region, n, f, o->alone);
    rank[r]->pipeline->trace = &trace.trace;
    if (o->behind)
      post_late(rank[r]->pipeline);
    if (o->held && r > 0)
      rank[r]->first = rank[0]->pipeline;
  }
  for (int i = 0; i < o->repeat && !out->stuck; i++) {
    trace.count = 0;
    out->stuck = !run_once(n, rank, c->ranks, wanted, out);
  }
  if (out->stuck)
    out->report = spawn_report();
  else
    collect(rank, c->ranks, c->threads, &trace, out);
  spawn_end();
  out->pending += tp_world_pending(world);
  for (int r = 0; r < c->ranks; r++)
    rig_rank_free(rank[r]);
  tp_world_destroy(world);
  free(trace.event);
  free(rank);
  free(wanted);
}

void rig_free(rig_result *r) {
  free(r->event);
  free(r->report);
}

tp_int rig_reach(const nest_facts *f, int d) {
  nest_region region;
  nest n = {.name = "", .dims = 1};
  nest_make_region(&n, f, &region);
  return region.region.tp_reach[d];
}

void rig_choice(const nest *n, const nest_facts *f, int mapped, const tp_int *extent, const int *mesh,
                const int *group, tp_plan *out) {
  nest_args args = {n, f, NULL};
  tp_box space;
  nest_bounds(&args, &space);
  memset(out, 0, sizeof *out);
  out->dims = n->dims;
  out->mapped = mapped;
  out->ranks = out->threads = 1;
  for (int d = 0; d < n->dims; d++) {
    out->lo[d] = space.tp_lo[d];
    out->hi[d] = space.tp_hi[d];
    out->extent[d] = extent[d];
    out->tiles[d] = (out->hi[d] - out->lo[d] + extent[d] - 1) / extent[d];
    out->mesh[d] = d == mapped ? 1 : mesh[d];
    out->group[d] = d == mapped ? 1 : group[d];
    out->ranks *= out->mesh[d];
    out->threads *= out->group[d];
  }
  out->schedule = TP_SCHEDULE_OVERLAP;
  out->protocol = TP_PROTOCOL_EAGER;
  out->grouping = TP_GROUPING_DATAFLOW;
  out->hybrid = TP_HYBRID_MULTIPLE;
  out->transport = TP_TRANSPORT_P2P;
  out->faces = TP_FACES_PACKED;
  out->assign = TP_ASSIGN_BLOCK;
  out->balance = TP_BALANCE_NONE;
  out->cut = -1;
  out->subtiles = 1;
}
