/* decisions.c - the table of what was decided.
 *
 * Sets of a few slots, the one that was not asked for longest giving way: regions that are called by turns do not
 * push each other out, which would cost each call a search and all that is learnt from runs. */
#include "region/decide.h"

#include "process/faults.h"
#include "process/process.h"
#include "region/trials.h"
#include "plan/formulas.h"
#include "plan/measured.h"
#include "util/hash.h"

#include <link.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { WAYS = 8 };

static tp_decision *kept[TP_PLANS / WAYS][WAYS];
static unsigned long long asked;
static long long pairs;

/* A start that is looked for. */
typedef struct request {
  tp_decision_key key;
  const void *args;
  tp_box space;
} request;

/* 1: a plan holds for the space wherever it lies. Ranks keep links with a plan, whose buffers have the sizes of its
   faces. */
static int is_shared(const tp_region *r) { return tp_here.ranks < 2 || r->tp_flags & TP_REGION_THREADS_ONLY; }

static request request_of(const tp_region *r, const void *args, tp_start_way way) {
  int alone = way == TP_START_ALONE;
  request q = {.key = {.region = r, .threads = alone ? 1 : tp_threads_allowed(), .alone = alone,
                       .stays = way == TP_START_STAYS, .ranks = tp_ranks_allowed(), .generation = tp_settings_generation()},
               .args = args};
  int proper = 1;
  r->tp_bounds(args, &q.space);
  for (int d = 0; d < r->tp_dims; d++) {
    q.key.extent[d] = tp_length(q.space.tp_lo[d], q.space.tp_hi[d]);
    proper &= q.key.extent[d] > 0 && q.key.extent[d] < TP_HUGE;
  }
  q.key.points = proper ? tp_points_in(r, &q.space, args) : 0;
  q.key.work = q.key.points > 0 ? tp_class_of((tp_int)fmin(tp_work_about(r, &q.space, args), (double)TP_HUGE)) : 0;
  return q;
}

static unsigned set_of(const request *q) {
  const tp_decision_key *k = &q->key;
  const tp_region *r = k->region;
  uint64_t hash = tp_hash_word(tp_hash_word(0, (uintptr_t)r), (uint64_t)(4 * k->threads + 2 * k->stays + k->alone));
  const char *at = q->args;
  for (int d = 0; is_shared(r) && d < r->tp_dims; d++)
    hash = tp_hash_word(hash, (uint64_t)k->extent[d]);
  if (is_shared(r))
    return (unsigned)(tp_hash_word(tp_hash_word(hash, (uint64_t)k->points), (uint64_t)k->work) >> 32) % (TP_PLANS / WAYS);
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
  tp_trials_end(e);
  tp_pipeline_free(e->chosen.pipeline);
  free(e->args);
  free(e->chosen.why);
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
    if (*slot && tp_region_number((*slot)->key.region) < 0)
      forget(slot);
  known = now;
}

/* Takes arguments of the sizes decided for: what their arrays are like is their own matter. */
static void take_arguments(tp_decision *e, const void *args) {
  const tp_region *r = e->key.region;
  memcpy(e->args, args, (size_t)r->tp_args);
  tp_pointers_take(&e->pointers, r, e->args);
}

static int is_for(const tp_decision *e, const request *q) {
  const tp_decision_key *k = &q->key;
  if (!e || e->key.region != k->region || e->key.threads != k->threads || e->key.alone != k->alone ||
      e->key.stays != k->stays)
    return 0;
  return is_shared(k->region) ? e->key.points == k->points && e->key.work == k->work && memcmp(e->key.extent, k->extent, sizeof k->extent) == 0
                              : memcmp(e->args, q->args, (size_t)k->region->tp_sizes) == 0;
}

/* The same space elsewhere. */
static void move(tp_decision *e, const request *q) {
  for (int d = 0; d < q->key.region->tp_dims; d++) {
    e->problem.shape.lo[d] = q->space.tp_lo[d];
    e->problem.shape.hi[d] = q->space.tp_hi[d];
  }
  if (e->chosen.pipeline)
    tp_pipeline_move(e->chosen.pipeline, e->args, &q->space);
}

static int holds_now(const tp_decision *e) {
  return e->key.ranks == tp_ranks_allowed() && e->key.generation == tp_settings_generation();
}

/* Its slot in a set, or the one that it is to have: a free one, or the one that was asked for least recently. */
static int way_of(tp_decision *const *set, const request *q) {
  int way = 0;
  for (int w = 0; w < WAYS; w++)
    if (is_for(set[w], q))
      return w;
  for (int w = 1; w < WAYS && set[way]; w++)
    if (!set[w] || set[w]->asked < set[way]->asked)
      way = w;
  return way;
}

static tp_decision *create(const request *q) {
  tp_decision *e = calloc(1, sizeof *e);
  if (!e || !(e->args = malloc((size_t)q->key.region->tp_args + 1))) {
    free(e);
    return NULL;
  }
  e->key = q->key;
  e->pair = ++pairs;
  take_arguments(e, q->args);
  e->record = tp_record_of(q->key.region);
  return e;
}

tp_decision *tp_decision_find(const tp_region *r, const void *args, tp_start_way way) {
  forget_unloaded(r);
  request q = request_of(r, args, way);
  unsigned set = set_of(&q);
  int place = way_of(kept[set], &q);
  tp_decision **slot = &kept[set][place];
  if (is_for(*slot, &q) && holds_now(*slot)) {
    int moved = memcmp((*slot)->args, args, (size_t)r->tp_sizes) != 0;
    if (memcmp((*slot)->args, args, (size_t)r->tp_args) != 0)
      take_arguments(*slot, args);
    if (moved)
      move(*slot, &q);
  } else {
    forget(slot);
    if (!(*slot = create(&q)))
      return NULL;
    (*slot)->index = (int)set * WAYS + place;
  }
  (*slot)->asked = ++asked;
  return *slot;
}

static tp_int distance(tp_int a, tp_int b) { return a < b ? b - a : a - b; }

const tp_decision *tp_decision_like(const tp_decision *e) {
  const tp_decision *found = NULL;
  for (tp_decision **slot = kept[0]; slot < kept[0] + TP_PLANS; slot++) {
    const tp_decision *o = *slot;
    if (!o || o == e || o->key.region != e->key.region || o->key.threads != e->key.threads ||
        o->key.alone != e->key.alone || o->key.stays != e->key.stays || !holds_now(o) || !o->chosen.pipeline || o->experience.learning ||
        o->experience.trial.kind != TP_TRIAL_MODEL)
      continue;
    if (!found || distance(o->key.points, e->key.points) < distance(found->key.points, e->key.points))
      found = o;
  }
  return found;
}
