/* slices.c - see slices.h. */
#include "exec/slices.h"

#include "util/hash.h"

static tp_slice slice_of(const tp_pipeline *p, const tp_lane *l, int kind, double begin, double end, tp_int k) {
  tp_slice s = {.kind = kind, .begin = begin, .end = end, .cpu = l->thread, .peer = -1, .piece = -1, .bytes = -1};
  if (k < 0)
    return s;
  s.dims = p->plan.dims;
  s.rows = (int)l->rows;
  for (int d = 0; d < s.dims; d++)
    s.at[d] = (int)(d == p->plan.mapped ? k : l->first[d]);
  return s;
}

double tp_phase_end(tp_cpu *c, const tp_lane *l, int kind, tp_int k, double *seconds) {
  const tp_pipeline *p = c->pipeline;
  double now = tp_now();
  *seconds += now - c->clock;
  if (p->timeline) {
    tp_slice s = slice_of(p, l, kind, c->clock, now, k);
    if (kind == TP_SLICE_TILE && p->pieces > 1 && p->plan.grouping == TP_GROUPING_VERTICAL)
      s.piece = (int)tp_min(c->piece / l->rows, p->pieces - 1);
    tp_timeline_add(p->timeline, c->first, &s);
  }
  c->clock = now;
  return now;
}

double tp_part_end(const tp_pipeline *p, const tp_lane *l, const tp_channel *c, int kind, double begin, tp_int k) {
  if (!p->timeline)
    return 0;
  double now = tp_now();
  tp_slice s = slice_of(p, l, kind, begin, now, k);
  s.peer = c->link.peer;
  s.bytes = c->size[k];
  if (kind == TP_SLICE_SEND || kind == TP_SLICE_RECEIVE)
    s.message = tp_hash_word(c->message, (unsigned long long)(c->base + k));
  tp_timeline_add(p->timeline, l->comm_thread, &s);
  return now;
}

void tp_part_waited(const tp_pipeline *p, const tp_lane *l, int thread, int kind, const tp_backoff *backoff, int whom,
                    tp_int k) {
  if (!p->timeline || backoff->looks == 0)
    return;
  tp_slice s = slice_of(p, l, kind, backoff->since, tp_now(), k);
  s.peer = whom;
  tp_timeline_add(p->timeline, thread, &s);
}

unsigned long long tp_message_base(const tp_plan *plan, int face, const tp_int *producer) {
  unsigned long long hash = tp_hash_word((unsigned long long)plan->serial, (unsigned long long)face + 1);
  for (int d = 0; d < plan->dims; d++)
    hash = tp_hash_word(hash, (unsigned long long)producer[d]);
  return hash;
}
