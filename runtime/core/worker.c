/* worker.c - a region on several ranks: the side of the others than rank 0 (see service.c).
 *
 * A worker trusts nothing that it holds from an earlier region but the plan: arguments are made its own
 * and inputs are received at every run. */
#include "comm/idle.h"
#include "core/array.h"
#include "core/exchange.h"
#include "core/memory.h"
#include "core/process.h"
#include "core/service.h"
#include "exec/float_env.h"

#include <stdlib.h>
#include <string.h>

/* The last plan served, kept because the next region is often the same one. */
static struct {
  char *message;
  tp_int bytes;
  tp_plan *plan;
  void *args;
} kept;

/* Everything but the floating-point environment decides whether a plan can serve again. */
static int same_plan(const char *message, tp_int bytes) {
  tp_command a, b;
  if (!kept.plan || bytes != kept.bytes)
    return 0;
  memcpy(&a, message, sizeof a);
  memcpy(&b, kept.message, sizeof b);
  return a.region == b.region && memcmp(&a.choice, &b.choice, sizeof a.choice) == 0 &&
         memcmp(message + sizeof a, kept.message + sizeof b, (size_t)bytes - sizeof a) == 0;
}

/* Takes the message over. The arguments are made this rank's own at every run: reservations may have
   moved, and captured globals are stored anew. */
static tp_status take_arguments(char *message, tp_int bytes, int *again) {
  tp_command c;
  memcpy(&c, message, sizeof c);
  const tp_region *r = tp_region_numbered(c.region);
  if (bytes != (tp_int)sizeof c + r->tp_args)
    tp_exchange_fail("a region's arguments have another size here");
  *again = same_plan(message, bytes);
  if (!*again) {
    tp_plan_free(kept.plan);
    free(kept.args);
    kept.plan = NULL;
    kept.args = calloc(1, (size_t)r->tp_args + 1);
  }
  free(kept.message);
  kept.message = message;
  kept.bytes = bytes;
  if (!kept.args)
    return TP_FAILED;
  memcpy(kept.args, message + sizeof c, (size_t)r->tp_args);
  /* Results that lie together: with cyclic assignment they do not. */
  tp_box box;
  int together = tp_passes(&c.choice) == 1 && tp_rank_box(&c.choice, tp_here.rank, 0, &box);
  return tp_arrays_localise(r, kept.args, together ? &box : NULL);
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
static tp_plan *plan_for(char *message, tp_int bytes) {
  static tp_memory answer;
  tp_command c;
  int again;
  memcpy(&c, message, sizeof c);
  const tp_region *r = tp_region_numbered(c.region);
  if (c.kind == TP_ASK)
    tp_memory_check(r, message + sizeof c, &c.choice, &answer);
  tp_status status = take_arguments(message, bytes, &again);
  if (status == TP_OK && !again)
    kept.plan = tp_plan_build(r, kept.args, &c.choice, tp_here.rank, tp_here.transport);
  if (c.kind != TP_ASK && (status != TP_OK || !kept.plan))
    tp_exchange_fail(status != TP_OK ? "no address space for a region's arrays" : "out of memory");
  if (c.kind == TP_ASK) {
    if (answer.status == TP_OK && (status != TP_OK || !kept.plan))
      tp_memory_failed(r, message + sizeof c, &answer);
    reply(&answer, sizeof answer);
    if (!may_go())
      return NULL;
  }
  return kept.plan;
}

static void send_answer(const tp_plan *p) {
  size_t bytes = sizeof(tp_answer) + (size_t)p->choice.threads * sizeof(tp_counts);
  char *message = calloc(1, bytes);
  if (!message)
    tp_exchange_fail("out of memory");
  tp_answer a = {atomic_load(&p->raised) | tp_float_raised()};
  memcpy(message, &a, sizeof a);
  for (int t = 0; t < p->choice.threads; t++) {
    tp_counts counts = tp_plan_counts(p, t);
    memcpy(message + sizeof a + (size_t)t * sizeof counts, &counts, sizeof counts);
  }
  reply(message, (tp_int)bytes);
  free(message);
}

static void serve_region(char *message, tp_int bytes) {
  tp_command c;
  memcpy(&c, message, sizeof c);
  tp_plan *p = plan_for(message, bytes);
  if (!p)
    return;
  const tp_region *r = p->region;
  p->watchdog = c.watchdog;
  tp_exchange_watch(p, "its input from", 0);
  tp_exchange_move(&c.choice, tp_here.rank, 0, 0, TP_TAG_LIVEIN, r->tp_livein, kept.args);
  tp_float_enter(c.csr, c.x87);
  tp_plan_reset(p, kept.args);
  tp_exchange_unwatch();
  tp_plan_run(p, kept.args);
  tp_exchange_watch(p, "its results to reach", 0);
  tp_exchange_move(&c.choice, tp_here.rank, 1, 0, TP_TAG_OWNED, r->tp_owned, kept.args);
  send_answer(p);
  tp_exchange_unwatch();
}

void tp_service_run(void) {
  for (;;) {
    tp_int bytes = tp_idle_wait(tp_exchange_word(tp_here.rank));
    char *message = malloc((size_t)bytes);
    tp_request r = {0, 0};
    tp_command c;
    if (!message || bytes < (tp_int)sizeof c)
      tp_exchange_fail("out of memory");
    tp_here.transport->post(tp_here.transport, message, bytes, 0, TP_TAG_COMMAND, &r);
    tp_exchange_finish(&r);
    memcpy(&c, message, sizeof c);
    if (c.kind == TP_END) {
      free(message);
      reply("", 1);
      return;
    }
    serve_region(message, bytes);
  }
}
