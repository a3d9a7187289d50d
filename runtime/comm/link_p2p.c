/* link_p2p.c - faces as messages: receives pre-posted into the ring, sends from it. */
#include "comm/link.h"

#include "settings/settings.h"

#include <stddef.h>

static tp_slot *slot_of(tp_link *l, tp_int k) { return &l->slot[k % l->slots]; }

static int open_link(tp_link *l) {
  (void)l;
  return 1;
}

static void close_link(tp_link *l) { tp_slots_free(l); }

static int ready(tp_link *l) {
  (void)l;
  return 1;
}

static void post(tp_link *l, tp_int k, tp_int bytes, char *into) {
  tp_slot *s = slot_of(l, k);
  if (!into)
    tp_slot_make_room(l, s, bytes);
  tp_slot_post(l, s, into ? into : s->buffer, bytes);
}

static const char *arrived(tp_link *l, tp_int k) {
  tp_slot *s = slot_of(l, k);
  return tp_slot_complete(l, s) ? s->at : NULL;
}

static void release(tp_link *l, tp_int k) {
  (void)l;
  (void)k;
}

static char *room(tp_link *l, tp_int k, tp_int bytes) {
  static char elsewhere;
  tp_slot *s = slot_of(l, k);
  if (!tp_slot_complete(l, s))
    return NULL;
  tp_slot_make_room(l, s, bytes);
  return bytes > 0 ? s->buffer : &elsewhere;
}

static void send(tp_link *l, tp_int k, tp_int bytes, char *from) {
  tp_slot *s = slot_of(l, k);
  tp_slot_send(l, s, from ? from : s->buffer, bytes);
}

static int sent(tp_link *l, tp_int k) { return tp_slot_complete(l, slot_of(l, k)); }

static void poke(tp_link *l) {
  for (int i = 0; i < l->slots; i++)
    tp_slot_complete(l, &l->slot[i]);
}

const tp_link_operations tp_link_p2p = {TP_TRANSPORT_P2P, 1,       open_link, close_link, ready, post,
                                        arrived,          release, room,      send,       sent,  poke};
