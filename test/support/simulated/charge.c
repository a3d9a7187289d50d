/* charge.c - what a message costs the CPUs that send and receive it, and waiting for one.
 *
 * SMPI has parameters for this, but charges nothing for synchronous sends, and cannot tell a message to
 * another host from one that stays: both matter to what is compared here. */
#include "support/simulated/charge.h"
#include "process/process.h"

#include <mpi.h>
#include <smpi/smpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  double constant, per_byte;
} price;

static price send_far, receive_far, send_near;

/* A message under way; price: what its arrival costs, null for a send. */
typedef struct {
  tp_request *request;
  tp_int bytes;
  const price *arrival;
} message;

static message *under_way;
static int count, room;

static tp_transport before;

static int is_same_node(int rank) { return tp_here.host_of[rank] == tp_here.host_of[tp_here.rank]; }

static void charge(price p, tp_int bytes) {
  double seconds = p.constant + p.per_byte * (double)bytes;
  if (seconds > 0)
    smpi_execute_benched(seconds);
}

static void remember(tp_request *r, tp_int bytes, const price *arrival) {
  if (count == room) {
    room = 2 * room + 16;
    under_way = realloc(under_way, (size_t)room * sizeof *under_way);
    if (!under_way)
      abort();
  }
  under_way[count++] = (message){r, bytes, arrival};
}

static void charged_send(tp_transport *t, const void *from, tp_int bytes, int to, int tag, int synchronous,
                         tp_request *r) {
  charge(is_same_node(to) ? send_near : send_far, bytes);
  before.send(t, from, bytes, to, tag, synchronous, r);
  if (tag == TP_TAG_COMMAND)
    tp_simulated_ring(to);
  remember(r, bytes, NULL);
}

static void charged_post(tp_transport *t, void *to, tp_int bytes, int from, int tag, tp_request *r) {
  if (tag == TP_TAG_COMMAND)
    tp_simulated_take();
  before.post(t, to, bytes, from, tag, r);
  remember(r, bytes, is_same_node(from) ? NULL : &receive_far);
}

static int charged_test(tp_transport *t, tp_request *r) {
  if (!before.test(t, r))
    return 0;
  for (int i = 0; i < count; i++)
    if (under_way[i].request == r) {
      message m = under_way[i];
      under_way[i] = under_way[--count];
      if (m.arrival)
        charge(*m.arrival, m.bytes);
      break;
    }
  return 1;
}

int tp_simulated_sleep(void) {
  MPI_Request some[64];
  int which[64], n = 0, first;
  for (int i = 0; i < count; i++) {
    const tp_request *r = under_way[i].request;
    if (!r->live)
      continue;
    if (r->live != 1 || n == 64) /* prepared, or too many: to be asked for one by one */
      return 0;
    which[n] = i;
    memcpy(&some[n++], &r->handle, sizeof *some);
  }
  if (n == 0)
    return 0;
  MPI_Waitany(n, some, &first, MPI_STATUS_IGNORE);
  if (first == MPI_UNDEFINED)
    return 0;
  under_way[which[first]].request->live = 0; /* its test, which is still to come, finds it complete */
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
