/* faces.c - the faces of a CPU that come from, or go to, CPUs of other ranks.
 *
 * Both sides enumerate the same runs and so agree on sizes without a header. A face of no bytes is no message. Each
 * direction has its own ring of contiguous buffers (comm/link.h).
 *
 * A face that is one piece of an array need not be packed. It can be sent from there and received there: nothing else
 * touches its elements between the tiles that it connects (docs/Pipeline.md). */
#include "exec/pipeline.h"
#include "exec/slices.h"

/* Enumerates the runs of the producer's box at k into s. Answers their bytes. */
static tp_int enumerate(const tp_pipeline *p, const tp_channel *c, tp_int k, tp_stream s) {
  int m = p->plan.mapped;
  tp_box box = c->box;
  box.tp_lo[m] = p->plan.lo[m] + k * p->plan.extent[m];
  box.tp_hi[m] = tp_min(box.tp_lo[m] + p->plan.extent[m], p->plan.hi[m]);
  p->region->tp_face(c->crosses, &box, c->end, p->args, &s);
  return s.tp_bytes;
}

/* The memory of runs, as long as each follows the last one: one segment. */
typedef struct place {
  int segments, array;
  char *first, *end;
} place;

static void visit(tp_stream *s, int array, void *run, tp_int bytes) {
  place *at = s->tp_visitor;
  if (at->segments == 0 || array != at->array || (char *)run != at->end) {
    at->first = at->segments++ == 0 ? run : at->first;
    at->array = array;
  }
  at->end = (char *)run + bytes;
}

static place locate(const tp_pipeline *p, const tp_channel *c, tp_int k) {
  place at = {0, -1, NULL, NULL};
  enumerate(p, c, k, (tp_stream){.tp_mode = TP_VISIT, .tp_visit = visit, .tp_visitor = &at});
  return at;
}

void tp_faces_visit(const tp_pipeline *p, void (*visitor_call)(tp_stream *s, int array, void *run, tp_int bytes),
                    void *visitor) {
  for (tp_int l = 0; l < p->passes * p->plan.threads; l++)
    for (int i = 0; i < p->lane[l].ins; i++)
      for (tp_int k = 0; k < p->plan.tiles[p->plan.mapped]; k++)
        enumerate(p, &p->lane[l].in[i], k,
                  (tp_stream){.tp_mode = TP_VISIT, .tp_visit = visitor_call, .tp_visitor = visitor});
}

/* Counting once per plan, not once per run. */
static tp_int size_of(const tp_pipeline *p, tp_channel *c, tp_int k) {
  if (c->size[k] < 0) {
    c->size[k] = enumerate(p, c, k, (tp_stream){.tp_mode = TP_COUNT});
    c->whole[k] = c->direct && c->link.does->direct && locate(p, c, k).segments == 1;
  }
  return c->size[k];
}

/* Where face k is, and may stay: arguments may differ from run to run. Null: it needs a buffer. */
static char *in_place(const tp_pipeline *p, const tp_channel *c, tp_int k) {
  return c->whole[k] ? locate(p, c, k).first : NULL;
}

tp_int tp_faces_largest(const tp_pipeline *p, tp_channel *c) {
  tp_int largest = 0;
  for (tp_int k = 0; k < p->plan.tiles[p->plan.mapped]; k++)
    largest = tp_max(largest, size_of(p, c, k));
  return largest;
}

static void note(const tp_pipeline *p, const tp_lane *l, int kind, tp_int k) {
  tp_trace_add(p->trace, kind, p->rank, l->thread, l->comm_thread, k, k + l->offset);
}

/* Posts the receives of the faces below `end`. */
static void post_below(tp_pipeline *p, tp_lane *l, tp_channel *c, tp_int end) {
  end = tp_min(end, p->plan.tiles[p->plan.mapped]);
  for (; c->posted < end; c->posted++) {
    tp_int bytes = size_of(p, c, c->posted);
    if (bytes == 0)
      continue;
    c->link.does->post(&c->link, c->base + c->posted, bytes, in_place(p, c, c->posted));
    note(p, l, TP_EVENT_POST, c->posted);
  }
}

void tp_faces_post(tp_pipeline *p, tp_lane *l, tp_int k) {
  for (int i = 0; i < l->ins; i++)
    post_below(p, l, &l->in[i], k + l->in[i].ahead + 1);
}

void tp_faces_post_since(tp_pipeline *p, tp_lane *l, tp_int pass) {
  for (int i = 0; i < l->ins; i++)
    if (l->in[i].since == pass)
      post_below(p, l, &l->in[i], l->in[i].ahead);
}

static const char *await_face(tp_pipeline *p, tp_lane *l, tp_channel *c, tp_int k) {
  tp_backoff backoff = {0};
  const char *bytes;
  for (;;) {
    tp_faces_progress(l->by);
    bytes = c->link.does->arrived(&c->link, c->base + k);
    if (bytes)
      return bytes;
    tp_stuck(p, l, k, tp_relax(&backoff), "a face of rank", c->link.peer);
  }
}

/* Channels are in the producers' lexicographic order, so a later value is never overwritten by an
   earlier one whatever the order of arrival. */
void tp_faces_take(tp_pipeline *p, tp_lane *l, tp_int k) {
  for (int i = 0; i < l->ins; i++) {
    tp_channel *c = &l->in[i];
    if (size_of(p, c, k) == 0)
      continue;
    double clock = tp_part_begin(p);
    char *bytes = (char *)await_face(p, l, c, k);
    clock = tp_part_end(p, l, c, TP_SLICE_RECEIVE, clock, k);
    if (!c->whole[k]) {
      enumerate(p, c, k, (tp_stream){.tp_mode = TP_UNPACK, .tp_at = bytes});
      tp_part_end(p, l, c, TP_SLICE_UNPACK, clock, k);
    }
    c->link.does->release(&c->link, c->base + k);
    note(p, l, TP_EVENT_RECEIVED, k);
  }
}

static char *await_room(tp_pipeline *p, tp_lane *l, tp_channel *c, tp_int k, tp_int bytes) {
  tp_backoff backoff = {0};
  char *room;
  for (;;) {
    tp_faces_progress(l->by);
    room = c->link.does->room(&c->link, c->base + k, bytes);
    if (room)
      break;
    tp_stuck(p, l, k - c->link.slots, tp_relax(&backoff), "a face to be received by rank", c->link.peer);
  }
  tp_part_waited(p, l, l->comm_thread, TP_SLICE_ROOM, &backoff, c->link.peer, k);
  return room;
}

void tp_faces_send(tp_pipeline *p, tp_lane *l, tp_int k) {
  for (int i = 0; i < l->outs; i++) {
    tp_channel *c = &l->out[i];
    tp_int bytes = size_of(p, c, k);
    if (bytes == 0)
      continue;
    char *from = in_place(p, c, k), *room = await_room(p, l, c, k, from ? 0 : bytes);
    double clock = tp_part_begin(p);
    if (!from) {
      enumerate(p, c, k, (tp_stream){.tp_mode = TP_PACK, .tp_at = room});
      clock = tp_part_end(p, l, c, TP_SLICE_PACK, clock, k);
    }
    note(p, l, TP_EVENT_SEND, k); /* before the peer can record that it came */
    c->link.does->send(&c->link, c->base + k, bytes, from);
    tp_part_end(p, l, c, TP_SLICE_SEND, clock, k);
    l->counts.direct += from != NULL;
    l->counts.messages++;
    l->counts.bytes += bytes;
    l->counts.transports |= 1 << c->link.does->transport;
  }
}

static void flush_channel(tp_pipeline *p, tp_lane *l, tp_channel *c, tp_int k) {
  for (; c->flushed <= k; c->flushed++) {
    tp_backoff backoff = {0};
    while (size_of(p, c, c->flushed) > 0 && !c->link.does->sent(&c->link, c->base + c->flushed)) {
      tp_stuck(p, l, c->flushed, tp_relax(&backoff), "a face to be received by rank", c->link.peer);
      tp_faces_progress(l->by);
    }
    tp_part_waited(p, l, l->comm_thread, TP_SLICE_ROOM, &backoff, c->link.peer, c->flushed);
  }
}

void tp_faces_flush(tp_pipeline *p, tp_lane *l, tp_int k) {
  for (int i = 0; i < l->outs; i++)
    flush_channel(p, l, &l->out[i], k);
}

void tp_faces_poke(tp_lane *l) {
  for (int i = 0; i < l->ins; i++)
    l->in[i].link.does->poke(&l->in[i].link);
  for (int i = 0; i < l->outs; i++)
    l->out[i].link.does->poke(&l->out[i].link);
}

void tp_faces_progress(tp_cpu *c) {
  if (!c || !c->needs_progress)
    return;
  tp_pipeline *p = c->pipeline;
  for (tp_int pass = 0; pass < p->passes; pass++)
    for (int i = 0; i < c->served_lanes; i++)
      tp_faces_poke(&p->lane[pass * p->plan.threads + c->first_served + i]);
}

/* Kinds that look into memory, not into MPI, leave other links unmoved while they wait; one-sided messages
   have steps of their own to take. */
static int connect_channels(tp_pipeline *p, tp_lane *l, tp_channel *c, int n) {
  int needs_progress = 0;
  for (int i = 0; i < n; i++) {
    tp_backoff backoff = {0};
    while (!c[i].link.does->ready(&c[i].link)) {
      tp_stuck(p, l, 0, tp_relax(&backoff), "the plan of rank", c[i].link.peer);
    }
    tp_part_waited(p, l, l->comm_thread, TP_SLICE_CONNECT, &backoff, c[i].link.peer, -1);
    int kind = c[i].link.does->transport;
    needs_progress |= kind == TP_TRANSPORT_RMA || (kind == TP_TRANSPORT_P2P && p->plan.transport != kind);
  }
  return needs_progress;
}

void tp_faces_announce(tp_lane *l) {
  for (int i = 0; i < l->outs; i++)
    l->out[i].link.does->ready(&l->out[i].link);
  for (int i = 0; i < l->ins; i++)
    l->in[i].link.does->ready(&l->in[i].link);
}

int tp_faces_connect(tp_pipeline *p, tp_lane *l) {
  int in = connect_channels(p, l, l->in, l->ins), out = connect_channels(p, l, l->out, l->outs);
  return in || out;
}
