/* setup.c - from a choice to what this rank's threads do: rows, neighbours, channels. */
#include "exec/float_env.h"
#include "exec/pipeline.h"

#include <stdlib.h>
#include <string.h>

static tp_int cpus_along(const tp_choice *c, int d) {
  return (tp_int)c->mesh[d] * c->group[d] * tp_passes_along(c, d);
}

/* Rounds by which a CPU runs later than the first one of its group (hyperplane). */
static int offset_of(const tp_choice *c, const tp_int *at) {
  int offset = 0;
  for (int d = 0; c->grouping == TP_GROUPING_HYPERPLANE && d < c->dims; d++)
    offset += (int)(at[d] % c->group[d]);
  return offset;
}

/* Rounds by which the consumer's rank starts later than the producer's when ranks step together: along a
   dimension one round for the hop, and one for each hyperplane of the group. */
static int rank_delay(const tp_choice *c, const tp_int *producer, const tp_int *consumer) {
  int delay = 0;
  for (int d = 0; d < c->dims; d++) {
    int hops = (int)(consumer[d] / c->group[d] - producer[d] / c->group[d]);
    delay += hops * (c->grouping == TP_GROUPING_HYPERPLANE ? c->group[d] + 1 : 2);
  }
  return delay;
}

/* How far ahead the receives of a channel are posted, in k. In lockstep a face is sent in the round after
   its tile; its receive must be posted by the round of the receiver that happens at that time, which is
   the one before its use, or, for diagonal faces, an earlier one. Without lockstep: one ahead where
   messages overlap computing. Groups that march in step and block: a diagonal face may be received only
   several rounds after its synchronous send, during which the receiver may itself be sending: from 4
   dimensions on, posting ahead keeps that free of cycles (docs/Runtime.md). */
static int posting_ahead(const tp_choice *c, const tp_int *producer, const tp_int *consumer) {
  if (tp_lockstep(c))
    return offset_of(c, consumer) - offset_of(c, producer) + rank_delay(c, producer, consumer) - 1;
  int pipelined = c->schedule == TP_SCHEDULE_OVERLAP;
  int diagonal = c->grouping == TP_GROUPING_HYPERPLANE ? c->dims - 3 : 0;
  return diagonal > pipelined ? diagonal : pipelined;
}

/* Two buffers, one for each receive that is posted ahead and one in use, and, where the producer has to wait
   until the consumer has unpacked, one for each dimension crossed: then a step's sends wait for nothing that
   needs another send of the same step (docs/Runtime.md). */
static int slots_of(const tp_channel *c) {
  int crossed = __builtin_popcount(c->face->tp_crosses);
  return (int)tp_max(tp_max(2, c->ahead + 1), crossed);
}

/* In one pass nobody changes a face's elements on the producer's rank once they are there, nor looks at them on
   the consumer's before they are due. Threads of one rank may get the same element in several faces: then
   one after the other. */
static int may_be_direct(const tp_plan *p, int in) {
  return p->choice.faces == TP_FACES_DIRECT && p->passes == 1 && (!in || p->choice.threads == 1);
}

/* Fills the channel between two CPUs of different ranks; 0: out of memory. */
static int make_channel(const tp_plan *p, int face, const tp_int *producer, const tp_int *consumer,
                        int in, tp_channel *out) {
  const tp_choice *c = &p->choice;
  int from, from_thread, to, to_thread;
  tp_int from_pass, to_pass, tiles = c->tiles[c->mapped];
  tp_cpu_at(c, producer, &from, &from_thread, &from_pass);
  tp_cpu_at(c, consumer, &to, &to_thread, &to_pass);
  memset(out, 0, sizeof *out);
  out->face = &p->region->tp_face_of[face];
  /* What a later pass needs is received while this one runs, all of it. */
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
                        .serial = c->serial,
                        .slots = slots_of(out),
                        .piece = c->piece,
                        .synchronous = c->protocol == TP_PROTOCOL_SYNCHRONOUS,
                        .patient = tp_lockstep(c)};
  tp_cpu_box(c, from, from_thread, from_pass, &out->box);
  for (int d = 0; d < c->dims; d++) {
    int crossed = out->face->tp_crosses >> d & 1;
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
static int across(const tp_plan *p, const tp_int *at, unsigned crosses, int direction, tp_int *other) {
  const tp_choice *c = &p->choice;
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
      unsigned a = c[j - 1].face->tp_crosses, b = c[j].face->tp_crosses;
      if (!(in ? crosses_less(dims, a, b) : crosses_less(dims, b, a)))
        break;
      tp_channel t = c[j];
      c[j] = c[j - 1];
      c[j - 1] = t;
    }
}

/* Messages need no sizes in advance; where all faces are empty there is nothing else to prepare. */
static int open_links(const tp_plan *p, tp_channel *c, int n) {
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

static int make_channels(tp_plan *p, tp_lane *l, const tp_int *at) {
  int faces = p->region->tp_faces;
  tp_int other[TP_DIMS] = {0};
  l->in = calloc((size_t)faces + 1, sizeof *l->in);
  l->out = calloc((size_t)faces + 1, sizeof *l->out);
  if (!l->in || !l->out)
    return 0;
  for (int f = 0; f < faces; f++) {
    unsigned crosses = p->region->tp_face_of[f].tp_crosses;
    if (across(p, at, crosses, -1, other) && !make_channel(p, f, other, at, 1, &l->in[l->ins++]))
      return 0;
    if (across(p, at, crosses, 1, other) && !make_channel(p, f, at, other, 0, &l->out[l->outs++]))
      return 0;
  }
  sort_channels(p->choice.dims, l->in, l->ins, 1);
  sort_channels(p->choice.dims, l->out, l->outs, 0);
  return open_links(p, l->in, l->ins) && open_links(p, l->out, l->outs);
}

/* Same-rank CPUs below along some dimensions that carry a dependence. With blocks a rank is a box of CPUs,
   so the unit neighbours in between are on this rank and have waited for those further below.

   With cyclic assignment they may be elsewhere. Moreover another rank's row may lie between two rows of
   this one: it may overwrite what the first still has to read (its memory is its own), and send the new
   value to the second. So a CPU waits for all CPUs of the rank in the pass before. */
static int find_lower(const tp_plan *p, tp_lane *l, const tp_int *at) {
  const tp_choice *c = &p->choice;
  int cyclic = c->assign == TP_ASSIGN_CYCLIC;
  l->lower = malloc(((size_t)1 << c->dims) * sizeof *l->lower + (size_t)c->threads * sizeof *l->lower);
  if (!l->lower)
    return 0;
  for (unsigned below = 1; below < 1u << c->dims; below++) {
    tp_int other[TP_DIMS], pass;
    int rank, thread, possible = cyclic || (below & (below - 1)) == 0;
    for (int d = 0; d < c->dims; d++) {
      other[d] = at[d] - (below >> d & 1);
      possible &= other[d] >= 0;
      possible &= !(below >> d & 1) || (d != c->mapped && p->region->tp_reach[d] > 0);
    }
    if (!possible)
      continue;
    tp_cpu_at(c, other, &rank, &thread, &pass);
    if (rank == p->rank)
      l->lower[l->lowers++] = pass * c->threads + thread;
  }
  for (int t = 0; l->index >= c->threads && t < c->threads; t++)
    if (p->lane[(l->index / c->threads - 1) * c->threads + t].rows > 0)
      l->lower[l->lowers++] = (l->index / c->threads - 1) * c->threads + t;
  return 1;
}

/* The rows of a CPU: one tile each, but together where only the balance made them thin. */
static void take_rows(const tp_choice *c, const tp_int *at, tp_lane *l) {
  l->rows = 1;
  for (int d = 0; d < c->dims; d++) {
    l->span[d] = 1;
    if (d == c->mapped)
      continue;
    tp_int last;
    tp_rows(c, d, at[d], &l->first[d], &last);
    l->count[d] = tp_max(last - l->first[d], 0);
    if (d == tp_cut(c) && l->count[d] > 0) {
      l->span[d] = l->count[d];
      l->count[d] = 1;
    }
    l->rows *= l->count[d];
  }
}

static int make_lane(tp_plan *p, int thread, tp_int pass) {
  const tp_choice *c = &p->choice;
  tp_lane *l = &p->lane[pass * c->threads + thread];
  tp_int at[TP_DIMS] = {0};
  tp_box box;
  tp_cpu_coordinates(c, p->rank, thread, pass, at);
  l->thread = thread;
  l->index = pass * c->threads + thread;
  tp_body_start(&l->body, c->body, p->region->tp_jam != NULL);
  take_rows(c, at, l);
  l->offset = offset_of(c, at);
  if (l->rows == 0)
    return 1;
  l->counts.has_work =
      tp_cpu_box(c, p->rank, thread, pass, &box) && p->region->tp_points(&box, p->args) > 0;
  return find_lower(p, l, at) && (p->transport == NULL || make_channels(p, l, at));
}

static void *aligned(size_t count, size_t size) {
  size_t bytes = (count * size + 127) / 128 * 128;
  void *p = aligned_alloc(128, bytes);
  return p ? memset(p, 0, bytes) : NULL;
}

/* Subtiles of vertical groups; or pieces between which a library without progress of its own is called. */
static int pieces_of(const tp_plan *p) {
  const tp_choice *c = &p->choice;
  if (c->grouping == TP_GROUPING_VERTICAL && c->threads > 1)
    return c->subtiles;
  return p->transport && c->pokes > 0 ? c->pokes + 1 : 1;
}

tp_plan *tp_plan_build(const tp_region *r, const void *args, const tp_choice *choice, int rank,
                       tp_transport *transport) {
  tp_plan *p = aligned(1, sizeof *p);
  if (!p)
    return NULL;
  p->region = r;
  p->args = args;
  p->choice = *choice;
  p->rank = rank;
  p->transport = choice->ranks > 1 ? transport : NULL;
  p->lockstep = p->transport && tp_lockstep(choice);
  p->pieces = pieces_of(p);
  p->passes = tp_passes(choice);
  size_t lanes = (size_t)(p->passes * choice->threads);
  p->lane = calloc(lanes, sizeof *p->lane);
  p->cpu = aligned((size_t)choice->threads, sizeof *p->cpu);
  p->done = aligned(lanes, sizeof *p->done);
  int complete = p->lane && p->cpu && p->done;
  for (size_t i = 0; complete && i < lanes; i++)
    complete = make_lane(p, (int)(i % (size_t)choice->threads), (tp_int)i / choice->threads);
  if (!complete) {
    tp_plan_free(p);
    return NULL;
  }
  return p;
}

static void next_run(tp_channel *c, int n, tp_int tiles) {
  for (int i = 0; i < n; i++) {
    c[i].base += tiles;
    c[i].posted = c[i].flushed = 0;
  }
}

void tp_plan_reset(tp_plan *p, const void *args) {
  tp_int tiles = p->choice.tiles[p->choice.mapped];
  p->args = args;
  tp_float_read(&p->csr, &p->x87);
  atomic_store_explicit(&p->arrived.at, 0, memory_order_relaxed);
  atomic_store_explicit(&p->released.at, 0, memory_order_relaxed);
  atomic_store_explicit(&p->raised, 0, memory_order_relaxed);
  for (tp_int t = 0; t < p->passes * p->choice.threads; t++) {
    int has_work = p->lane[t].counts.has_work;
    memset(&p->lane[t].counts, 0, sizeof p->lane[t].counts);
    p->lane[t].counts.has_work = has_work;
    next_run(p->lane[t].in, p->lane[t].ins, tiles);
    next_run(p->lane[t].out, p->lane[t].outs, tiles);
    atomic_store_explicit(&p->done[t].at, 0, memory_order_relaxed);
  }
}

static void free_channels(tp_channel *c, int n) {
  for (int i = 0; i < n; i++) {
    free(c[i].size);
    free(c[i].whole);
    tp_link_close(&c[i].link);
  }
  free(c);
}

void tp_plan_free(tp_plan *p) {
  if (!p)
    return;
  for (tp_int t = 0; p->lane && t < p->passes * p->choice.threads; t++) {
    free(p->lane[t].lower);
    free_channels(p->lane[t].in, p->lane[t].ins);
    free_channels(p->lane[t].out, p->lane[t].outs);
  }
  free(p->lane);
  free(p->cpu);
  free(p->done);
  free(p);
}

tp_counts tp_plan_counts(const tp_plan *p, int thread) {
  tp_counts sum = {0};
  for (tp_int pass = 0; pass < p->passes; pass++) {
    const tp_counts *c = &p->lane[pass * p->choice.threads + thread].counts;
    sum.compute += c->compute;
    sum.wait += c->wait;
    sum.comm += c->comm;
    sum.tiles += c->tiles;
    sum.jammed += c->jammed;
    sum.messages += c->messages;
    sum.direct += c->direct;
    sum.bytes += c->bytes;
    sum.has_work |= c->has_work;
    sum.first = sum.first == 0 ? c->first : sum.first;
    sum.last = c->last > sum.last ? c->last : sum.last;
    sum.transports |= c->transports;
  }
  return sum;
}
