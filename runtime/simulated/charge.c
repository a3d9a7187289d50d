/* charge.c - what a message costs the CPUs that send and receive it.
 *
 * SMPI has parameters for this, but charges nothing for synchronous sends, and cannot tell a message to
 * another host from one that stays: both matter to what is compared here. */
#include "simulated/charge.h"
#include "core/process.h"

#include <smpi/smpi.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct {
  double constant, per_byte;
} price;

static price send_far, receive_far, send_near;

typedef struct {
  tp_request *request;
  tp_int bytes;
} receive;

static receive *posted; /* not arrived */
static int count, room;

static tp_transport before;

static int is_near(int rank) { return tp_here.host_of[rank] == tp_here.host_of[tp_here.rank]; }

static void charge(price p, tp_int bytes) {
  double seconds = p.constant + p.per_byte * (double)bytes;
  if (seconds > 0)
    smpi_execute_benched(seconds);
}

static void charged_send(tp_transport *t, const void *from, tp_int bytes, int to, int tag, int synchronous,
                         tp_request *r) {
  charge(is_near(to) ? send_near : send_far, bytes);
  before.send(t, from, bytes, to, tag, synchronous, r);
}

static void charged_post(tp_transport *t, void *to, tp_int bytes, int from, int tag, tp_request *r) {
  before.post(t, to, bytes, from, tag, r);
  if (is_near(from))
    return;
  if (count == room) {
    room = 2 * room + 16;
    posted = realloc(posted, (size_t)room * sizeof *posted);
    if (!posted)
      abort();
  }
  posted[count++] = (receive){r, bytes};
}

static int charged_test(tp_transport *t, tp_request *r) {
  if (!before.test(t, r))
    return 0;
  for (int i = 0; i < count; i++)
    if (posted[i].request == r) {
      tp_int bytes = posted[i].bytes;
      posted[i] = posted[--count];
      charge(receive_far, bytes);
      break;
    }
  return 1;
}

static price price_of(const char *name) {
  price p = {0, 0};
  const char *text = getenv(name);
  if (text && sscanf(text, "%lf:%lf", &p.constant, &p.per_byte) < 1)
    tp_end_program(2, "a price is SECONDS or SECONDS:SECONDS_PER_BYTE");
  return p;
}

void tp_simulated_charge(tp_transport *t) {
  send_far = price_of("SIMULATED_SEND");
  receive_far = price_of("SIMULATED_RECEIVE");
  send_near = price_of("SIMULATED_NEAR");
  before = *t;
  t->send = charged_send;
  t->post = charged_post;
  t->test = charged_test;
}
