/* link_p2p.c - faces as messages: receives pre-posted into the ring, sends from it. */
#include "comm/link.h"

#include "core/settings.h"

#include <stddef.h>

static tp_slot *slot_of(tp_link *l, tp_int k) { return &l->slot[k % l->slots]; }

static int complete(tp_link *l, tp_slot *s) { return l->transport->test(l->transport, &s->request); }

static int open_link(tp_link *l) {
  (void)l;
  return 1;
}

static void close_link(tp_link *l) { tp_slots_free(l); }

static int ready(tp_link *l) {
  (void)l;
  return 1;
}

static void post(tp_link *l, tp_int k, tp_int bytes) {
  tp_slot *s = slot_of(l, k);
  tp_slot_make_room(l, s, bytes);
  l->transport->post(l->transport, s->buffer, bytes, l->peer, l->tag, &s->request);
}

static const char *arrived(tp_link *l, tp_int k) {
  tp_slot *s = slot_of(l, k);
  return complete(l, s) ? s->buffer : NULL;
}

static void release(tp_link *l, tp_int k) {
  (void)l;
  (void)k;
}

static char *room(tp_link *l, tp_int k, tp_int bytes) {
  tp_slot *s = slot_of(l, k);
  if (!complete(l, s))
    return NULL;
  tp_slot_make_room(l, s, bytes);
  return s->buffer;
}

static void send(tp_link *l, tp_int k, tp_int bytes) {
  tp_slot *s = slot_of(l, k);
  l->transport->send(l->transport, s->buffer, bytes, l->peer, l->tag, l->synchronous, &s->request);
}

static int sent(tp_link *l, tp_int k) { return complete(l, slot_of(l, k)); }

static void poke(tp_link *l) {
  for (int i = 0; i < l->slots; i++)
    complete(l, &l->slot[i]);
}

const tp_link_operations tp_link_p2p = {TP_TRANSPORT_P2P, open_link, close_link, ready, post, arrived,
                                        release,          room,      send,       sent,  poke};
