/* channels.c - from a plan to the channels of a CPU: which faces come and go, when their receives are
   posted, in how many buffers. */
#include "exec/pipeline.h"
#include "exec/slices.h"

#include <stdlib.h>
#include <string.h>

int tp_offset_of(const tp_plan *c, const tp_int *at) {
  int offset = 0;
  for (int d = 0; c->grouping == TP_GROUPING_HYPERPLANE && d < c->dims; d++)
    offset += (int)(at[d] % c->group[d]);
  return offset;
}

static tp_int cpus_along(const tp_plan *c, int d) {
  return (tp_int)c->mesh[d] * c->group[d] * tp_passes_along(c, d);
}

/* Rounds by which the consumer's rank starts later than the producer's in lockstep. Along a dimension that is one round
   for the hop, and one for each hyperplane of the group. */
static int rank_delay(const tp_plan *c, const tp_int *producer, const tp_int *consumer) {
  int delay = 0;
  for (int d = 0; d < c->dims; d++) {
    int hops = (int)(consumer[d] / c->group[d] - producer[d] / c->group[d]);
    delay += hops * (c->grouping == TP_GROUPING_HYPERPLANE ? c->group[d] + 1 : 2);
  }
  return delay;
}

/* How far ahead the receives of a channel are posted, in k.
   Lockstep: a face is sent in the round after its tile. Its receive is posted in the receiver's round of that time: the
   one before its use or, for diagonal faces, an earlier one.
   Else: one ahead where messages overlap computing.
   Hyperplane groups: a diagonal face may be received several rounds after its synchronous send, and the receiver may be
   sending meanwhile. From 4 dimensions on, posting further ahead keeps the waits free of cycles (docs/Pipeline.md). */
static int posting_ahead(const tp_plan *c, const tp_int *producer, const tp_int *consumer) {
  if (tp_lockstep(c))
    return tp_offset_of(c, consumer) - tp_offset_of(c, producer) + rank_delay(c, producer, consumer) - 1;
  int pipelined = c->schedule == TP_SCHEDULE_OVERLAP;
  int diagonal = c->grouping == TP_GROUPING_HYPERPLANE ? c->dims - 3 : 0;
  return diagonal > pipelined ? diagonal : pipelined;
}

/* At least two; one for each receive that is posted ahead, and one in use. At least one for each dimension crossed: where
   the producer waits until the consumer has unpacked, the sends of a round must not wait for other sends of that round
   (docs/Pipeline.md). */
static int slots_of(const tp_channel *c) {
  int crossed = __builtin_popcount((unsigned)c->crosses);
  return (int)tp_max(tp_max(2, c->ahead + 1), crossed);
}

/* In a run of one pass the elements of a face stay as they are on the producer's rank, and are not read on the consumer's
   before they are due. Threads of one rank may get the same element in several faces; these must not overlap. */
static int may_be_direct(const tp_pipeline *p, int in) {
  return p->plan.faces == TP_FACES_DIRECT && p->passes == 1 && (!in || p->plan.threads == 1);
}

/* Fills the channel between two CPUs of different ranks; 0: out of memory. */
static int make_channel(const tp_pipeline *p, int face, const tp_int *producer, const tp_int *consumer,
                        int in, tp_channel *out) {
  const tp_plan *c = &p->plan;
  int from, from_thread, to, to_thread;
  tp_int from_pass, to_pass, tiles = c->tiles[c->mapped];
  tp_cpu_at(c, producer, &from, &from_thread, &from_pass);
  tp_cpu_at(c, consumer, &to, &to_thread, &to_pass);
  memset(out, 0, sizeof *out);
  out->crosses = p->region->tp_crosses[face];
  out->message = tp_message_base(c, face, producer);
  /* Faces for a later pass are all received while this one runs. */
  out->since = from_pass < to_pass ? from_pass : -1;
  out->ahead = from_pass < to_pass ? tiles : posting_ahead(c, producer, consumer);
  out->link = (tp_link){.does = tp_link_kind(p->transport, c->transport, in ? from : to),
                        .transport = p->transport,
                        .in = in,
                        .peer = in ? from : to,
                        .tag = TP_TAG_FACE + (int)(to_pass * c->threads + to_thread) * p->region->tp_faces +
                               face,
                        .control = TP_TAG_FACE +
                                   (int)((p->passes + to_pass) * c->threads + to_thread) *
                                       p->region->tp_faces + face,
                        .slots = slots_of(out),
                        .synchronous = c->protocol == TP_PROTOCOL_SYNCHRONOUS,
                        .patient = tp_lockstep(c)};
  tp_cpu_box(c, from, from_thread, from_pass, &out->box);
  for (int d = 0; d < c->dims; d++) {
    int crossed = out->crosses >> d & 1;
    out->end[d] = crossed || d == c->mapped ? c->hi[d] : out->box.tp_hi[d];
  }
  out->direct = may_be_direct(p, in);
  out->whole = calloc((size_t)tiles, sizeof *out->whole);
  out->size = malloc((size_t)tiles * sizeof *out->size);
  for (tp_int k = 0; out->size && k < tiles; k++)
    out->size[k] = -1;
  return out->size && out->whole;
}

/* The CPU across the face in the given direction; 0: there is none, it has no rows, or it belongs to
   the same rank. Faces that cross the mapped dimension are covered by those that do not. */
static int across(const tp_pipeline *p, const tp_int *at, unsigned crosses, int direction, tp_int *other) {
  const tp_plan *c = &p->plan;
  if (crosses >> c->mapped & 1)
    return 0;
  for (int d = 0; d < c->dims; d++) {
    other[d] = at[d] + (crosses >> d & 1 ? direction : 0);
    if (other[d] < 0 || other[d] >= cpus_along(c, d))
      return 0;
    tp_int first, last;
    tp_rows(c, d, other[d], &first, &last);
    if (d != c->mapped && last <= first)
      return 0;
  }
  int rank, thread;
  tp_int pass;
  tp_cpu_at(c, other, &rank, &thread, &pass);
  return rank != p->rank;
}

/* Order of crossing vectors, dimension 0 first. */
static int crosses_less(int dims, unsigned a, unsigned b) {
  for (int d = 0; d < dims; d++)
    if ((a >> d & 1) != (b >> d & 1))
      return (a >> d & 1) < (b >> d & 1);
  return 0;
}

/* Incoming: producers in lexicographic order (largest crossing first). Outgoing: consumers in
   lexicographic order, so that the first to run is the first served. */
static void sort_channels(int dims, tp_channel *c, int n, int in) {
  for (int i = 1; i < n; i++)
    for (int j = i; j > 0; j--) {
      unsigned a = (unsigned)c[j - 1].crosses, b = (unsigned)c[j].crosses;
      if (!(in ? crosses_less(dims, a, b) : crosses_less(dims, b, a)))
        break;
      tp_channel t = c[j];
      c[j] = c[j - 1];
      c[j - 1] = t;
    }
}

/* Messages need no sizes in advance; where all faces are empty there is nothing else to prepare. */
static int open_links(const tp_pipeline *p, tp_channel *c, int n) {
  for (int i = 0; i < n; i++) {
    if (c[i].link.does != &tp_link_p2p)
      c[i].link.largest = tp_faces_largest(p, &c[i]);
    if (c[i].link.largest == 0)
      c[i].link.does = &tp_link_p2p;
    if (!tp_link_open(&c[i].link))
      return 0;
  }
  return 1;
}

int tp_channels_make(tp_pipeline *p, tp_lane *l, const tp_int *at) {
  int faces = p->region->tp_faces;
  tp_int other[TP_DIMS] = {0};
  l->in = calloc((size_t)faces + 1, sizeof *l->in);
  l->out = calloc((size_t)faces + 1, sizeof *l->out);
  if (!l->in || !l->out)
    return 0;
  for (int f = 0; f < faces; f++) {
    unsigned crosses = p->region->tp_crosses[f];
    if (across(p, at, crosses, -1, other) && !make_channel(p, f, other, at, 1, &l->in[l->ins++]))
      return 0;
    if (across(p, at, crosses, 1, other) && !make_channel(p, f, at, other, 0, &l->out[l->outs++]))
      return 0;
  }
  sort_channels(p->plan.dims, l->in, l->ins, 1);
  sort_channels(p->plan.dims, l->out, l->outs, 0);
  return open_links(p, l->in, l->ins) && open_links(p, l->out, l->outs);
}

static void next_run(tp_channel *c, int n, tp_int tiles) {
  for (int i = 0; i < n; i++) {
    c[i].base += tiles;
    c[i].posted = c[i].flushed = 0;
  }
}

void tp_channels_reset(tp_lane *l, tp_int tiles) {
  next_run(l->in, l->ins, tiles);
  next_run(l->out, l->outs, tiles);
}

static void free_channels(tp_channel *c, int n) {
  for (int i = 0; i < n; i++) {
    free(c[i].size);
    free(c[i].whole);
    tp_link_close(&c[i].link);
  }
  free(c);
}

void tp_channels_free(tp_lane *l) {
  free_channels(l->in, l->ins);
  free_channels(l->out, l->outs);
}
