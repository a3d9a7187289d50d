/* traces.c - see traces.h.
 *
 * Clocks are compared at the program's start and at its end; in between they are taken to drift evenly. One round trip:
 * rank 0 asks, the other answers with its clock, which was read between rank 0's question and its answer's arrival. */
#include "ranks/traces.h"

#include "process/process.h"
#include "ranks/commands.h"
#include "timeline/trace_events.h"
#include "tilepipe/testing.h"
#include "util/wait.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { ROUND_TRIPS = 20, PIECE = 1 << 18 /* bytes of a message */ };

/* A rank's clock, compared once. */
typedef struct comparison {
  double at, ahead; /* by the rank's clock; of rank 0's */
  double error;
} comparison;

static comparison *at_start; /* rank 0: by rank */

static double ahead_in_test(void) { return &tp_test_ahead ? tp_test_ahead : 0; }

static int shares_clock(int rank) {
  return (tp_here.one_clock || tp_here.host_of[rank] == tp_here.host_of[0]) && !&tp_test_ahead;
}

static void send(const void *data, tp_int bytes, int to) {
  tp_request r = {0, 0};
  tp_here.transport->send(tp_here.transport, data, bytes, to, TP_TAG_STATISTICS, 0, &r);
  tp_exchange_finish(&r);
}

static void receive(void *data, tp_int bytes, int from) {
  tp_request r = {0, 0};
  tp_here.transport->post(tp_here.transport, data, bytes, from, TP_TAG_STATISTICS, &r);
  tp_exchange_finish(&r);
}

/* --- clocks ----------------------------------------------------------------------------------- */

static comparison compare(int rank) {
  comparison best = {0, 0, 0};
  for (int i = 0; i < ROUND_TRIPS && !shares_clock(rank); i++) {
    double its, asked = tp_now();
    send("", 1, rank);
    receive(&its, sizeof its, rank);
    double error = (tp_now() - asked) / 2;
    if (i == 0 || error < best.error)
      best = (comparison){its, its - (asked + error), error};
  }
  return best;
}

static void answer(void) {
  char asked;
  for (int i = 0; i < ROUND_TRIPS && !shares_clock(tp_here.rank); i++) {
    receive(&asked, 1, 0);
    double now = tp_now() + ahead_in_test();
    send(&now, sizeof now, 0);
  }
}

void tp_traces_begin(void) {
  if (tp_here.rank > 0) {
    answer();
    return;
  }
  at_start = calloc((size_t)tp_here.ranks, sizeof *at_start);
  if (!at_start)
    tp_exchange_fail("out of memory [memory]");
  for (int r = 1; r < tp_here.ranks; r++)
    at_start[r] = compare(r);
}

/* --- slices ----------------------------------------------------------------------------------- */

/* The events of this rank, in pieces: `put` has them sent, or written. 0: out of memory. */
static int put_all(const tp_timeline_clock *clock, void (*put)(const char *text, size_t length)) {
  const tp_timeline *t = tp_here.timeline;
  char host[64] = "?", head[400];
  gethostname(host, sizeof host - 1);
  int named = snprintf(head, sizeof head, "%s", tp_here.rank > 0 ? ",\n" : "");
  named += tp_timeline_process(tp_here.rank, host, head + named, sizeof head - (size_t)named);
  put(head, (size_t)named);
  for (int track = TP_TRACK_ARRAYS; t && track < tp_timeline_tracks(t); track++) {
    size_t length;
    if (track == TP_TRACK_ARRAYS && tp_timeline_kept(t, track) == 0)
      continue;
    char *text = tp_timeline_text(t, track, tp_here.rank, clock, &length);
    if (!text)
      return 0;
    put(text, length);
    free(text);
  }
  return t != NULL;
}

static void send_pieces(const char *text, size_t length) {
  for (size_t at = 0; at < length; at += PIECE) {
    tp_int bytes = length - at < PIECE ? (tp_int)(length - at) : PIECE;
    send(&bytes, sizeof bytes, 0);
    send(text + at, bytes, 0);
  }
}

void tp_traces_serve(void) {
  tp_timeline_clock clock;
  answer();
  receive(&clock, sizeof clock, 0);
  for (int i = 0; i < 2; i++) {
    clock.at[i] -= ahead_in_test();
    clock.ahead[i] -= ahead_in_test();
  }
  tp_int end = put_all(&clock, send_pieces) ? 0 : -1;
  send(&end, sizeof end, 0);
}

/* 0: the rank is out of memory. */
static int take(int rank, void (*write)(const char *text, size_t length)) {
  static char text[PIECE];
  tp_int bytes;
  for (receive(&bytes, sizeof bytes, rank); bytes > 0; receive(&bytes, sizeof bytes, rank)) {
    receive(text, bytes, rank);
    write(text, (size_t)bytes);
  }
  return bytes == 0;
}

tp_trace_clock *tp_traces_collect(double zero, void (*write)(const char *text, size_t length)) {
  static const tp_region nothing = {.tp_name = "(the program's end)"};
  tp_pipeline end = {.region = &nothing};
  tp_trace_clock *known = calloc((size_t)tp_here.ranks, sizeof *known);
  int whole = known != NULL;
  end.watchdog = tp_watchdog_of_program();
  for (int r = 1; whole && r < tp_here.ranks; r++) {
    tp_command c;
    tp_request q = {0, 0};
    memset(&c, 0, sizeof c); /* padding travels too */
    c.kind = TP_TRACE;
    tp_exchange_watch(&end, "the trace of", r);
    tp_exchange_command(r, &c, (tp_int)sizeof c, &q);
    tp_exchange_finish(&q);
    comparison first = at_start[r], last = compare(r);
    tp_timeline_clock clock = {zero, {first.at, last.at}, {first.ahead, last.ahead}};
    send(&clock, sizeof clock, r);
    whole = take(r, write);
    known[r] = (tp_trace_clock){last.ahead, first.error > last.error ? first.error : last.error};
  }
  tp_exchange_unwatch();
  if (whole)
    return known;
  free(known);
  return NULL;
}

int tp_traces_own(double zero, void (*write)(const char *text, size_t length)) {
  return put_all(&(tp_timeline_clock){zero, {0, 0}, {0, 0}}, write);
}
