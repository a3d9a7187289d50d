/* link_persistent.c - faces as messages that are prepared once per slot and started for each face. Only
 * faces of the largest size are alike enough; any other is a message of its own. */
#include "comm/link.h"

#include "settings/settings.h"

#include <stdlib.h>

/* Of one slot. */
typedef struct prepared {
  tp_request request;
  int works;
} prepared;

static tp_slot *slot_of(tp_link *l, tp_int k) { return &l->slot[k % l->slots]; }

static prepared *prepared_of(tp_link *l, tp_int k) { return (prepared *)l->own + k % l->slots; }

static int open_link(tp_link *l) {
  tp_transport *t = l->transport;
  int what = l->in ? TP_RECEIVES : l->synchronous ? TP_SENDS_SYNCHRONOUSLY : TP_SENDS;
  l->own = calloc((size_t)l->slots, sizeof(prepared));
  for (int i = 0; l->own && i < l->slots; i++) {
    prepared *p = prepared_of(l, i);
    tp_slot_make_room(l, &l->slot[i], l->largest);
    /* A message in pieces is none that can be prepared. */
    p->works = (l->piece == 0 || l->largest <= l->piece) &&
               t->prepare(t, l->slot[i].buffer, l->largest, l->peer, l->tag, what, &p->request);
  }
  return l->own != NULL;
}

static void close_link(tp_link *l) {
  for (int i = 0; l->own && i < l->slots; i++)
    if (prepared_of(l, i)->works)
      l->transport->discard(l->transport, &prepared_of(l, i)->request);
  free(l->own);
  l->own = NULL;
  tp_slots_free(l);
}

static int ready(tp_link *l) {
  (void)l;
  return 1;
}

/* Starts the prepared message if it is the one; 0: it is not. */
static int start(tp_link *l, tp_int k, tp_int bytes) {
  prepared *p = prepared_of(l, k);
  if (!p->works || bytes != l->largest)
    return 0;
  l->transport->start(l->transport, &p->request);
  return 1;
}

static int complete(tp_link *l, tp_int k) {
  tp_transport *t = l->transport;
  prepared *p = prepared_of(l, k);
  return tp_slot_complete(l, slot_of(l, k)) && (!p->works || t->test(t, &p->request));
}

static void post(tp_link *l, tp_int k, tp_int bytes, char *into) {
  tp_slot *s = slot_of(l, k);
  (void)into;
  if (!start(l, k, bytes))
    tp_slot_post(l, s, s->buffer, bytes);
}

static const char *arrived(tp_link *l, tp_int k) {
  return complete(l, k) ? slot_of(l, k)->buffer : NULL;
}

static void release(tp_link *l, tp_int k) {
  (void)l;
  (void)k;
}

static char *room(tp_link *l, tp_int k, tp_int bytes) {
  (void)bytes;
  return complete(l, k) ? slot_of(l, k)->buffer : NULL;
}

static void send(tp_link *l, tp_int k, tp_int bytes, char *from) {
  tp_slot *s = slot_of(l, k);
  (void)from;
  if (!start(l, k, bytes))
    tp_slot_send(l, s, s->buffer, bytes);
}

static int sent(tp_link *l, tp_int k) { return complete(l, k); }

static void poke(tp_link *l) {
  for (int i = 0; i < l->slots; i++)
    complete(l, i);
}

const tp_link_operations tp_link_persistent = {TP_TRANSPORT_PERSISTENT, 0, open_link, close_link, ready,
                                               post,                    arrived,   release,    room,
                                               send,                    sent,      poke};
