/* service.c - a region on several ranks.
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
#include "core/service.h"

#include "comm/bulk.h"
#include "comm/idle.h"
#include "comm/p2p.h"
#include "core/array.h"
#include "core/process.h"
#include "exec/float_env.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RUN, END };

/* What rank 0 sends; the argument structure follows. */
typedef struct command {
  int kind, region, watchdog;
  unsigned csr;
  unsigned short x87;
  tp_choice choice;
} command;

/* What a worker answers; the counts of its threads follow. */
typedef struct answer {
  unsigned raised;
} answer;

static void finish(tp_transport *t, tp_request *r) {
  tp_patience patience = {0, 0};
  while (!t->test(t, r))
    tp_relax(&patience);
}

static void *word_of(int rank) {
  return tp_here.wake && tp_here.host_of[rank] == 0 ? tp_here.wake + 64 * rank : NULL;
}

__attribute__((noreturn)) static void fail(const char *what) {
  fprintf(stderr, "tilepipe: rank %d: %s\n", tp_here.rank, what);
  tp_here.transport->abandon(tp_here.transport, 1);
  abort();
}

/* --- rank 0 ----------------------------------------------------------------------------------- */

static void send_command(int rank, const void *message, tp_int bytes) {
  tp_transport *t = tp_here.transport;
  tp_request r = {0, 0};
  t->send(t, message, bytes, rank, TP_TAG_COMMAND, 0, &r);
  if (word_of(rank))
    tp_idle_wake(word_of(rank));
  finish(t, &r);
}

static void send_commands(const tp_plan *p, int number) {
  tp_int bytes = (tp_int)sizeof(command) + p->region->tp_args;
  char *message = calloc(1, (size_t)bytes);
  if (!message)
    fail("out of memory");
  command c;
  memset(&c, 0, sizeof c); /* padding travels too */
  c.kind = RUN;
  c.region = number;
  c.watchdog = p->watchdog;
  c.csr = p->csr;
  c.x87 = p->x87;
  c.choice = p->choice;
  memcpy(message, &c, sizeof c);
  memcpy(message + sizeof c, p->args, (size_t)p->region->tp_args);
  tp_box box;
  for (int r = 1; r < p->choice.ranks; r++)
    if (tp_rank_box(&p->choice, r, &box))
      send_command(r, message, bytes);
  free(message);
}

static void send_liveins(const tp_plan *p) {
  tp_box box;
  for (int r = 1; r < p->choice.ranks; r++)
    if (tp_rank_box(&p->choice, r, &box) &&
        tp_bulk_move(tp_here.transport, 1, r, TP_TAG_LIVEIN, p->region->tp_livein, &box, p->args) < 0)
      fail("out of memory");
}

static void receive_answer(tp_plan *p, int rank, tp_region_counts *counts) {
  size_t bytes = sizeof(answer) + (size_t)p->choice.threads * sizeof(tp_counts);
  char *message = malloc(bytes);
  answer a;
  tp_request r = {0, 0};
  if (!message)
    fail("out of memory");
  tp_here.transport->post(tp_here.transport, message, (tp_int)bytes, rank, TP_TAG_STATISTICS, &r);
  finish(tp_here.transport, &r);
  memcpy(&a, message, sizeof a);
  atomic_fetch_or(&p->raised, a.raised);
  tp_counts *cpu = malloc((size_t)p->choice.threads * sizeof *cpu);
  if (cpu) {
    memcpy(cpu, message + sizeof a, (size_t)p->choice.threads * sizeof *cpu);
    tp_counts_add(counts, cpu, p->choice.threads);
  }
  free(cpu);
  free(message);
}

void tp_service_region(tp_plan *p, int number, tp_region_counts *counts) {
  double start = tp_now();
  send_commands(p, number);
  send_liveins(p);
  counts->livein = tp_now() - start;
  p->region->tp_start(p, p->args);
  double finished = tp_now();
  tp_box box;
  for (int r = 1; r < p->choice.ranks; r++) {
    if (!tp_rank_box(&p->choice, r, &box))
      continue;
    if (tp_bulk_move(tp_here.transport, 0, r, TP_TAG_OWNED, p->region->tp_owned, &box, p->args) < 0)
      fail("out of memory");
    receive_answer(p, r, counts);
  }
  counts->gather = tp_now() - finished;
}

void tp_service_end(void) {
  command c;
  memset(&c, 0, sizeof c);
  c.kind = END;
  for (int r = 1; r < tp_here.ranks; r++)
    send_command(r, &c, (tp_int)sizeof c);
}

/* --- workers ---------------------------------------------------------------------------------- */

/* The last plan served, kept because the next region is often the same one. */
static struct {
  char *message;
  tp_int bytes;
  tp_plan *plan;
  void *args;
} kept;

/* Everything but the floating-point environment decides whether a plan can serve again. */
static int same_plan(const char *message, tp_int bytes) {
  command a, b;
  if (!kept.plan || bytes != kept.bytes)
    return 0;
  memcpy(&a, message, sizeof a);
  memcpy(&b, kept.message, sizeof b);
  return a.region == b.region && memcmp(&a.choice, &b.choice, sizeof a.choice) == 0 &&
         memcmp(message + sizeof a, kept.message + sizeof b, (size_t)bytes - sizeof a) == 0;
}

/* Takes the message over. The arguments are made this rank's own at every run: reservations may have
   moved, and captured globals are stored anew. */
static tp_plan *plan_for(char *message, tp_int bytes, const tp_box *box) {
  command c;
  memcpy(&c, message, sizeof c);
  const tp_region *r = tp_region_numbered(c.region);
  if (bytes != (tp_int)sizeof c + r->tp_args)
    fail("a region's arguments have another size here");
  int again = same_plan(message, bytes);
  if (!again) {
    tp_plan_free(kept.plan);
    free(kept.args);
    kept.plan = NULL;
    kept.args = calloc(1, (size_t)r->tp_args + 1);
  }
  free(kept.message);
  kept.message = message;
  kept.bytes = bytes;
  if (!kept.args)
    fail("out of memory");
  memcpy(kept.args, message + sizeof c, (size_t)r->tp_args);
  if (tp_arrays_localise(r, kept.args, box) != TP_OK)
    fail("no address space for a region's arrays");
  if (!again)
    kept.plan = tp_plan_build(r, kept.args, &c.choice, tp_here.rank, tp_here.transport);
  if (!kept.plan)
    fail("out of memory");
  return kept.plan;
}

static void send_answer(const tp_plan *p) {
  size_t bytes = sizeof(answer) + (size_t)p->choice.threads * sizeof(tp_counts);
  char *message = calloc(1, bytes);
  if (!message)
    fail("out of memory");
  answer a = {atomic_load(&p->raised) | tp_float_raised()};
  memcpy(message, &a, sizeof a);
  for (int t = 0; t < p->choice.threads; t++)
    memcpy(message + sizeof a + (size_t)t * sizeof(tp_counts), &p->lane[t].counts, sizeof(tp_counts));
  tp_request r = {0, 0};
  tp_here.transport->send(tp_here.transport, message, (tp_int)bytes, 0, TP_TAG_STATISTICS, 0, &r);
  finish(tp_here.transport, &r);
  free(message);
}

static void serve_region(char *message, tp_int bytes) {
  command c;
  tp_box box;
  memcpy(&c, message, sizeof c);
  tp_rank_box(&c.choice, tp_here.rank, &box);
  tp_plan *p = plan_for(message, bytes, &box);
  const tp_region *r = p->region;
  if (tp_bulk_move(tp_here.transport, 0, 0, TP_TAG_LIVEIN, r->tp_livein, &box, kept.args) < 0)
    fail("out of memory");
  tp_float_enter(c.csr, c.x87);
  tp_plan_reset(p, kept.args);
  p->watchdog = c.watchdog;
  r->tp_start(p, kept.args);
  if (tp_bulk_move(tp_here.transport, 1, 0, TP_TAG_OWNED, r->tp_owned, &box, kept.args) < 0)
    fail("out of memory");
  send_answer(p);
}

void tp_service_run(void) {
  for (;;) {
    tp_int bytes = tp_idle_wait(word_of(tp_here.rank));
    char *message = malloc((size_t)bytes);
    tp_request r = {0, 0};
    command c;
    if (!message || bytes < (tp_int)sizeof c)
      fail("out of memory");
    tp_here.transport->post(tp_here.transport, message, bytes, 0, TP_TAG_COMMAND, &r);
    finish(tp_here.transport, &r);
    memcpy(&c, message, sizeof c);
    if (c.kind == END) {
      free(message);
      return;
    }
    serve_region(message, bytes);
  }
}
