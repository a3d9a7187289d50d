/* setup.c - from a choice to what this rank's threads do: rows, neighbours, channels. */
#include "exec/float_env.h"
#include "exec/pipeline.h"

#include <stdlib.h>
#include <string.h>

static int cpus_along(const tp_choice *c, int d) { return c->mesh[d] * c->group[d]; }

/* Rounds by which a CPU runs later than the first one of its group (hyperplane). */
static int offset_of(const tp_choice *c, const int *at) {
  int offset = 0;
  for (int d = 0; c->grouping == TP_GROUPING_HYPERPLANE && d < c->dims; d++)
    offset += at[d] % c->group[d];
  return offset;
}

/* Rounds by which the consumer's rank starts later than the producer's when ranks step together: along a
   dimension one round for the hop, and one for each hyperplane of the group. */
static int rank_delay(const tp_choice *c, const int *producer, const int *consumer) {
  int delay = 0;
  for (int d = 0; d < c->dims; d++) {
    int hops = consumer[d] / c->group[d] - producer[d] / c->group[d];
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
static int posting_ahead(const tp_choice *c, const int *producer, const int *consumer) {
  if (tp_lockstep(c))
    return offset_of(c, consumer) - offset_of(c, producer) + rank_delay(c, producer, consumer) - 1;
  int pipelined = c->schedule == TP_SCHEDULE_OVERLAP;
  int diagonal = c->grouping == TP_GROUPING_HYPERPLANE ? c->dims - 3 : 0;
  return diagonal > pipelined ? diagonal : pipelined;
}

/* Fills the channel between two CPUs of different ranks; 0: out of memory. */
static int make_channel(const tp_plan *p, int face, const int *producer, const int *consumer, int in,
                        tp_channel *out) {
  const tp_choice *c = &p->choice;
  int from, from_thread, to, to_thread;
  tp_cpu_at(c, producer, &from, &from_thread);
  tp_cpu_at(c, consumer, &to, &to_thread);
  memset(out, 0, sizeof *out);
  out->face = &p->region->tp_face_of[face];
  out->ahead = posting_ahead(c, producer, consumer);
  out->link = (tp_link){.does = tp_link_kind(p->transport, c->transport, in ? from : to),
                        .transport = p->transport,
                        .in = in,
                        .peer = in ? from : to,
                        .tag = TP_TAG_FACE + to_thread * p->region->tp_faces + face,
                        .slots = out->ahead < 1 ? 2 : out->ahead + 1,
                        .synchronous = c->protocol == TP_PROTOCOL_SYNCHRONOUS};
  tp_cpu_box(c, from, from_thread, &out->box);
  for (int d = 0; d < c->dims; d++) {
    int crossed = out->face->tp_crosses >> d & 1;
    out->end[d] = crossed || d == c->mapped ? c->hi[d] : out->box.tp_hi[d];
  }
  tp_int tiles = c->tiles[c->mapped];
  out->size = malloc((size_t)tiles * sizeof *out->size);
  for (tp_int k = 0; out->size && k < tiles; k++)
    out->size[k] = -1;
  return out->size != NULL;
}

/* The CPU across the face in the given direction; 0: there is none, it has no rows, or it belongs to
   the same rank. Faces that cross the mapped dimension are covered by those that do not. */
static int across(const tp_plan *p, const int *at, unsigned crosses, int direction, int *other) {
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
  tp_cpu_at(c, other, &rank, &thread);
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

static int open_links(tp_channel *c, int n) {
  for (int i = 0; i < n; i++)
    if (!tp_link_open(&c[i].link))
      return 0;
  return 1;
}

static int make_channels(tp_plan *p, tp_lane *l, const int *at) {
  int faces = p->region->tp_faces, other[TP_DIMS] = {0};
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
  return open_links(l->in, l->ins) && open_links(l->out, l->outs);
}

/* Same-rank CPUs one below along each dimension that carries a dependence. The CPUs below along several
   dimensions need no wait of their own: a rank is a box of CPUs, so the unit neighbours in between are
   on this rank and have waited for them. */
static void find_lower(const tp_plan *p, tp_lane *l, const int *at) {
  const tp_choice *c = &p->choice;
  for (int d = 0; d < c->dims; d++) {
    int other[TP_DIMS], rank, thread;
    if (d == c->mapped || p->region->tp_reach[d] == 0 || at[d] == 0)
      continue;
    memcpy(other, at, sizeof other);
    other[d]--;
    tp_cpu_at(c, other, &rank, &thread);
    if (rank == p->rank)
      l->lower[l->lowers++] = thread;
  }
}

static int make_lane(tp_plan *p, int thread) {
  const tp_choice *c = &p->choice;
  tp_lane *l = &p->lane[thread];
  int at[TP_DIMS] = {0};
  tp_cpu_coordinates(c, p->rank, thread, at);
  l->thread = thread;
  tp_body_start(&l->body, c->body, p->region->tp_jam != NULL);
  l->rows = 1;
  for (int d = 0; d < c->dims; d++) {
    if (d == c->mapped)
      continue;
    tp_int last;
    tp_rows(c, d, at[d], &l->first[d], &last);
    l->count[d] = tp_max(last - l->first[d], 0);
    l->rows *= l->count[d];
  }
  l->offset = offset_of(c, at);
  if (l->rows == 0)
    return 1;
  tp_box box;
  l->counts.has_work =
      tp_cpu_box(c, p->rank, thread, &box) && p->region->tp_points(&box, p->args) > 0;
  find_lower(p, l, at);
  return p->transport == NULL || make_channels(p, l, at);
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
  p->lane = calloc((size_t)choice->threads, sizeof *p->lane);
  p->cpu = aligned((size_t)choice->threads, sizeof *p->cpu);
  p->done = aligned((size_t)choice->threads, sizeof *p->done);
  int complete = p->lane && p->cpu && p->done;
  for (int t = 0; complete && t < choice->threads; t++)
    complete = make_lane(p, t);
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
  for (int t = 0; t < p->choice.threads; t++) {
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
    tp_link_close(&c[i].link);
  }
  free(c);
}

void tp_plan_free(tp_plan *p) {
  if (!p)
    return;
  for (int t = 0; p->lane && t < p->choice.threads; t++) {
    free_channels(p->lane[t].in, p->lane[t].ins);
    free_channels(p->lane[t].out, p->lane[t].outs);
  }
  free(p->lane);
  free(p->cpu);
  free(p->done);
  free(p);
}
