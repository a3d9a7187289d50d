/* link.c - what all kinds of links share. */
#include "comm/link.h"

#include "settings/settings.h"

#include <stdio.h>
#include <stdlib.h>

void tp_slot_make_room(tp_link *l, tp_slot *s, tp_int bytes) {
  s->bytes = bytes;
  if (bytes <= s->room)
    return;
  free(s->buffer);
  s->room = bytes + bytes / 4;
  s->buffer = malloc((size_t)s->room);
  if (!s->buffer) {
    fprintf(stderr, "tilepipe: no memory for a face of %lld bytes; smaller tiles would help [face-memory]\n", bytes);
    l->transport->abandon(l->transport, 1);
  }
}

void tp_slots_free(tp_link *l) {
  for (int i = 0; i < l->slots; i++)
    free(l->slot[i].buffer);
}

const tp_link_operations *tp_link_kind(tp_transport *t, int transport, int peer) {
  if (transport == TP_TRANSPORT_SHM && t->same_node && t->same_node(t, peer))
    return &tp_link_shm;
  if (transport == TP_TRANSPORT_RMA && t->put)
    return &tp_link_rma;
  return transport == TP_TRANSPORT_PERSISTENT ? &tp_link_persistent : &tp_link_p2p;
}

int tp_link_open(tp_link *l) {
  l->slot = calloc((size_t)l->slots, sizeof *l->slot);
  return l->slot && l->does->open(l);
}

void tp_link_close(tp_link *l) {
  if (l->slot)
    l->does->close(l);
  free(l->slot);
  l->slot = NULL;
}
