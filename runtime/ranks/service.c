/* service.c - a region on several ranks: rank 0's side.
 *
 *   rank 0                                   worker
 *   command (arguments, plan) ------------>  rebuild arguments and plan
 *   live-ins -------------------------------> into its reservations
 *   own tiles  <--- faces, both ways up --->  own tiles
 *   results  <------------------------------  elements whose last writer it is
 *   statistics <----------------------------
 *
 * Rank 0 sends every live-in before its own first tile and receives results after its last one, so its
 * arrays are the program's own throughout. Ranks without a row are not even woken. */
#include "ranks/service.h"

#include "comm/heartbeat.h"
#include "process/caller.h"
#include "ranks/commands.h"
#include "process/leaks.h"
#include "ranks/maybe_written.h"
#include "ranks/memory.h"
#include "ranks/relay.h"
#include "ranks/stay.h"
#include "timeline/timeline.h"
#include "process/process.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>

static void send_kind(int rank, int kind) {
  tp_command c;
  tp_request r = {0, 0};
  memset(&c, 0, sizeof c);
  c.kind = kind;
  tp_exchange_command(rank, &c, (tp_int)sizeof c, &r);
  tp_exchange_finish(&r);
}

/* An answer that is under way. */
typedef struct message {
  char *text; /* null: there is none */
  tp_request r;
} message;

/* Of each rank of the plan; none is there yet. */
static message *messages_of(const tp_pipeline *p) {
  message *out = calloc((size_t)p->plan.ranks, sizeof *out);
  if (!out)
    tp_exchange_fail("out of memory [memory]");
  return out;
}

static void send_commands(const tp_pipeline *p, int number, int kind, const tp_stay_run *stay) {
  tp_command c;
  memset(&c, 0, sizeof c); /* padding travels too */
  c.kind = kind;
  c.region = number;
  c.watchdog = p->watchdog;
  c.stack = tp_stack_size();
  c.run = p->run;
  c.floats = p->floats;
  c.plan = p->plan;
  tp_relay_command(p, &c, stay);
}

/* Hears from every rank whether it can take part; all of them run, or none does. */
static tp_status ask_ranks(const tp_pipeline *p, const char **why) {
  static tp_memory answer;
  static char text[400];
  tp_status status = TP_OK;
  tp_box box;
  for (int r = 1; r < p->plan.ranks; r++) {
    if (!tp_rank_box(&p->plan, r, 0, &box))
      continue;
    tp_request q = {0, 0};
    tp_exchange_watch(p, "the readiness of", r);
    tp_here.transport->post(tp_here.transport, &answer, sizeof answer, r, TP_TAG_STATISTICS, &q);
    tp_exchange_finish(&q);
    if (answer.status == TP_OK || status != TP_OK)
      continue;
    status = TP_FAILED;
    snprintf(text, sizeof text, "region %.100s: too little memory on rank %d (%s): %s",
             p->region->tp_name, r, answer.host, answer.why);
    *why = text;
  }
  for (int r = 1; r < p->plan.ranks; r++)
    if (tp_rank_box(&p->plan, r, 0, &box)) {
      tp_exchange_watch(p, "the command to reach", r);
      send_kind(r, status == TP_OK ? TP_GO : TP_LEAVE);
    }
  tp_exchange_unwatch();
  return status;
}

static void send_liveins(const tp_pipeline *p, const void *args, const tp_stay_run *stay, tp_region_counts *counts) {
  tp_box box;
  if (stay->all)
    return;
  for (int r = 1; r < p->plan.ranks; r++)
    if (tp_rank_box(&p->plan, r, 0, &box)) {
      tp_exchange_watch(p, "its input to reach", r);
      counts->livein_bytes += tp_exchange_move(&p->plan, r, 1, r, TP_TAG_LIVEIN, p->region->tp_livein, args, stay->skip);
    }
  if (counts->by_rank)
    counts->by_rank[0].livein += counts->livein_bytes;
}

static size_t answer_bytes(const tp_pipeline *p) { return tp_answer_counted(&p->plan) + (size_t)p->region->tp_results_size; }

/* The part of a rank that has answered. */
static void join(const tp_pipeline *p, const char *answer) {
  const tp_region *r = p->region;
  if (!r->tp_results_size)
    return;
  void *part = malloc((size_t)r->tp_results_size); /* aligned, as the answer's may not be */
  if (!part)
    tp_exchange_fail("out of memory [memory]");
  memcpy(part, answer + tp_answer_counted(&p->plan), (size_t)r->tp_results_size);
  r->tp_join(tp_results_of(p), part);
  free(part);
}

static void post_answer(const tp_pipeline *p, int rank, message *from) {
  from->text = malloc(answer_bytes(p));
  if (!from->text)
    tp_exchange_fail("out of memory [memory]");
  tp_here.transport->post(tp_here.transport, from->text, (tp_int)answer_bytes(p), rank, TP_TAG_STATISTICS, &from->r);
}

static void take_answer(tp_pipeline *p, int rank, message *from, tp_region_counts *counts) {
  tp_answer a;
  tp_exchange_finish(&from->r);
  tp_exchange_answered(rank);
  memcpy(&a, from->text, sizeof a);
  tp_effects_add(&p->effects, &a.effects);
  tp_counts *cpu = malloc((size_t)p->plan.threads * sizeof *cpu);
  if (cpu) {
    memcpy(cpu, from->text + sizeof a, (size_t)p->plan.threads * sizeof *cpu);
    tp_counts_add(counts, rank, cpu, p->plan.threads);
  }
  free(cpu);
  join(p, from->text);
  free(from->text);
}

/* Results of a few ranks at a time, each with its answer. */
static void gather_results(tp_pipeline *p, const tp_maybe_written *maybe, const tp_stay_run *stay, tp_region_counts *counts) {
  tp_box box;
  for (int r = 1; r < p->plan.ranks; r++) {
    int later = r + TP_SENDING;
    if (later < p->plan.ranks && tp_rank_box(&p->plan, later, 0, &box)) {
      tp_exchange_watch(p, "its turn to reach", later);
      tp_exchange_ask(later);
    }
    if (!tp_rank_box(&p->plan, r, 0, &box))
      continue;
    message from = {NULL, {0, 0}};
    tp_exchange_watch(p, "the results of", r);
    tp_int bytes =
        tp_exchange_move(&p->plan, r, 0, r, TP_TAG_OWNED, p->region->tp_owned, tp_maybe_received(maybe), stay->skip);
    counts->result_bytes += bytes;
    if (counts->by_rank)
      counts->by_rank[r].results += bytes;
    tp_maybe_store(maybe, r);
    post_answer(p, r, &from);
    take_answer(p, r, &from, counts);
  }
}

/* No results come: all answers at once. */
static void gather_answers(tp_pipeline *p, tp_region_counts *counts) {
  message *from = messages_of(p);
  tp_box box;
  for (int r = 1; r < p->plan.ranks; r++)
    if (tp_rank_box(&p->plan, r, 0, &box))
      post_answer(p, r, &from[r]);
  for (int r = 1; r < p->plan.ranks; r++)
    if (from[r].text) {
      tp_exchange_watch(p, "the results of", r);
      take_answer(p, r, &from[r], counts);
    }
  free(from);
}

static void gather(tp_pipeline *p, const tp_maybe_written *maybe, const tp_stay_run *stay, tp_region_counts *counts) {
  if (stay->all)
    gather_answers(p, counts);
  else
    gather_results(p, maybe, stay, counts);
  tp_exchange_unwatch();
}

int tp_service_has_room(void) {
  const size_t room = 64 << 20; /* messages under way take 10 MB; the rest is MPI's */
  struct rlimit limit;
  if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY)
    return 1;
  void *at = mmap(NULL, room, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (at == MAP_FAILED)
    return 0;
  munmap(at, room);
  return 1;
}

tp_status tp_service_region(tp_pipeline *p, int number, int asks, int stays, tp_region_counts *counts,
                            const char **why) {
  double start = tp_now();
  tp_maybe_written maybe;
  tp_leaks_ignore(1);
  tp_heartbeat_region(p->region->tp_name, p->watchdog);
  tp_stay_run stay = tp_stay_begin(p, stays);
  counts->touched = stay.owed;
  send_commands(p, number, asks ? TP_ASK : TP_RUN, &stay);
  tp_status status = asks ? ask_ranks(p, why) : TP_OK;
  if (status == TP_OK) {
    if (tp_maybe_begin(&maybe, p) != TP_OK)
      tp_exchange_fail("out of memory [memory]");
    tp_exchange_watch(p, "arrays that stay on", tp_here.ranks - 1);
    tp_stay_before(&stay);
    send_liveins(p, tp_maybe_sent(&maybe), &stay, counts);
    tp_exchange_unwatch();
    double sent = tp_now();
    counts->livein = sent - start;
    tp_timeline_outside(p->timeline, TP_SLICE_LIVEIN, start, sent);
    tp_pipeline_run(p, p->args);
    double finished = tp_now();
    tp_stay_after(&stay);
    gather(p, &maybe, &stay, counts);
    counts->moved_bytes = tp_stay_moved(&stay, counts->by_rank);
    tp_stay_end(&stay);
    tp_maybe_end(&maybe);
    double gathered = tp_now();
    counts->gather = gathered - finished;
    tp_timeline_outside(p->timeline, TP_SLICE_GATHER, finished, gathered);
  } else {
    tp_stay_cancel(&stay);
  }
  tp_leaks_ignore(0);
  return status;
}

/* A rank that has been stopped would keep MPI from ending, without a word. */
void tp_service_end(void) {
  static const tp_region nothing = {.tp_name = "(the program's end)"};
  tp_pipeline end = {.region = &nothing};
  char bye;
  end.watchdog = tp_watchdog_of_program();
  for (int r = 1; r < tp_here.ranks; r++) {
    tp_exchange_watch(&end, "the end of", r);
    send_kind(r, TP_END);
  }
  for (int r = 1; r < tp_here.ranks; r++) {
    tp_request q = {0, 0};
    tp_exchange_watch(&end, "the end of", r);
    tp_here.transport->post(tp_here.transport, &bye, 1, r, TP_TAG_STATISTICS, &q);
    tp_exchange_finish(&q);
  }
  tp_exchange_unwatch();
}
