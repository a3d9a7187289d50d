/* region.c - from the emitted call to a run of the pipeline.
 *
 * Everything that depends only on region, arguments and settings is decided once and kept: a repeated
 * start costs a hash of the arguments and a comparison. */
#include "core/overlap.h"
#include "core/process.h"
#include "core/service.h"
#include "core/verify.h"
#include "exec/float_env.h"
#include "exec/statistics.h"
#include "tilepipe/testing.h"

#include <link.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ENTRIES = 256 };

/* Emitted code refers to the runtime weakly, which pulls nothing from an archive: whoever links asks for
   tp_region_run (-Wl,-u,tp_region_run), and with it comes all the rest. */
__attribute__((used)) static void (*const public_functions[])(void) = {
    (void (*)(void))tp_threads, (void (*)(void))tp_join,   (void (*)(void))tp_team,
    (void (*)(void))tp_first,   (void (*)(void))tp_more,   (void (*)(void))tp_next,
    (void (*)(void))tp_begin,   (void (*)(void))tp_jammed,
    (void (*)(void))tp_box_at, (void (*)(void))tp_end,
    (void (*)(void))tp_set,     (void (*)(void))tp_set_region, (void (*)(void))tp_test_last};

/* One decided start. */
typedef struct entry {
  const tp_region *region; /* null: empty */
  unsigned long generation;
  int threads; /* allowed when it was decided */
  int ranks;   /* of the program then */
  int started; /* 1: the ranks have run it */
  void *args;
  char *why;   /* declined or invalid: the reason */
  tp_status status;
  tp_settings settings;
  int number;  /* in the program's table, -1: threads only */
  tp_plan *plan;
  tp_machine machine;
  tp_region_record *record;
} entry;

static entry *cache[ENTRIES];
static _Atomic int running;

int tp_region_running(void) { return running; }

static unsigned slot_of(const tp_region *r, const void *args) {
  uint64_t hash = (uintptr_t)r, word;
  const char *at = args;
  tp_int bytes = r->tp_args;
  for (; bytes >= 8; bytes -= 8, at += 8) {
    memcpy(&word, at, 8);
    hash = (hash ^ word) * 0x9e3779b97f4a7c15u;
    hash ^= hash >> 29;
  }
  for (; bytes > 0; bytes--)
    hash = (hash ^ (unsigned char)*at++) * 0x9e3779b97f4a7c15u;
  return (unsigned)(hash >> 32) % ENTRIES;
}

/* --- deciding --------------------------------------------------------------------------------- */

/* Whether other ranks can take part; sets e->number. */
static void find_ranks(entry *e) {
  const tp_region *r = e->region;
  e->number = -1;
  if (tp_here.ranks < 2 || r->tp_flags & TP_REGION_THREADS_ONLY)
    return;
  if (r->tp_flags & TP_REGION_LIBM && !tp_here.same_cpus)
    return;
  e->number = tp_region_number(r);
}

static tp_status choose(entry *e, tp_choice *choice, const char **why) {
  tp_shape shape;
  char name[256];
  const tp_region *r = e->region;
  tp_status status = tp_overlap_check(r, e->args, why);
  if (status != TP_OK)
    return status;
  *why = "the nest has no iterations";
  status = tp_shape_of(r, e->args, &shape);
  if (status != TP_OK)
    return status;
  find_ranks(e);
  /* One process alone leaves nothing to ignore: a mesh of several ranks is then a mistake. */
  shape.threads_only |= e->number < 0 && (tp_here.ranks > 1 || tp_here.alone);
  tp_machine_default(e->number < 0 ? 1 : tp_here.ranks, e->threads, tp_here.hosts, &e->machine);
  snprintf(name, sizeof name, "%.100s (%.120s:%d)", r->tp_name, r->tp_file, r->tp_line);
  return tp_plan_choose(&shape, &e->machine, &e->settings, name, choice, why);
}

static tp_status decide(entry *e) {
  const char *why = "";
  tp_choice choice;
  memset(&choice, 0, sizeof choice);
  tp_status status = tp_settings_for(e->region, &e->settings, &why);
  if (status == TP_OK && e->settings.stats)
    tp_statistics_at_exit();
  if (status == TP_OK)
    status = choose(e, &choice, &why);
  if (status == TP_OK && !(e->plan = tp_plan_build(e->region, e->args, &choice, 0,
                                                    tp_here.transport))) {
    status = TP_FAILED;
    why = "out of memory";
  }
  if (status == TP_OK)
    e->plan->watchdog = e->settings.watchdog;
  else
    e->why = strdup(why);
  return status;
}

/* The reason of a declined run is remembered by the record beyond the entry's life. */
static const char *lasting(const char *text) {
  static char *kept[64];
  static int next;
  for (int i = 0; i < 64 && kept[i]; i++)
    if (strcmp(kept[i], text) == 0)
      return kept[i];
  if (next == 64)
    return "several reasons";
  kept[next] = strdup(text);
  return kept[next] ? kept[next++] : "out of memory";
}

static void forget(entry *e) {
  if (!e)
    return;
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
  for (int i = 0; i < ENTRIES && now != known; i++)
    if (cache[i] && tp_region_number(cache[i]->region) < 0) {
      forget(cache[i]);
      cache[i] = NULL;
    }
  known = now;
}

/* The decided start for these arguments; null: out of memory. */
static entry *look_up(const tp_region *r, const void *args) {
  forget_unloaded(r);
  entry **slot = &cache[slot_of(r, args)], *e = *slot;
  int threads = tp_threads_allowed();
  if (e && e->region == r && e->threads == threads && e->ranks == tp_here.ranks &&
      e->generation == tp_settings_generation() &&
      memcmp(e->args, args, (size_t)r->tp_args) == 0)
    return e;
  forget(e);
  *slot = NULL;
  e = calloc(1, sizeof *e);
  if (!e || !(e->args = malloc((size_t)r->tp_args + 1))) {
    free(e);
    return NULL;
  }
  memcpy(e->args, args, (size_t)r->tp_args);
  e->region = r;
  e->threads = threads;
  e->ranks = tp_here.ranks;
  e->generation = tp_settings_generation();
  e->record = tp_record_of(r);
  e->status = decide(e);
  *slot = e;
  return e;
}

/* --- running ---------------------------------------------------------------------------------- */

/* TP_FAILED, with the reason in *why: other ranks cannot take part; nothing has happened. */
static tp_status run(entry *e, void *args, const char **why) {
  tp_plan *p = e->plan;
  tp_region_counts counts = {0};
  tp_verification *v = NULL;
  if (e->settings.verify && !(e->region->tp_flags & TP_REGION_THREADS_ONLY))
    v = tp_verify_begin(e->region, args, &p->choice);
  if (e->settings.verify && e->record)
    e->record->verified = v ? 1 : -1;
  double start = tp_now();
  tp_plan_reset(p, args);
  if (p->choice.ranks == 1)
    tp_plan_run(p, args);
  else if (tp_service_region(p, e->number, !e->started, &counts, why) != TP_OK)
    return TP_FAILED;
  e->started = 1;
  tp_float_raise(atomic_load(&p->raised));
  counts.seconds = tp_now() - start;
  for (int t = 0; t < p->choice.threads; t++)
    tp_counts_add(&counts, &p->lane[t].counts, 1);
  counts.transfer = (double)counts.messages * e->machine.latency +
                    (double)counts.bytes / e->machine.bandwidth;
  if (e->record)
    tp_record_run(e->record, &p->choice, &counts);
  if (v)
    tp_verify_end(v);
  return TP_OK;
}

/* Also called by several threads at once. */
static int decline(const tp_region *r, tp_region_record *record, const char *why) {
  const char *ignored;
  tp_settings settings;
  record = record ? record : tp_record_of(r);
  if (!record)
    return 0;
  if (record->calls == 0 && tp_settings_for(r, &settings, &ignored) == TP_OK && settings.stats)
    tp_statistics_at_exit();
  tp_record_declined(record, why);
  return 0;
}

int tp_region_run(const tp_region *r, void *args, int parallel) {
  if (tp_here.forked)
    return 0;
  if (r->tp_abi != TP_ABI)
    return decline(r, NULL, "compiled for another version of the runtime");
  if (parallel)
    return decline(r, NULL, "inside a parallel region of the program");
  if (atomic_exchange(&running, 1))
    return decline(r, NULL, "inside another region");
  int ran = 0;
  const char *why = "";
  entry *e = look_up(r, args);
  if (!e) {
    decline(r, NULL, "out of memory");
  } else if (e->status == TP_INVALID) {
    running = 0;
    tp_end_program(2, e->why);
  } else if (e->status != TP_OK) {
    decline(r, e->record, lasting(e->why));
  } else if (run(e, args, &why) != TP_OK) {
    running = 0;
    tp_end_program(1, why);
  } else {
    ran = 1;
  }
  running = 0;
  return ran;
}
