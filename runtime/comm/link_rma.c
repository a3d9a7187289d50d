/* link_rma.c - faces that the producer puts into the consumer's memory (P2): the consumer says where a face
 * may go ("ready"), the producer puts it there and says so ("arrived").
 *
 * A put starts when the consumer's word has come, which may be after send: the face stays in its slot, and
 * every later call looks again. So a thread that waits, for whatever it may be, has to poke the links that
 * it sends on. A consumer without memory to put into says so in the same way, and gets a message. */
#include "comm/link.h"

#include "settings/settings.h"

#include <stdio.h>
#include <stdlib.h>

enum { FREE, WAITS, PUT, TOLD };

/* Of one slot. */
typedef struct face {
  tp_int address;     /* the consumer's word; -1: send a message */
  tp_request request; /* that moves it */
  tp_int token;       /* what "arrived" consists of */
  int state;          /* producer */
  tp_int k;           /* producer: the face in the slot */
} face;

typedef struct ring {
  char *exposed; /* consumer: buffers to put into, null: none */
  tp_int address, stride;
  tp_int first, last; /* producer: faces first .. last-1 of `order` have not been announced */
  int *order;         /* their slots, in the order sent */
  face face[];
} ring;

static ring *of(tp_link *l) { return l->own; }

static face *face_of(tp_link *l, tp_int k) { return &of(l)->face[k % l->slots]; }

static int complete(tp_link *l, tp_request *r) { return l->transport->test(l->transport, r); }

static int open_link(tp_link *l) {
  tp_transport *t = l->transport;
  ring *r = calloc(1, sizeof *r + (size_t)l->slots * sizeof *r->face);
  l->own = r;
  if (!r || !(r->order = calloc((size_t)l->slots, sizeof *r->order)))
    return 0;
  r->stride = tp_whole_lines(l->largest);
  if (l->in)
    r->exposed = t->attach_window(t, l->slots * r->stride, &r->address);
  for (int i = 0; i < l->slots && !r->exposed; i++)
    tp_slot_make_room(l, &l->slot[i], l->largest);
  return 1;
}

static void close_link(tp_link *l) {
  ring *r = of(l);
  if (r && r->exposed)
    l->transport->detach_window(l->transport, r->exposed);
  if (r)
    free(r->order);
  free(r);
  l->own = NULL;
  tp_slots_free(l);
}

static int ready(tp_link *l) {
  (void)l;
  return 1;
}

/* --- consumer --------------------------------------------------------------------------------- */

static void post(tp_link *l, tp_int k, tp_int bytes, char *into) {
  tp_transport *t = l->transport;
  (void)into;
  ring *r = of(l);
  face *f = face_of(l, k);
  tp_slot *s = &l->slot[k % l->slots];
  f->address = r->exposed ? r->address + k % l->slots * r->stride : -1;
  if (r->exposed)
    t->post(t, &f->token, sizeof f->token, l->peer, l->tag, &s->request);
  else
    t->post(t, s->buffer, bytes, l->peer, l->tag, &s->request);
  t->send(t, &f->address, sizeof f->address, l->peer, l->control, 0, &f->request);
}

static const char *arrived(tp_link *l, tp_int k) {
  ring *r = of(l);
  tp_slot *s = &l->slot[k % l->slots];
  if (!complete(l, &face_of(l, k)->request) || !complete(l, &s->request))
    return NULL;
  if (!r->exposed)
    return s->buffer;
  l->transport->flush(l->transport, l->transport->rank);
  return r->exposed + k % l->slots * r->stride;
}

static void release(tp_link *l, tp_int k) {
  (void)l;
  (void)k;
}

/* --- producer --------------------------------------------------------------------------------- */

static void announce(tp_link *l, face *f) {
  f->state = TOLD;
  l->transport->send(l->transport, &f->token, sizeof f->token, l->peer, l->tag, 0, &f->request);
  of(l)->first++;
}

/* The face at the head of the order takes its next step; 0: it cannot yet. */
static int advance(tp_link *l, face *f, tp_slot *s, int may_wait) {
  tp_transport *t = l->transport;
  if (f->state == WAITS) {
    if (!complete(l, &f->request))
      return 0;
    if (f->address < 0) {
      f->state = TOLD;
      t->send(t, s->buffer, s->bytes, l->peer, l->tag, l->synchronous, &f->request);
      of(l)->first++;
    } else {
      f->state = PUT;
      t->put(t, l->peer, f->address, s->buffer, s->bytes);
    }
    return 1;
  }
  /* A library may have to wait for the other side to see the end of a put. */
  if (!may_wait || !t->flush(t, l->peer))
    return 0;
  announce(l, f);
  return 1;
}

static void progress(tp_link *l, int may_wait) {
  ring *r = of(l);
  while (r->first < r->last) {
    int i = r->order[r->first % l->slots];
    if (!advance(l, &r->face[i], &l->slot[i], may_wait))
      break;
  }
}

/* 1: nothing of the slot is under way. */
static int is_free(tp_link *l, tp_int k) {
  face *f = face_of(l, k);
  if (f->state == TOLD && complete(l, &f->request))
    f->state = FREE;
  return f->state == FREE;
}

static char *room(tp_link *l, tp_int k, tp_int bytes) {
  tp_slot *s = &l->slot[k % l->slots];
  progress(l, 1);
  if (!is_free(l, k))
    return NULL;
  s->bytes = bytes;
  return s->buffer;
}

static void send(tp_link *l, tp_int k, tp_int bytes, char *from) {
  tp_transport *t = l->transport;
  ring *r = of(l);
  face *f = face_of(l, k);
  (void)bytes;
  (void)from;
  f->state = WAITS;
  f->k = k;
  t->post(t, &f->address, sizeof f->address, l->peer, l->control, &f->request);
  r->order[r->last++ % l->slots] = (int)(k % l->slots);
  progress(l, !l->patient);
}

/* All protocols: a put has a receiver. */
static int sent(tp_link *l, tp_int k) {
  progress(l, 1);
  return is_free(l, k) || face_of(l, k)->k > k;
}

static void poke(tp_link *l) {
  if (!l->in)
    progress(l, 1);
}

const tp_link_operations tp_link_rma = {TP_TRANSPORT_RMA, 0, open_link, close_link, ready, post, arrived,
                                        release,          room,      send,       sent,  poke};
