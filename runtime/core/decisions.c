/* decisions.c - the table of what was decided.
 *
 * Sets of a few slots, the one that was not asked for longest giving way: regions that are called by turns do not
 * push each other out, which would cost each call a search and all that is learnt from runs. */
#include "core/decisions.h"

#include "core/process.h"
#include "core/tuning.h"

#include <link.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { WAYS = 8 };

static tp_decision *kept[TP_PLANS / WAYS][WAYS];
static unsigned long long asked;

static unsigned set_of(const tp_region *r, const void *args, int threads) {
  uint64_t hash = tp_mix(tp_mix(0, (uintptr_t)r), (uint64_t)threads);
  const char *at = args;
  for (tp_int bytes = r->tp_sizes; bytes > 0; bytes -= 8, at += 8) {
    uint64_t word = 0;
    memcpy(&word, at, bytes < 8 ? (size_t)bytes : 8);
    hash = tp_mix(hash, word);
  }
  return (unsigned)(hash >> 32) % (TP_PLANS / WAYS);
}

static void forget(tp_decision **slot) {
  tp_decision *e = *slot;
  *slot = NULL;
  if (!e)
    return;
  tp_tuning_end(e);
  tp_plan_free(e->plan);
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

static int is_for(const tp_decision *e, const tp_region *r, const void *args, int threads) {
  return e && e->region == r && e->threads == threads && memcmp(e->args, args, (size_t)r->tp_sizes) == 0;
}

static int holds_now(const tp_decision *e) {
  return e->ranks == tp_here.ranks && e->generation == tp_settings_generation();
}

/* Its slot in a set, or the one that it is to have: a free one, or the one that was asked for least recently. */
static int way_of(tp_decision *const *set, const tp_region *r, const void *args, int threads) {
  int way = 0;
  for (int w = 0; w < WAYS; w++)
    if (is_for(set[w], r, args, threads))
      return w;
  for (int w = 1; w < WAYS && set[way]; w++)
    if (!set[w] || set[w]->asked < set[way]->asked)
      way = w;
  return way;
}

static tp_decision *create(const tp_region *r, const void *args, int threads) {
  tp_decision *e = calloc(1, sizeof *e);
  if (!e || !(e->args = malloc((size_t)r->tp_args + 1))) {
    free(e);
    return NULL;
  }
  e->region = r;
  take_arguments(e, args);
  e->threads = threads;
  e->ranks = tp_here.ranks;
  e->generation = tp_settings_generation();
  e->record = tp_record_of(r);
  return e;
}

tp_decision *tp_decision_find(const tp_region *r, const void *args) {
  forget_unloaded(r);
  int threads = tp_threads_allowed();
  unsigned set = set_of(r, args, threads);
  int way = way_of(kept[set], r, args, threads);
  tp_decision **slot = &kept[set][way];
  if (is_for(*slot, r, args, threads) && holds_now(*slot)) {
    if (memcmp((*slot)->args, args, (size_t)r->tp_args) != 0)
      take_arguments(*slot, args);
  } else {
    forget(slot);
    if (!(*slot = create(r, args, threads)))
      return NULL;
    (*slot)->slot = (int)set * WAYS + way;
  }
  (*slot)->asked = ++asked;
  return *slot;
}
