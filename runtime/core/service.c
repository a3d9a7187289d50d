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
#include "core/leaks.h"
#include "core/memory.h"
#include "core/process.h"
#include "exec/float_env.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ASK: as RUN, but the rank first says whether it has the memory, and is told GO or LEAVE. */
enum { RUN, ASK, GO, LEAVE, END };

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

/* What this rank waits for when it is not in a pipeline. */
static struct {
  const char *region, *what;
  int rank;
} waiting;

static void report_late(void) {
  fprintf(stderr, "tilepipe: no progress for %d s in region %s: rank %d waits for %s rank %d\n",
          tp_watching.seconds, waiting.region, tp_here.rank, waiting.what, waiting.rank);
  /* The others that wait get the time to say so too. */
  struct timespec grace = {0, 500000000};
  nanosleep(&grace, NULL);
  tp_here.transport->abandon(tp_here.transport, 1);
}

/* From here on this thread waits for something of a rank, no longer than the watchdog allows. */
static void watch(const tp_plan *p, const char *what, int rank) {
  waiting.region = p->region->tp_name;
  waiting.what = what;
  waiting.rank = rank;
  tp_watching = (tp_watch){p->watchdog, report_late};
}

static void watch_no_more(void) { tp_watching = (tp_watch){0, NULL}; }

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

static void send_kind(int rank, int kind) {
  command c;
  memset(&c, 0, sizeof c);
  c.kind = kind;
  send_command(rank, &c, (tp_int)sizeof c);
}

static void send_commands(const tp_plan *p, int number, int kind) {
  tp_int bytes = (tp_int)sizeof(command) + p->region->tp_args;
  char *message = calloc(1, (size_t)bytes);
  if (!message)
    fail("out of memory");
  command c;
  memset(&c, 0, sizeof c); /* padding travels too */
  c.kind = kind;
  c.region = number;
  c.watchdog = p->watchdog;
  c.csr = p->csr;
  c.x87 = p->x87;
  c.choice = p->choice;
  memcpy(message, &c, sizeof c);
  memcpy(message + sizeof c, p->args, (size_t)p->region->tp_args);
  tp_box box;
  for (int r = 1; r < p->choice.ranks; r++)
    if (tp_rank_box(&p->choice, r, &box)) {
      watch(p, "the command to reach", r);
      send_command(r, message, bytes);
    }
  free(message);
}

/* Hears from every rank whether it can take part; all of them run, or none does. */
static tp_status ask_ranks(const tp_plan *p, const char **why) {
  static tp_memory answer;
  static char text[400];
  tp_status status = TP_OK;
  tp_box box;
  for (int r = 1; r < p->choice.ranks; r++) {
    if (!tp_rank_box(&p->choice, r, &box))
      continue;
    tp_request q = {0, 0};
    watch(p, "the readiness of", r);
    tp_here.transport->post(tp_here.transport, &answer, sizeof answer, r, TP_TAG_STATISTICS, &q);
    finish(tp_here.transport, &q);
    if (answer.status == TP_OK || status != TP_OK)
      continue;
    status = TP_FAILED;
    snprintf(text, sizeof text, "region %.100s: too little memory on rank %d (%s): %s",
             p->region->tp_name, r, answer.host, answer.why);
    *why = text;
  }
  for (int r = 1; r < p->choice.ranks; r++)
    if (tp_rank_box(&p->choice, r, &box)) {
      watch(p, "the command to reach", r);
      send_kind(r, status == TP_OK ? GO : LEAVE);
    }
  watch_no_more();
  return status;
}

static void send_liveins(const tp_plan *p) {
  tp_box box;
  for (int r = 1; r < p->choice.ranks; r++)
    if (tp_rank_box(&p->choice, r, &box)) {
      watch(p, "its input to reach", r);
      if (tp_bulk_move(tp_here.transport, 1, r, TP_TAG_LIVEIN, p->region->tp_livein, &box,
                       p->args) < 0)
        fail("out of memory");
    }
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

static void gather(tp_plan *p, tp_region_counts *counts) {
  tp_box box;
  for (int r = 1; r < p->choice.ranks; r++) {
    if (!tp_rank_box(&p->choice, r, &box))
      continue;
    watch(p, "the results of", r);
    if (tp_bulk_move(tp_here.transport, 0, r, TP_TAG_OWNED, p->region->tp_owned, &box, p->args) < 0)
      fail("out of memory");
    receive_answer(p, r, counts);
  }
  watch_no_more();
}

tp_status tp_service_region(tp_plan *p, int number, int asks, tp_region_counts *counts,
                            const char **why) {
  double start = tp_now();
  tp_leaks_ignore(1);
  send_commands(p, number, asks ? ASK : RUN);
  tp_status status = asks ? ask_ranks(p, why) : TP_OK;
  if (status == TP_OK) {
    send_liveins(p);
    watch_no_more();
    counts->livein = tp_now() - start;
    p->region->tp_start(p, p->args);
    double finished = tp_now();
    gather(p, counts);
    counts->gather = tp_now() - finished;
  }
  tp_leaks_ignore(0);
  return status;
}

/* A rank that has been stopped would keep MPI from ending, without a word. */
void tp_service_end(void) {
  static const tp_region nothing = {.tp_name = "(the program's end)"};
  tp_plan end = {.region = &nothing};
  tp_settings settings;
  const char *ignored;
  char bye;
  end.watchdog = 300;
  if (tp_region_count() > 0 && tp_settings_for(tp_region_numbered(0), &settings, &ignored) == TP_OK)
    end.watchdog = settings.watchdog;
  for (int r = 1; r < tp_here.ranks; r++) {
    watch(&end, "the end of", r);
    send_kind(r, END);
  }
  for (int r = 1; r < tp_here.ranks; r++) {
    tp_request q = {0, 0};
    watch(&end, "the end of", r);
    tp_here.transport->post(tp_here.transport, &bye, 1, r, TP_TAG_STATISTICS, &q);
    finish(tp_here.transport, &q);
  }
  watch_no_more();
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
static tp_status take_arguments(char *message, tp_int bytes, const tp_box *box, int *again) {
  command c;
  memcpy(&c, message, sizeof c);
  const tp_region *r = tp_region_numbered(c.region);
  if (bytes != (tp_int)sizeof c + r->tp_args)
    fail("a region's arguments have another size here");
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
  return tp_arrays_localise(r, kept.args, box);
}

/* Sends what `bytes` hold to rank 0. */
static void reply(const void *data, tp_int bytes) {
  tp_request r = {0, 0};
  tp_here.transport->send(tp_here.transport, data, bytes, 0, TP_TAG_STATISTICS, 0, &r);
  finish(tp_here.transport, &r);
}

/* Waits for rank 0's word to what this rank has said of its memory; 0: the region does not run. */
static int may_go(void) {
  command c;
  tp_request q = {0, 0};
  tp_here.transport->post(tp_here.transport, &c, sizeof c, 0, TP_TAG_COMMAND, &q);
  finish(tp_here.transport, &q);
  return c.kind == GO;
}

/* The plan of the message's region, null: it does not run. */
static tp_plan *plan_for(char *message, tp_int bytes, const tp_box *box) {
  static tp_memory answer;
  command c;
  int again;
  memcpy(&c, message, sizeof c);
  const tp_region *r = tp_region_numbered(c.region);
  if (c.kind == ASK)
    tp_memory_check(r, message + sizeof c, box, &answer);
  tp_status status = take_arguments(message, bytes, box, &again);
  if (status == TP_OK && !again)
    kept.plan = tp_plan_build(r, kept.args, &c.choice, tp_here.rank, tp_here.transport);
  if (c.kind != ASK && (status != TP_OK || !kept.plan))
    fail(status != TP_OK ? "no address space for a region's arrays" : "out of memory");
  if (c.kind == ASK) {
    if (answer.status == TP_OK && (status != TP_OK || !kept.plan))
      tp_memory_failed(r, message + sizeof c, &answer);
    reply(&answer, sizeof answer);
    if (!may_go())
      return NULL;
  }
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
  reply(message, (tp_int)bytes);
  free(message);
}

static void serve_region(char *message, tp_int bytes) {
  command c;
  tp_box box;
  memcpy(&c, message, sizeof c);
  tp_rank_box(&c.choice, tp_here.rank, &box);
  tp_plan *p = plan_for(message, bytes, &box);
  if (!p)
    return;
  const tp_region *r = p->region;
  p->watchdog = c.watchdog;
  watch(p, "its input from", 0);
  if (tp_bulk_move(tp_here.transport, 0, 0, TP_TAG_LIVEIN, r->tp_livein, &box, kept.args) < 0)
    fail("out of memory");
  tp_float_enter(c.csr, c.x87);
  tp_plan_reset(p, kept.args);
  watch_no_more();
  r->tp_start(p, kept.args);
  watch(p, "its results to reach", 0);
  if (tp_bulk_move(tp_here.transport, 1, 0, TP_TAG_OWNED, r->tp_owned, &box, kept.args) < 0)
    fail("out of memory");
  send_answer(p);
  watch_no_more();
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
      reply("", 1);
      return;
    }
    serve_region(message, bytes);
  }
}
