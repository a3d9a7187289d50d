/* link_p2p.c - faces as messages: receives pre-posted into the ring, sends from it.
 *
 * Persistent links prepare a message once per slot and start it for each face. Only faces of the largest size are alike
 * enough; any other is a message of its own. */
#include "comm/link.h"

#include "settings/settings.h"

#include <stddef.h>

static tp_slot *slot_of(tp_link *l, tp_int k) { return &l->slot[k % l->slots]; }

static int open_link(tp_link *l) {
  (void)l;
  return 1;
}

static int open_persistent(tp_link *l) {
  tp_transport *t = l->transport;
  int what = l->in ? TP_RECEIVES : l->synchronous ? TP_SENDS_SYNCHRONOUSLY : TP_SENDS;
  for (int i = 0; i < l->slots; i++) {
    tp_slot_make_room(l, &l->slot[i], l->largest);
    t->prepare(t, l->slot[i].buffer, l->largest, l->peer, l->tag, what, &l->slot[i].prepared);
  }
  return 1;
}

static void close_link(tp_link *l) {
  for (int i = 0; l->does == &tp_link_persistent && i < l->slots; i++)
    l->transport->discard(l->transport, &l->slot[i].prepared);
  tp_slots_free(l);
}

static int ready(tp_link *l) {
  (void)l;
  return 1;
}

/* Starts the prepared message if it is the one; 0: it is not. */
static int start(tp_link *l, tp_slot *s, tp_int bytes) {
  if (l->does != &tp_link_persistent || bytes != l->largest)
    return 0;
  l->transport->start(l->transport, &s->prepared);
  return 1;
}

static int complete(tp_link *l, tp_slot *s) {
  tp_transport *t = l->transport;
  return t->test(t, &s->request) && (l->does != &tp_link_persistent || t->test(t, &s->prepared));
}

static void post(tp_link *l, tp_int k, tp_int bytes, char *into) {
  tp_slot *s = slot_of(l, k);
  if (!into)
    tp_slot_make_room(l, s, bytes);
  s->at = into ? into : s->buffer;
  if (!start(l, s, bytes))
    l->transport->post(l->transport, s->at, bytes, l->peer, l->tag, &s->request);
}

static const char *arrived(tp_link *l, tp_int k) {
  tp_slot *s = slot_of(l, k);
  return complete(l, s) ? s->at : NULL;
}

static void release(tp_link *l, tp_int k) {
  (void)l;
  (void)k;
}

static char *room(tp_link *l, tp_int k, tp_int bytes) {
  static char elsewhere;
  tp_slot *s = slot_of(l, k);
  if (!complete(l, s))
    return NULL;
  tp_slot_make_room(l, s, bytes);
  return bytes > 0 ? s->buffer : &elsewhere;
}

static void send(tp_link *l, tp_int k, tp_int bytes, char *from) {
  tp_slot *s = slot_of(l, k);
  if (!start(l, s, bytes))
    l->transport->send(l->transport, from ? from : s->buffer, bytes, l->peer, l->tag, l->synchronous, &s->request);
}

static int sent(tp_link *l, tp_int k) { return complete(l, slot_of(l, k)); }

static void poke(tp_link *l) {
  for (int i = 0; i < l->slots; i++)
    complete(l, &l->slot[i]);
}

const tp_link_operations tp_link_p2p = {TP_TRANSPORT_P2P, 1,       open_link, close_link, ready, post,
                                        arrived,          release, room,      send,       sent,  poke};
const tp_link_operations tp_link_persistent = {TP_TRANSPORT_PERSISTENT, 0,       open_persistent, close_link, ready, post,
                                               arrived,                 release, room,            send,       sent,  poke};
