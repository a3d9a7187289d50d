/* statistics.c - records of regions, TILEPIPE_STATS, and the report for tests. */
#include "exec/statistics.h"

#include "tilepipe/testing.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The list only grows: it is read without the lock, which orders those who append. */
static tp_region_record *_Atomic records;
static tp_region_record *_Atomic *records_end = &records;
static tp_region_record *last;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/* Another library may be where one was unloaded: its regions are other ones. */
static int is_about(const tp_region_record *record, const tp_region *r) {
  return record->region == r && record->line == r->tp_line && strcmp(record->name, r->tp_name) == 0 &&
         strcmp(record->file, r->tp_file) == 0;
}

tp_region_record *tp_record_known(const tp_region *r) {
  tp_region_record *found = records;
  while (found && !is_about(found, r))
    found = found->next;
  return found;
}

static tp_region_record *make(const tp_region *r) {
  tp_region_record *made = calloc(1, sizeof *made);
  if (!made)
    return NULL;
  made->region = r;
  made->line = r->tp_line;
  made->name = strdup(r->tp_name);
  made->file = strdup(r->tp_file);
  if (made->name && made->file)
    return made;
  free((void *)made->name);
  free((void *)made->file);
  free(made);
  return NULL;
}

tp_region_record *tp_record_of(const tp_region *r) {
  tp_region_record *found = tp_record_known(r);
  if (found)
    return found;
  pthread_mutex_lock(&lock);
  found = tp_record_known(r);
  if (!found && (found = make(r)) != NULL) {
    *records_end = found;
    records_end = &found->next;
  }
  pthread_mutex_unlock(&lock);
  return found;
}

void tp_counts_add(tp_region_counts *run, const tp_counts *cpu, int threads) {
  for (int t = 0; t < threads; t++) {
    run->compute += cpu[t].compute;
    run->wait += cpu[t].wait;
    run->comm += cpu[t].comm;
    run->tiles += cpu[t].tiles;
    run->jammed += cpu[t].jammed;
    run->messages += cpu[t].messages;
    run->direct += cpu[t].direct;
    run->bytes += cpu[t].bytes;
    run->transports |= cpu[t].transports;
    run->cpus_with_work += cpu[t].has_work;
    if (cpu[t].first > 0 && (run->first == 0 || cpu[t].first < run->first))
      run->first = cpu[t].first;
    run->last = cpu[t].last > run->last ? cpu[t].last : run->last;
    run->cpus_that_ran += cpu[t].has_work && cpu[t].tiles > 0;
  }
}

static void add_parts(tp_parts *sum, const tp_parts *run) {
  sum->fill += run->fill;
  sum->compute += run->compute;
  sum->start += run->start;
  sum->comm += run->comm;
  sum->sync += run->sync;
  sum->move += run->move;
}

/* What faces really went by; without any, what they would have gone by. */
static int transport_used(const tp_choice *choice, int transports) {
  int shared = transports >> TP_TRANSPORT_SHM & 1, messages = transports >> TP_TRANSPORT_P2P & 1;
  if (shared && messages)
    return TP_TRANSPORT_SHM_P2P;
  return messages ? TP_TRANSPORT_P2P : choice->transport;
}

void tp_record_run(tp_region_record *record, const tp_choice *choice, const tp_cost *cost,
                   tp_region_counts *run) {
  int cpus = run->cpus_that_ran > 0 ? run->cpus_that_ran : 1;
  run->compute /= cpus;
  run->wait /= cpus;
  run->comm /= cpus;
  run->transfer /= cpus;
  run->pipeline = run->last - run->first;
  run->predicted = cost->total;
  run->parts = cost->parts;
  __atomic_fetch_add(&record->calls, 1, __ATOMIC_RELAXED);
  record->ran++;
  record->reason = NULL;
  record->choice = *choice;
  record->choice.transport = transport_used(choice, run->transports);
  if (record->choice.transport != choice->transport) /* messages after all: these are about them */
    record->choice.ignored &= ~(TP_IGNORED_PIECE | TP_IGNORED_SCHEDULE);
  record->last = *run;
  tp_region_counts *sum = &record->sum;
  sum->seconds += run->seconds;
  sum->livein += run->livein;
  sum->compute += run->compute;
  sum->wait += run->wait;
  sum->comm += run->comm;
  sum->gather += run->gather;
  sum->pipeline += run->pipeline;
  sum->transfer += run->transfer;
  sum->predicted += run->predicted;
  add_parts(&sum->parts, &run->parts);
  sum->tiles += run->tiles;
  sum->jammed += run->jammed;
  sum->messages += run->messages;
  sum->direct += run->direct;
  sum->bytes += run->bytes;
  sum->cpus_with_work = run->cpus_with_work;
  sum->cpus_that_ran = run->cpus_that_ran;
  last = record;
}

void tp_record_declined(tp_region_record *record, const char *reason) {
  __atomic_fetch_add(&record->calls, 1, __ATOMIC_RELAXED);
  __atomic_fetch_add(&record->declined, 1, __ATOMIC_RELAXED);
  __atomic_store_n(&record->reason, reason, __ATOMIC_RELAXED);
  __atomic_store_n(&last, record, __ATOMIC_RELAXED);
}

void tp_record_skipped(tp_region_record *record, const char *reason) {
  __atomic_store_n(&record->skipped, record->skipped + 1, __ATOMIC_RELAXED);
  __atomic_store_n(&record->reason, reason, __ATOMIC_RELAXED);
  __atomic_store_n(&last, record, __ATOMIC_RELAXED);
}

/* --- TILEPIPE_STATS --------------------------------------------------------------------------- */

/* Part of the faces' travelling time that no CPU waited for. */
static double hidden(const tp_region_counts *s) {
  if (s->transfer <= 0)
    return 1;
  double seen = s->wait + s->comm;
  return seen >= s->transfer ? 0 : 1 - seen / s->transfer;
}

static void print_record(const tp_region_record *r) {
  char line[4096];
  const tp_region_counts *s = &r->sum;
  size_t size = sizeof line;
  int n = snprintf(line, size,
                   "tilepipe: region=%.200s file=%.400s line=%d calls=%ld ran=%ld declined=%ld",
                   r->name, r->file, r->line, r->calls + r->skipped, r->ran, r->declined + r->skipped);
  if (r->reason)
    n += snprintf(line + n, size - (size_t)n, " reason=\"%.300s\"", r->reason);
  if (r->verified)
    n += snprintf(line + n, size - (size_t)n, " verify=%s", r->verified > 0 ? "ok" : "unavailable");
  if (r->ran) {
    line[n++] = ' ';
    n += tp_choice_print(&r->choice, line + n, (int)size - n);
    n += snprintf(line + n, size - (size_t)n,
             " tiles=%lld cpus=%d/%d seconds=%.6f livein=%.6f compute=%.6f wait=%.6f comm=%.6f"
             " gather=%.6f messages=%lld direct=%lld bytes=%lld predicted=%.6f hidden=%.2f jammed=%lld"
             " p_fill=%.6f p_compute=%.6f p_start=%.6f p_comm=%.6f p_sync=%.6f p_move=%.6f"
             " revised=%d%s",
             s->tiles, s->cpus_that_ran, s->cpus_with_work, s->seconds, s->livein, s->compute,
             s->wait, s->comm, s->gather, s->messages, s->direct, s->bytes,
             s->predicted, hidden(s), s->jammed, s->parts.fill, s->parts.compute, s->parts.start,
             s->parts.comm, s->parts.sync, s->parts.move, r->revised, r->tried ? " tried=1" : "");
    if (s->pipeline > 0)
      n += snprintf(line + n, size - (size_t)n, " pipeline=%.6f", s->pipeline);
  }
  if (r->alone)
    n += snprintf(line + n, size - (size_t)n, " alone=\"%.200s\"", r->alone);
  if (r->plans)
    n += snprintf(line + n, size - (size_t)n, " plans=%.300s", r->plans);
  if (r->plans_ignored)
    n += snprintf(line + n, size - (size_t)n, " plans-ignored=\"%.490s\"", r->plans_ignored);
  if (r->decided)
    n += snprintf(line + n, size - (size_t)n, " decided=%ld deciding=%.6f profile=%.300s", r->decided,
                  r->deciding, r->profile ? r->profile : "built-in");
  if (r->profile_ignored)
    n += snprintf(line + n, size - (size_t)n, " profile-ignored=\"%.490s\"", r->profile_ignored);
  fprintf(stderr, "%s\n", line);
}

static pid_t asker;

static void print_all(void) {
  tp_context program;
  if (getpid() != asker)
    return;
  tp_context_hold(&program);
  for (const tp_region_record *r = records; r; r = r->next)
    print_record(r);
  tp_context_release(&program, NULL);
}

void tp_statistics_at_exit(void) {
  static int asked;
  if (asked)
    return;
  asked = 1;
  asker = getpid();
  atexit(print_all);
  at_quick_exit(print_all);
}

/* --- testing.h -------------------------------------------------------------------------------- */

void tp_test_forget(void) {
  for (tp_region_record *r = records; r; r = r->next) {
    memset(&r->measured, 0, sizeof r->measured);
    r->tried = 0;
    r->ask = 0;
  }
}

void tp_test_last(tp_test_report *out) {
  memset(out, 0, sizeof *out);
  for (const tp_region_record *r = records; r; r = r->next) {
    out->tp_ran += r->ran;
    out->tp_declined += r->declined + r->skipped;
  }
  if (!last)
    return;
  out->tp_region = last->name;
  out->tp_reason = last->reason;
  if (last->reason)
    return;
  tp_choice_print(&last->choice, out->tp_plan, (int)sizeof out->tp_plan);
  out->tp_predicted = last->last.predicted;
  out->tp_ranks = last->choice.ranks;
  out->tp_threads = last->choice.threads;
  out->tp_cpus_with_work = last->last.cpus_with_work;
  out->tp_cpus_that_ran = last->last.cpus_that_ran;
  out->tp_tiles = (long)last->last.tiles;
  out->tp_jammed = (long)last->last.jammed;
}
