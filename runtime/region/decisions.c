/* decisions.c - the table of what was decided.
 *
 * Sets of a few slots, the one that was not asked for longest giving way: regions that are called by turns do not
 * push each other out, which would cost each call a search and all that is learnt from runs. */
#include "region/decisions.h"

#include "process/faults.h"
#include "process/process.h"
#include "region/tuning.h"
#include "plan/formulas.h"
#include "util/hash.h"

#include <link.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { WAYS = 8 };

static tp_decision *kept[TP_PLANS / WAYS][WAYS];
static unsigned long long asked;

/* What a start is found by: its sizes, or the extents and points of its space where plans hold for it wherever it
   lies. Ranks keep links with a plan, whose buffers have the sizes of its faces. */
typedef struct start_key {
  const tp_region *r;
  const void *args;
  int threads, alone, shared;
  tp_box space;
  tp_int extent[TP_DIMS], points;
} start_key;

static int is_shared(const tp_region *r) { return tp_here.ranks < 2 || r->tp_flags & TP_REGION_THREADS_ONLY; }

static start_key key_of(const tp_region *r, const void *args, int alone) {
  start_key k = {.r = r, .args = args, .threads = alone ? 1 : tp_threads_allowed(), .alone = alone, .shared = is_shared(r)};
  int proper = 1;
  r->tp_bounds(args, &k.space);
  for (int d = 0; d < r->tp_dims; d++) {
    k.extent[d] = tp_length(k.space.tp_lo[d], k.space.tp_hi[d]);
    proper &= k.extent[d] > 0 && k.extent[d] < TP_HUGE;
  }
  k.points = proper ? tp_points_in(r, &k.space, args) : 0;
  return k;
}

static unsigned set_of(const start_key *k) {
  const tp_region *r = k->r;
  uint64_t hash = tp_hash_word(tp_hash_word(0, (uintptr_t)r), (uint64_t)(2 * k->threads + k->alone));
  const char *at = k->args;
  for (int d = 0; k->shared && d < r->tp_dims; d++)
    hash = tp_hash_word(hash, (uint64_t)k->extent[d]);
  if (k->shared)
    return (unsigned)(tp_hash_word(hash, (uint64_t)k->points) >> 32) % (TP_PLANS / WAYS);
  for (tp_int bytes = r->tp_sizes; bytes > 0; bytes -= 8, at += 8) {
    uint64_t word = 0;
    memcpy(&word, at, bytes < 8 ? (size_t)bytes : 8);
    hash = tp_hash_word(hash, word);
  }
  return (unsigned)(hash >> 32) % (TP_PLANS / WAYS);
}

static void forget(tp_decision **slot) {
  tp_decision *e = *slot;
  *slot = NULL;
  if (!e)
    return;
  tp_tuning_end(e);
  tp_pipeline_free(e->pipeline);
  free(e->args);
  free(e->why);
  free(e);
}

static int count_unloaded(struct dl_phdr_info *object, size_t size, void *count) {
  (void)size;
  *(unsigned long long *)count = object->dlpi_subs;
  return 1;
}

/* Where a shared library was there may be another one, with other code behind equal descriptors: after
   any was unloaded nothing decided about their regions holds. */
static void forget_unloaded(const tp_region *r) {
  static unsigned long long known;
  unsigned long long now = 0;
  if (tp_region_number(r) >= 0)
    return;
  dl_iterate_phdr(count_unloaded, &now);
  for (tp_decision **slot = kept[0]; slot < kept[0] + TP_PLANS && now != known; slot++)
    if (*slot && tp_region_number((*slot)->region) < 0)
      forget(slot);
  known = now;
}

/* Takes arguments of the sizes decided for: what their arrays are like is their own matter. */
static void take_arguments(tp_decision *e, const void *args) {
  const tp_region *r = e->region;
  memcpy(e->args, args, (size_t)r->tp_args);
  tp_pointers_take(&e->pointers, r, e->args);
}

static int is_for(const tp_decision *e, const start_key *k) {
  if (!e || e->region != k->r || e->threads != k->threads || e->alone != k->alone)
    return 0;
  return k->shared ? e->points == k->points && memcmp(e->extent, k->extent, sizeof k->extent) == 0
                   : memcmp(e->args, k->args, (size_t)k->r->tp_sizes) == 0;
}

/* The same space elsewhere. */
static void move(tp_decision *e, const start_key *k) {
  for (int d = 0; d < k->r->tp_dims; d++) {
    e->problem.shape.lo[d] = k->space.tp_lo[d];
    e->problem.shape.hi[d] = k->space.tp_hi[d];
  }
  if (e->pipeline)
    tp_pipeline_move(e->pipeline, e->args, &k->space);
}

static int holds_now(const tp_decision *e) {
  return e->ranks == tp_ranks_allowed() && e->generation == tp_settings_generation();
}

/* Its slot in a set, or the one that it is to have: a free one, or the one that was asked for least recently. */
static int way_of(tp_decision *const *set, const start_key *k) {
  int way = 0;
  for (int w = 0; w < WAYS; w++)
    if (is_for(set[w], k))
      return w;
  for (int w = 1; w < WAYS && set[way]; w++)
    if (!set[w] || set[w]->asked < set[way]->asked)
      way = w;
  return way;
}

static tp_decision *create(const start_key *k) {
  const tp_region *r = k->r;
  tp_decision *e = calloc(1, sizeof *e);
  if (!e || !(e->args = malloc((size_t)r->tp_args + 1))) {
    free(e);
    return NULL;
  }
  e->region = r;
  take_arguments(e, k->args);
  e->threads = k->threads;
  e->alone = k->alone;
  memcpy(e->extent, k->extent, sizeof e->extent);
  e->points = k->points;
  e->ranks = tp_ranks_allowed();
  e->generation = tp_settings_generation();
  e->record = tp_record_of(r);
  return e;
}

tp_decision *tp_decision_find(const tp_region *r, const void *args, int alone) {
  forget_unloaded(r);
  start_key k = key_of(r, args, alone);
  unsigned set = set_of(&k);
  int way = way_of(kept[set], &k);
  tp_decision **slot = &kept[set][way];
  if (is_for(*slot, &k) && holds_now(*slot)) {
    int moved = memcmp((*slot)->args, args, (size_t)r->tp_sizes) != 0;
    if (memcmp((*slot)->args, args, (size_t)r->tp_args) != 0)
      take_arguments(*slot, args);
    if (moved)
      move(*slot, &k);
  } else {
    forget(slot);
    if (!(*slot = create(&k)))
      return NULL;
    (*slot)->slot = (int)set * WAYS + way;
  }
  (*slot)->asked = ++asked;
  return *slot;
}

static tp_int distance(tp_int a, tp_int b) { return a < b ? b - a : a - b; }

const tp_decision *tp_decision_like(const tp_decision *e) {
  const tp_decision *found = NULL;
  for (tp_decision **slot = kept[0]; slot < kept[0] + TP_PLANS; slot++) {
    const tp_decision *o = *slot;
    if (!o || o == e || o->region != e->region || o->threads != e->threads || o->alone != e->alone || !holds_now(o) || !o->pipeline || o->trial ||
        o->tuner)
      continue;
    if (!found || distance(o->points, e->points) < distance(found->points, e->points))
      found = o;
  }
  return found;
}
