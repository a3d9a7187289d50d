/* faces.c - the faces of a CPU that come from, or go to, CPUs of other ranks.
 *
 * Both sides enumerate the same runs and so agree on sizes without a header; a face of no bytes is no
 * message. Each direction has its own ring of contiguous buffers (comm/link.h). */
#include "exec/pipeline.h"

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

static void note(const tp_plan *p, const tp_lane *l, int kind, tp_int k) {
  if (p->trace)
    tp_trace_add(p->trace, kind, p->rank, l->thread, l->speaker, k, k + l->offset);
}

/* Posts the receives of the faces below `end`. */
static void post_below(tp_plan *p, tp_lane *l, tp_channel *c, tp_int end) {
  end = tp_min(end, p->choice.tiles[p->choice.mapped]);
  for (; c->posted < end; c->posted++) {
    tp_int bytes = size_of(p, c, c->posted);
    if (bytes == 0)
      continue;
    c->link.does->post(&c->link, c->base + c->posted, bytes);
    note(p, l, TP_EVENT_POST, c->posted);
  }
}

void tp_faces_post(tp_plan *p, tp_lane *l, tp_int k) {
  for (int i = 0; i < l->ins; i++)
    post_below(p, l, &l->in[i], k + l->in[i].ahead + 1);
}

void tp_faces_post_since(tp_plan *p, tp_lane *l, tp_int pass) {
  for (int i = 0; i < l->ins; i++)
    if (l->in[i].since == pass)
      post_below(p, l, &l->in[i], l->in[i].ahead);
}

static const char *await_face(tp_plan *p, tp_lane *l, tp_channel *c, tp_int k) {
  tp_patience patience = {0, 0};
  const char *bytes;
  while (!(bytes = c->link.does->arrived(&c->link, c->base + k))) {
    double slept = tp_relax(&patience);
    if (slept > 1)
      tp_stuck(p, l, k, slept, "a face of rank", c->link.peer);
  }
  return bytes;
}

/* Channels are in the producers' lexicographic order, so a later value is never overwritten by an
   earlier one whatever the order of arrival. */
void tp_faces_take(tp_plan *p, tp_lane *l, tp_int k) {
  for (int i = 0; i < l->ins; i++) {
    tp_channel *c = &l->in[i];
    if (size_of(p, c, k) == 0)
      continue;
    enumerate(p, c, k, TP_UNPACK, (char *)await_face(p, l, c, k));
    c->link.does->release(&c->link, c->base + k);
    note(p, l, TP_EVENT_RECEIVED, k);
  }
}

static char *await_room(tp_plan *p, tp_lane *l, tp_channel *c, tp_int k, tp_int bytes) {
  tp_patience patience = {0, 0};
  char *room;
  while (!(room = c->link.does->room(&c->link, c->base + k, bytes))) {
    double slept = tp_relax(&patience);
    if (slept > 1)
      tp_stuck(p, l, k - c->link.slots, slept, "a face to be received by rank", c->link.peer);
  }
  return room;
}

void tp_faces_send(tp_plan *p, tp_lane *l, tp_int k) {
  for (int i = 0; i < l->outs; i++) {
    tp_channel *c = &l->out[i];
    tp_int bytes = size_of(p, c, k);
    if (bytes == 0)
      continue;
    enumerate(p, c, k, TP_PACK, await_room(p, l, c, k, bytes));
    c->link.does->send(&c->link, c->base + k, bytes);
    l->counts.messages++;
    l->counts.bytes += bytes;
    note(p, l, TP_EVENT_SEND, k);
  }
}

static void flush_channel(tp_plan *p, tp_lane *l, tp_channel *c, tp_int k) {
  for (; c->flushed <= k; c->flushed++) {
    tp_patience patience = {0, 0};
    while (size_of(p, c, c->flushed) > 0 && !c->link.does->sent(&c->link, c->base + c->flushed)) {
      double slept = tp_relax(&patience);
      if (slept > 1)
        tp_stuck(p, l, c->flushed, slept, "a face to be received by rank", c->link.peer);
    }
  }
}

void tp_faces_flush(tp_plan *p, tp_lane *l, tp_int k) {
  for (int i = 0; i < l->outs; i++)
    flush_channel(p, l, &l->out[i], k);
}

void tp_faces_poke(tp_lane *l) {
  for (int i = 0; i < l->ins; i++)
    l->in[i].link.does->poke(&l->in[i].link);
  for (int i = 0; i < l->outs; i++)
    l->out[i].link.does->poke(&l->out[i].link);
}
