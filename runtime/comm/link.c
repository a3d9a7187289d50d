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
    fprintf(stderr, "tilepipe: no memory for a face of %lld bytes; smaller tiles would help\n", bytes);
    l->transport->abandon(l->transport, 1);
  }
}

void tp_slots_free(tp_link *l) {
  for (int i = 0; i < l->slots; i++) {
    free(l->slot[i].buffer);
    free(l->slot[i].request);
  }
}

/* --- messages --------------------------------------------------------------------------------- */

static tp_int piece_of(const tp_link *l, tp_int bytes) { return l->piece > 0 ? tp_min(l->piece, bytes) : bytes; }

/* Requests for the pieces of a message that begins. */
static void begin(tp_link *l, tp_slot *s, void *at, tp_int bytes) {
  s->at = at;
  s->done = 0;
  s->pieces = (int)((bytes - 1) / piece_of(l, bytes) + 1);
  if (s->pieces <= s->requests)
    return;
  free(s->request);
  s->requests = s->pieces;
  s->request = calloc((size_t)s->requests, sizeof *s->request);
  if (!s->request) {
    fprintf(stderr, "tilepipe: no memory for the %d pieces of a face of %lld bytes\n", s->pieces, bytes);
    l->transport->abandon(l->transport, 1);
  }
}

void tp_slot_post(tp_link *l, tp_slot *s, void *to, tp_int bytes) {
  begin(l, s, to, bytes);
  tp_int piece = piece_of(l, bytes);
  for (tp_int i = 0; i < s->pieces; i++)
    l->transport->post(l->transport, s->at + i * piece, tp_min(piece, bytes - i * piece), l->peer, l->tag,
                       &s->request[i]);
}

void tp_slot_send(tp_link *l, tp_slot *s, void *from, tp_int bytes) {
  begin(l, s, from, bytes);
  tp_int piece = piece_of(l, bytes);
  for (tp_int i = 0; i < s->pieces; i++)
    l->transport->send(l->transport, s->at + i * piece, tp_min(piece, bytes - i * piece), l->peer, l->tag,
                       l->synchronous, &s->request[i]);
}

int tp_slot_complete(tp_link *l, tp_slot *s) {
  for (; s->done < s->pieces; s->done++)
    if (!l->transport->test(l->transport, &s->request[s->done]))
      return 0;
  return 1;
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
