/* worker.c - a region on several ranks: the side of the others than rank 0 (see service.c).
 *
 * A worker trusts nothing that it holds from an earlier region but the plan: arguments are made its own
 * and inputs are received at every run. */
#include "comm/heartbeat.h"
#include "comm/idle.h"
#include "ranks/array.h"
#include "ranks/held.h"
#include "process/caller.h"
#include "ranks/commands.h"
#include "ranks/lost.h"
#include "ranks/memory.h"
#include "ranks/relay.h"
#include "process/process.h"
#include "ranks/service.h"
#include "ranks/traces.h"
#include "timeline/timeline.h"
#include "util/liveness.h"

#include <stdlib.h>
#include <string.h>

/* The plans that rank 0 keeps, by its indices, as far as this rank takes part in them. Links live as long as
   their plan, and both ends have to be of the same: so each rank makes its part when a plan first runs,
   and keeps it until the index gets another. */
static struct {
  long long serial;
  tp_pipeline *pipeline; /* null: none, or not complete */
  void *args, *results; /* null: the region has none */
} kept[TP_PLANS];

/* The results that the region accumulates in: this rank's part of them begins. */
static void take_results(const tp_region *r, void *args, void *results, const char *message) {
  if (!r->tp_results_size)
    return;
  memcpy(results, message, (size_t)r->tp_results_size);
  if (r->tp_part)
    r->tp_part(results);
  memcpy((char *)args + r->tp_results, &results, sizeof results);
}

/* Takes the arguments over. They are made this rank's own at every run: reservations may have moved, and
   captured globals are stored anew. */
static tp_status take_arguments(const char *message, tp_int bytes, tp_placement *placement) {
  tp_command c;
  memcpy(&c, message, sizeof c);
  const tp_region *r = tp_region_numbered(c.region);
  int index = c.plan.index;
  if (bytes != (tp_int)sizeof c + r->tp_args + r->tp_results_size + c.placement)
    tp_exchange_fail("a region's arguments have another size here [ranks-regions]");
  if (kept[index].serial != c.plan.serial) {
    tp_pipeline_free(kept[index].pipeline);
    free(kept[index].args);
    kept[index].pipeline = NULL;
    kept[index].serial = c.plan.serial;
    kept[index].args = calloc(1, (size_t)r->tp_args + 1);
    free(kept[index].results);
    kept[index].results = r->tp_results_size ? calloc(1, (size_t)r->tp_results_size) : NULL;
  }
  void *args = kept[index].args;
  if (!args || (r->tp_results_size && !kept[index].results))
    return TP_FAILED;
  memcpy(args, message + sizeof c, (size_t)r->tp_args);
  /* Results that lie together: with cyclic assignment they do not. */
  tp_box box;
  int together = tp_passes(&c.plan) == 1 && tp_rank_box(&c.plan, tp_here.rank, 0, &box);
  tp_held_begin(placement);
  tp_status status = tp_arrays_localise(r, args, together ? &box : NULL, placement);
  take_results(r, args, kept[index].results, message + sizeof c + r->tp_args);
  if (status == TP_OK && placement)
    tp_held_note(r, placement, message + sizeof c, args);
  return status;
}

/* Sends what `bytes` hold to rank 0. */
static void reply(const void *data, tp_int bytes) {
  tp_request r = {0, 0};
  tp_here.transport->send(tp_here.transport, data, bytes, 0, TP_TAG_STATISTICS, 0, &r);
  tp_exchange_finish(&r);
}

/* Waits for rank 0's word to what this rank has said of its memory; 0: the region does not run. */
static int may_go(void) {
  tp_command c;
  tp_request q = {0, 0};
  tp_here.transport->post(tp_here.transport, &c, sizeof c, 0, TP_TAG_COMMAND, &q);
  tp_exchange_finish(&q);
  return c.kind == TP_GO;
}

/* The plan of the message's region, null: it does not run. */
static tp_pipeline *plan_for(const char *message, tp_int bytes, tp_placement *placement) {
  static tp_memory answer;
  tp_command c;
  memcpy(&c, message, sizeof c);
  const tp_region *r = tp_region_numbered(c.region);
  int index = c.plan.index;
  if (c.kind == TP_ASK)
    tp_memory_check(r, message + sizeof c, &c.plan, &answer);
  if (c.kind == TP_ASK && answer.status != TP_OK && tp_arrays_drop() > 0)
    tp_memory_check(r, message + sizeof c, &c.plan, &answer);
  tp_liveness_compute();
  tp_status status = take_arguments(message, bytes, placement);
  if (status == TP_OK && !kept[index].pipeline)
    kept[index].pipeline = tp_pipeline_build(r, kept[index].args, &c.plan, tp_here.rank, tp_here.transport);
  tp_liveness_rest();
  int failed = status != TP_OK || !kept[index].pipeline;
  if (c.kind != TP_ASK && failed)
    tp_exchange_fail(status != TP_OK ? "no address space for a region's arrays [memory]" : "out of memory [memory]");
  if (c.kind == TP_ASK) {
    if (answer.status == TP_OK && failed)
      tp_memory_failed(r, message + sizeof c, &answer);
    reply(&answer, sizeof answer);
    if (!may_go())
      return NULL;
  }
  return kept[index].pipeline;
}

static void send_answer(const tp_pipeline *p) {
  size_t counted = tp_answer_counted(&p->plan), joined = (size_t)p->region->tp_results_size;
  char *message = calloc(1, counted + joined);
  if (!message)
    tp_exchange_fail("out of memory [memory]");
  tp_answer a = {tp_pipeline_effects(p)};
  memcpy(message, &a, sizeof a);
  for (int t = 0; t < p->plan.threads; t++) {
    tp_counts counts = tp_pipeline_counts(p, t);
    memcpy(message + sizeof a + (size_t)t * sizeof counts, &counts, sizeof counts);
  }
  if (joined)
    memcpy(message + counted, kept[p->plan.index].results, joined);
  reply(message, (tp_int)(counted + joined));
  free(message);
}

/* What the command says of arrays that stay, null: nothing. *copy is to be freed when it is not needed any more. */
static tp_placement *placement_in(const char *message, tp_int bytes, tp_placement *out, char **copy) {
  tp_command c;
  memcpy(&c, message, sizeof c);
  *copy = c.placement ? malloc((size_t)c.placement) : NULL;
  if (!c.placement)
    return NULL;
  if (!*copy)
    tp_exchange_fail("out of memory [memory]");
  memcpy(*copy, message + bytes - c.placement, (size_t)c.placement);
  *out = tp_placement_read(*copy);
  return out;
}

static void run_region(const char *message, tp_int bytes, tp_placement *placement) {
  static const tp_placement nothing;
  const tp_placement *stay = placement ? placement : &nothing;
  unsigned long long skip = tp_placement_skips(stay);
  tp_command c;
  memcpy(&c, message, sizeof c);
  double start = tp_now();
  tp_heartbeat_region(tp_region_numbered(c.region)->tp_name, c.watchdog);
  tp_pipeline *p = plan_for(message, bytes, placement);
  if (!p)
    return;
  const tp_region *r = p->region;
  void *args = kept[c.plan.index].args;
  p->watchdog = c.watchdog;
  p->timeline = tp_here.timeline;
  if (p->timeline)
    tp_timeline_enter(p->timeline, r->tp_name, c.run, p->plan.threads);
  tp_exchange_watch(p, "its input from", 0);
  tp_started started = tp_transfers_start(stay->before, stay->head.before, tp_held_at);
  tp_transfers_finish(&started);
  if (!stay->head.all)
    tp_exchange_move(&c.plan, tp_here.rank, 0, 0, TP_TAG_LIVEIN, r->tp_livein, args, skip);
  tp_stack_raise(c.stack);
  tp_pipeline_reset(p, args, &c.floats);
  tp_exchange_unwatch();
  tp_timeline_outside(p->timeline, TP_SLICE_LIVEIN, start, tp_now());
  tp_pipeline_run(p, args);
  double finished = tp_now();
  tp_exchange_watch(p, "its results to reach", 0);
  started = tp_transfers_start(stay->after, stay->head.after, tp_held_at);
  if (!stay->head.all) {
    tp_exchange_await_turn();
    tp_exchange_move(&c.plan, tp_here.rank, 1, 0, TP_TAG_OWNED, r->tp_owned, args, skip);
  }
  tp_transfers_finish(&started);
  send_answer(p);
  tp_exchange_unwatch();
  double end = tp_now();
  tp_timeline_outside(p->timeline, TP_SLICE_GATHER, finished, end);
  tp_timeline_outside(p->timeline, TP_SLICE_REGION, start, end);
}

static void serve_region(const char *message, tp_int bytes) {
  tp_placement placement;
  char *copy;
  tp_placement *given = placement_in(message, bytes, &placement, &copy);
  if (given)
    tp_lost_wait();
  run_region(message, bytes, given);
  free(copy);
}

static void serve_fetch(const char *message, tp_int bytes) {
  tp_int list = bytes - (tp_int)sizeof(tp_command);
  tp_area_transfer *t = malloc((size_t)list + 1);
  if (!t)
    tp_exchange_fail("out of memory [memory]");
  memcpy(t, message + sizeof(tp_command), (size_t)list);
  tp_held_send(t, (int)((size_t)list / sizeof *t));
  free(t);
}

void tp_service_run(void) {
  for (;;) {
    int from;
    tp_int bytes = tp_idle_wait(tp_exchange_word(tp_here.rank), &from);
    char *message = malloc((size_t)bytes);
    tp_request r = {0, 0};
    tp_command c;
    if (!message || bytes < (tp_int)sizeof c)
      tp_exchange_fail("out of memory [memory]");
    tp_here.transport->post(tp_here.transport, message, bytes, from, TP_TAG_COMMAND, &r);
    tp_exchange_finish(&r);
    memcpy(&c, message, sizeof c);
    if (c.kind == TP_END) {
      free(message);
      reply("", 1);
      return;
    }
    if (c.kind == TP_TRACE)
      tp_traces_serve();
    else if (c.kind == TP_FETCH)
      serve_fetch(message, bytes);
    else
      serve_region(message, tp_relay_pass_on(message, bytes));
    free(message);
  }
}
