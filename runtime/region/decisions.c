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

static unsigned set_at(uint64_t hash) { return (unsigned)(hash >> 32) % (TP_PLANS / WAYS); }

static uint64_t hash_of(const tp_decision_key *k) {
  return tp_hash_word(tp_hash_word(0, (uintptr_t)k->region), (uint64_t)(4 * k->threads + 2 * k->stays + k->alone));
}

/* The set of decisions for the space wherever it lies. */
static unsigned set_of_space(const tp_decision_key *k) {
  uint64_t hash = hash_of(k);
  for (int d = 0; d < k->region->tp_dims; d++)
    hash = tp_hash_word(hash, (uint64_t)k->extent[d]);
  return set_at(tp_hash_word(tp_hash_word(hash, (uint64_t)k->points), (uint64_t)k->work));
}

/* The set of decisions for these sizes alone. */
static unsigned set_of_sizes(const request *q) {
  uint64_t hash = hash_of(&q->key);
  const char *at = q->args;
  for (tp_int bytes = q->key.region->tp_sizes; bytes > 0; bytes -= 8, at += 8) {
    uint64_t word = 0;
    memcpy(&word, at, bytes < 8 ? (size_t)bytes : 8);
    hash = tp_hash_word(hash, word);
  }
  return set_at(hash);
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

static int is_for_space(const tp_decision *e, const tp_decision_key *k) {
  return e && e->key.region == k->region && e->key.threads == k->threads && e->key.alone == k->alone &&
         e->key.stays == k->stays && e->key.points == k->points && e->key.work == k->work &&
         memcmp(e->key.extent, k->extent, sizeof k->extent) == 0;
}

/* What leaves other ranks out holds wherever the space lies: nests inside of the program's own loops would be decided for
   each iteration. */
static int leaves_ranks_out(const tp_decision *e) {
  return e->decided && (!e->chosen.pipeline || e->chosen.pipeline->plan.ranks == 1);
}

static int is_for(const tp_decision *e, const request *q) {
  return is_for_space(e, &q->key) && (is_shared(q->key.region) || leaves_ranks_out(e) ||
                                      memcmp(e->args, q->args, (size_t)q->key.region->tp_sizes) == 0);
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

static int holds_for(const tp_decision *e, int ranks) {
  return e->key.ranks == ranks && e->key.generation == tp_settings_generation();
}

static tp_decision **find_in(tp_decision **set, const request *q) {
  for (int w = 0; w < WAYS; w++)
    if (is_for(set[w], q))
      return &set[w];
  return NULL;
}

/* A free one of the set, or the one that was asked for least recently. */
static tp_decision **free_in(tp_decision **set) {
  int way = 0;
  for (int w = 1; w < WAYS && set[way]; w++)
    if (!set[w] || set[w]->asked < set[way]->asked)
      way = w;
  return &set[way];
}

/* The slot of the request's decision, or the one that it is to have. The first for a space lies where each for that space
   finds it, those for its other sizes lie elsewhere: they do not push each other out. */
static tp_decision **slot_of(const request *q) {
  tp_decision **space = kept[set_of_space(&q->key)], **sizes = is_shared(q->key.region) ? space : kept[set_of_sizes(q)];
  tp_decision **found = find_in(sizes, q);
  if (!found && sizes != space)
    found = find_in(space, q);
  for (int w = 0; w < WAYS && !found; w++)
    if (is_for_space(space[w], &q->key))
      return free_in(sizes);
  return found ? found : free_in(space);
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
  tp_decision **slot = slot_of(&q);
  if (is_for(*slot, &q) && holds_for(*slot, q.key.ranks)) {
    int moved = memcmp((*slot)->args, args, (size_t)r->tp_sizes) != 0;
    if (memcmp((*slot)->args, args, (size_t)r->tp_args) != 0)
      take_arguments(*slot, args);
    if (moved)
      move(*slot, &q);
  } else {
    forget(slot);
    if (!(*slot = create(&q)))
      return NULL;
    (*slot)->index = (int)(slot - kept[0]);
  }
  (*slot)->asked = ++asked;
  return *slot;
}

static tp_int distance(tp_int a, tp_int b) { return a < b ? b - a : a - b; }

const tp_decision *tp_decision_like(const tp_decision *e) {
  const tp_decision *found = NULL;
  const int ranks = tp_ranks_allowed(); /* asks the kernel */
  for (tp_decision **slot = kept[0]; slot < kept[0] + TP_PLANS; slot++) {
    const tp_decision *o = *slot;
    if (!o || o == e || o->key.region != e->key.region || o->key.threads != e->key.threads ||
        o->key.alone != e->key.alone || o->key.stays != e->key.stays || !holds_for(o, ranks) || !o->chosen.pipeline || o->experience.learning ||
        o->experience.trial.kind != TP_TRIAL_MODEL)
      continue;
    if (!found || distance(o->key.points, e->key.points) < distance(found->key.points, e->key.points))
      found = o;
  }
  return found;
}
