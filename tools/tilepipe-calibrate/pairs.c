/* pairs.c - what the two ranks of a pair do, through the transport that the runtime uses, waiting as it
 * waits. */
#include "calibrate.h"

#include <stdlib.h>
#include <string.h>

enum { TAG_DATA = 100, TAG_BACK, TAG_READY, TAG_NEVER, TAG_LINE };

static void finish(tp_transport *t, tp_request *r) {
  tp_backoff backoff = {0};
  while (!t->test(t, r))
    tp_relax(&backoff);
}

void wait_quietly(tp_transport *t, tp_request *r) {
  struct timespec nap = {0, 200000};
  while (!t->test(t, r))
    nanosleep(&nap, NULL);
}

static int me_sends(const party *p) { return p->t->rank == p->sender; }
static int peer(const party *p) { return me_sends(p) ? p->receiver : p->sender; }

/* An empty message one way; returns when it has left or come. */
static void notify(const party *p, int tag) {
  tp_request r = {0, 0};
  p->t->send(p->t, "", 0, peer(p), tag, 0, &r);
  finish(p->t, &r);
}

static void expect(const party *p, int tag) {
  tp_request r = {0, 0};
  char none;
  p->t->post(p->t, &none, 0, peer(p), tag, &r);
  finish(p->t, &r);
}

/* --- there and back --------------------------------------------------------------------------- */

/* Half a round trip; receives are posted ahead, as the pipeline posts them. */
static double ping(const party *p, const order *o) {
  samples s = {0};
  tp_transport *t = p->t;
  char *in = p->buffer, *out = p->buffer + o->bytes;
  int mine = me_sends(p) ? TAG_DATA : TAG_BACK, its = me_sends(p) ? TAG_BACK : TAG_DATA;
  for (int i = 0; i < o->count; i++) {
    tp_request receive = {0, 0}, send = {0, 0};
    t->post(t, in, o->bytes, peer(p), its, &receive);
    if (me_sends(p))
      expect(p, TAG_READY);
    else
      notify(p, TAG_READY);
    double start = tp_now();
    if (me_sends(p))
      t->send(t, out, o->bytes, peer(p), mine, 0, &send);
    finish(t, &receive);
    if (!me_sends(p))
      t->send(t, out, o->bytes, peer(p), mine, 0, &send);
    double end = tp_now();
    finish(t, &send);
    sample_add(&s, (end - start) / 2);
  }
  return sample_typical(&s);
}

/* --- one after the other ---------------------------------------------------------------------- */

/* All pairs begin together. */
static void line_up(const party *p, int pairs, int round) {
  tp_transport *t = p->t;
  tp_request r = {0, 0};
  char none;
  if (pairs < 2 || !me_sends(p))
    return;
  if (t->rank != p->senders[0]) {
    t->send(t, "", 0, p->senders[0], TAG_LINE + round, 0, &r);
    finish(t, &r);
    t->post(t, &none, 0, p->senders[0], TAG_LINE + round, &r);
    finish(t, &r);
    return;
  }
  for (int i = 1; i < pairs; i++) {
    t->post(t, &none, 0, p->senders[i], TAG_LINE + round, &r);
    finish(t, &r);
  }
  for (int i = 1; i < pairs; i++) {
    t->send(t, "", 0, p->senders[i], TAG_LINE + round, 0, &r);
    finish(t, &r);
  }
}

/* Seconds from one message to the next, several under way. */
static double stream(const party *p, const order *o) {
  enum { WINDOW = 8 };
  samples s = {0};
  tp_transport *t = p->t;
  int window = o->bytes > 0 && p->room / o->bytes < WINDOW ? (int)(p->room / o->bytes) : WINDOW;
  for (int round = 0; round < o->count; round++) {
    tp_request r[WINDOW] = {{0, 0}};
    line_up(p, o->pairs, round);
    double start = tp_now();
    for (int i = 0; i < o->burst; i++) {
      char *at = p->buffer + i % window * o->bytes;
      finish(t, &r[i % window]);
      if (me_sends(p))
        t->send(t, at, o->bytes, peer(p), TAG_DATA, 0, &r[i % window]);
      else
        t->post(t, at, o->bytes, peer(p), TAG_DATA, &r[i % window]);
    }
    for (int i = 0; i < window; i++)
      finish(t, &r[i]);
    if (me_sends(p))
      expect(p, TAG_BACK);
    else
      notify(p, TAG_BACK);
    sample_add(&s, (tp_now() - start) / o->burst);
  }
  return sample_typical(&s);
}

/* --- the CPU's part --------------------------------------------------------------------------- */

/* Seconds inside the library for a burst: starting it, and the pokes between slices of computing until all
   of it is done, less what pokes cost that find nothing. */
static double time_burst(const party *p, const order *o, tp_request *r) {
  tp_transport *t = p->t;
  double inside = 0, start = tp_now();
  int left = o->burst, pokes = 0;
  if (me_sends(p))
    for (int i = 0; i < o->burst; i++)
      t->send(t, p->buffer, o->bytes, peer(p), TAG_DATA, 0, &r[i]);
  inside += tp_now() - start;
  while (left > 0) {
    spin(o->seconds, p->oversubscribed);
    start = tp_now();
    for (int i = 0; i < o->burst; i++)
      if (r[i].live) {
        pokes++;
        left -= t->test(t, &r[i]);
      }
    inside += tp_now() - start;
  }
  inside -= (pokes - o->burst) * o->idle;
  return inside > 0 ? inside / o->burst : 0;
}

static double cpu(const party *p, const order *o) {
  samples s = {0};
  tp_transport *t = p->t;
  for (int i = 0; i < o->count; i++) {
    tp_request r[8] = {{0, 0}};
    double posting = 0;
    if (me_sends(p)) {
      expect(p, TAG_READY);
      spin(20e-6, p->oversubscribed); /* the other one is out of the library */
    } else {
      posting = tp_now();
      for (int k = 0; k < o->burst; k++)
        t->post(t, p->buffer, o->bytes, peer(p), TAG_DATA, &r[k]);
      posting = (tp_now() - posting) / o->burst;
      notify(p, TAG_READY);
    }
    sample_add(&s, posting + time_burst(p, o, r));
  }
  return sample_typical(&s);
}

/* A progress call while a receive is open that nobody answers. It is answered at the end. */
static double poke(const party *p, const order *o) {
  samples s = {0};
  tp_transport *t = p->t;
  tp_request r = {0, 0};
  char none;
  if (!me_sends(p)) {
    expect(p, TAG_READY);
    notify(p, TAG_NEVER);
    return 0;
  }
  t->post(t, &none, 0, peer(p), TAG_NEVER, &r);
  for (int i = 0; i < o->count; i++) {
    double start = tp_now();
    for (int k = 0; k < 100; k++)
      t->test(t, &r);
    sample_add(&s, (tp_now() - start) / 100);
  }
  notify(p, TAG_READY);
  finish(t, &r);
  return sample_typical(&s);
}

/* Receiver: 1: a message came before its sender can have been back. Sender: 1: it left the library at once; who loses
   its core inside may move the message when it goes on. */
static double eager(const party *p, const order *o) {
  enum { LOOKS = 50 };
  double absence = 3 * o->seconds;
  tp_transport *t = p->t;
  tp_request r = {0, 0};
  int done = 0;
  if (me_sends(p)) {
    struct timespec away = {(time_t)absence, (long)(1e9 * absence) % 1000000000};
    expect(p, TAG_READY);
    double start = tp_now();
    t->send(t, p->buffer, o->bytes, peer(p), TAG_DATA, 0, &r);
    int at_once = tp_now() - start < o->seconds / 8;
    nanosleep(&away, NULL);
    finish(t, &r);
    return at_once;
  }
  t->post(t, p->buffer, o->bytes, peer(p), TAG_DATA, &r);
  double start = tp_now();
  notify(p, TAG_READY);
  spin(o->seconds / 4, p->oversubscribed);
  double end = tp_now() + o->seconds;
  for (int looks = 0; !done && (looks < LOOKS || tp_now() < end); looks++) {
    done = t->test(t, &r);
    spin(1e-6, p->oversubscribed);
  }
  int in_time = tp_now() - start < absence;
  finish(t, &r);
  return done && in_time;
}

double pair_do(const party *p, const order *o) {
  switch (o->what) {
  case TASK_PING:
    return ping(p, o);
  case TASK_STREAM:
    return stream(p, o);
  case TASK_CPU:
    return cpu(p, o);
  case TASK_POKE:
    return poke(p, o);
  case TASK_EAGER:
    return eager(p, o);
  default:
    return shared_ping(p, o);
  }
}
