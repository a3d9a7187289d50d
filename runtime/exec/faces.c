/* faces.c - the faces of a CPU that come from, or go to, CPUs of other ranks.
 *
 * Both sides enumerate the same runs and so agree on sizes without a header; a face of no bytes is no
 * message. Each direction has its own ring of contiguous buffers. */
#include "exec/pipeline.h"

#include <stdio.h>
#include <stdlib.h>

/* The producer's box at k, and what enumerating its runs visits. */
static tp_int enumerate(const tp_plan *p, const tp_channel *c, tp_int k, int mode, char *at) {
  int m = p->choice.mapped;
  tp_box box = c->box;
  box.tp_lo[m] = p->choice.lo[m] + k * p->choice.extent[m];
  box.tp_hi[m] = tp_min(box.tp_lo[m] + p->choice.extent[m], p->choice.hi[m]);
  tp_stream s = {.tp_mode = mode, .tp_at = at};
  c->face->tp_runs(&box, c->end, p->args, &s);
  return s.tp_bytes;
}

/* Counting once per plan, not once per run. */
static tp_int size_of(const tp_plan *p, tp_channel *c, tp_int k) {
  if (c->size[k] < 0)
    c->size[k] = enumerate(p, c, k, TP_COUNT, NULL);
  return c->size[k];
}

static void make_room(const tp_plan *p, tp_slot *s, tp_int bytes) {
  s->bytes = bytes;
  if (bytes <= s->room)
    return;
  free(s->buffer);
  s->room = bytes + bytes / 4;
  s->buffer = malloc((size_t)s->room);
  if (!s->buffer) {
    fprintf(stderr, "tilepipe: no memory for a face of %lld bytes; smaller tiles would help\n", bytes);
    p->transport->abandon(p->transport, 1);
  }
}

/* Waits for one request of the lane. */
static void await(tp_plan *p, tp_lane *l, tp_request *r, tp_int k, const char *what, int whom) {
  tp_patience patience = {0, 0};
  while (!p->transport->test(p->transport, r)) {
    double slept = tp_relax(&patience);
    if (slept > 1)
      tp_stuck(p, l, k, slept, what, whom);
  }
}

void tp_faces_post(tp_plan *p, tp_lane *l, tp_int k) {
  if (k >= p->choice.tiles[p->choice.mapped])
    k = p->choice.tiles[p->choice.mapped] - 1;
  for (; l->posted <= k; l->posted++)
    for (int i = 0; i < l->ins; i++) {
      tp_channel *c = &l->in[i];
      tp_int bytes = size_of(p, c, l->posted);
      if (bytes == 0)
        continue;
      tp_slot *s = &c->slot[l->posted % p->slots];
      make_room(p, s, bytes);
      p->transport->post(p->transport, s->buffer, bytes, c->peer, c->tag, &s->request);
      if (p->trace)
        tp_trace_add(p->trace, TP_EVENT_POST, p->rank, l->thread, l->posted, l->posted + l->offset);
    }
}

/* Channels are in the producers' lexicographic order, so a later value is never overwritten by an
   earlier one whatever the order of arrival. */
void tp_faces_wait(tp_plan *p, tp_lane *l, tp_int k) {
  for (int i = 0; i < l->ins; i++) {
    tp_channel *c = &l->in[i];
    if (size_of(p, c, k) == 0)
      continue;
    tp_slot *s = &c->slot[k % p->slots];
    await(p, l, &s->request, k, "a face of rank", c->peer);
    enumerate(p, c, k, TP_UNPACK, s->buffer);
    if (p->trace)
      tp_trace_add(p->trace, TP_EVENT_RECEIVED, p->rank, l->thread, k, k + l->offset);
  }
}

void tp_faces_send(tp_plan *p, tp_lane *l, tp_int k) {
  int synchronous = p->choice.protocol == TP_PROTOCOL_SYNCHRONOUS;
  for (int i = 0; i < l->outs; i++) {
    tp_channel *c = &l->out[i];
    tp_int bytes = size_of(p, c, k);
    if (bytes == 0)
      continue;
    tp_slot *s = &c->slot[k % p->slots];
    await(p, l, &s->request, k - p->slots, "a face to be received by rank", c->peer);
    make_room(p, s, bytes);
    enumerate(p, c, k, TP_PACK, s->buffer);
    p->transport->send(p->transport, s->buffer, bytes, c->peer, c->tag, synchronous, &s->request);
    l->counts.messages++;
    l->counts.bytes += bytes;
    if (p->trace)
      tp_trace_add(p->trace, TP_EVENT_SEND, p->rank, l->thread, k, k + l->offset);
  }
}

void tp_faces_flush(tp_plan *p, tp_lane *l, tp_int k) {
  for (int i = 0; i < l->outs; i++)
    for (int j = 0; j < p->slots; j++)
      await(p, l, &l->out[i].slot[j].request, k, "a face to be received by rank", l->out[i].peer);
}

void tp_faces_poke(tp_plan *p, tp_lane *l) {
  for (int j = 0; j < p->slots; j++) {
    for (int i = 0; i < l->ins; i++)
      p->transport->test(p->transport, &l->in[i].slot[j].request);
    for (int i = 0; i < l->outs; i++)
      p->transport->test(p->transport, &l->out[i].slot[j].request);
  }
}
