/* commands.c - waits and failures around a region, on both sides. */
#include "ranks/commands.h"

#include "comm/idle.h"
#include "comm/shared.h"
#include "process/process.h"
#include "ranks/lost.h"
#include "util/liveness.h"
#include "util/wait.h"

#include <stdio.h>
#include <stdlib.h>

/* What this rank waits for when it is not in a pipeline. */
static struct {
  const char *region, *what;
  int rank;
} waiting;

static void report_late(void) {
  fprintf(stderr, "tilepipe: no progress for %d s in region %s: rank %d waits for %s rank %d [watchdog]\n",
          tp_watching.seconds, waiting.region, tp_here.rank, waiting.what, waiting.rank);
  tp_lost_say(waiting.rank, "does not answer");
  /* The others that wait get the time to say so too. */
  tp_wait_grace();
  tp_here.transport->abandon(tp_here.transport, 1);
}

void tp_exchange_watch(const tp_pipeline *p, const char *what, int rank) {
  waiting.region = p->region->tp_name;
  waiting.what = what;
  waiting.rank = rank;
  tp_wait_watch(p->watchdog);
  tp_watching = (tp_watch){p->watchdog, report_late};
}

void tp_exchange_unwatch(void) { tp_watching = (tp_watch){0, NULL}; }

tp_int tp_exchange_move(const tp_plan *plan, int rank, int send, int peer, int tag,
                      tp_enumerator runs, const void *args, unsigned long long skip) {
  tp_int passes = tp_passes(plan), bytes = 0;
  tp_box box;
  for (tp_int pass = 0; pass < passes; pass++) {
    tp_int some = tp_rank_box(plan, rank, pass, &box)
                      ? tp_bulk_move(tp_here.transport, send, peer, tag, runs, &box, args, skip) : 0;
    if (some < 0)
      tp_exchange_fail("out of memory [memory]");
    bytes += some;
  }
  return bytes;
}

void tp_exchange_finish(tp_request *r) {
  tp_backoff backoff = {0};
  while (!tp_here.transport->test(tp_here.transport, r))
    tp_relax(&backoff);
  tp_liveness_beat();
}

/* Of each rank: 1: it has been sent something since its last answer. Null before the first command. */
static char *owes;

void tp_exchange_command(int rank, const void *message, tp_int bytes, tp_request *r) {
  tp_here.transport->send(tp_here.transport, message, bytes, rank, TP_TAG_COMMAND, 0, r);
  if (tp_exchange_word(rank))
    tp_idle_wake(tp_exchange_word(rank));
  if (!owes && !(owes = calloc((size_t)tp_here.ranks, 1)))
    tp_exchange_fail("out of memory [memory]");
  owes[rank] = 1;
}

int tp_exchange_owes(int rank) { return owes && owes[rank]; }

void tp_exchange_answered(int rank) { owes[rank] = 0; }

void tp_exchange_ask(int rank) {
  char turn = 0;
  tp_request r = {0, 0};
  tp_here.transport->send(tp_here.transport, &turn, sizeof turn, rank, TP_TAG_OWNED, 0, &r);
  tp_exchange_finish(&r);
}

void tp_exchange_await_turn(void) {
  char turn;
  tp_request r = {0, 0};
  if (tp_here.rank <= TP_SENDING)
    return;
  tp_here.transport->post(tp_here.transport, &turn, sizeof turn, 0, TP_TAG_OWNED, &r);
  tp_exchange_finish(&r);
}

void *tp_exchange_word(int rank) {
  return tp_here.host_of[rank] == 0 && tp_here.host_of[tp_here.rank] == 0 ? tp_shared_note(rank, TP_NOTE_WAKE) : NULL;
}

__attribute__((noreturn)) void tp_exchange_fail(const char *what) {
  fprintf(stderr, "tilepipe: rank %d: %s\n", tp_here.rank, what);
  tp_here.transport->abandon(tp_here.transport, 1);
  abort();
}
