/* statistics.c - records of regions, and what tests ask of them. */
#include "exec/statistics.h"

#include "process/process.h"
#include "tilepipe/testing.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

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

const tp_region_record *tp_records(void) { return records; }

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
  made->rows = r->tp_rows ? strdup(r->tp_rows) : NULL;
  if (made->name && made->file)
    return made;
  free((void *)made->rows);
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

tp_rank_counts *tp_record_by_rank(tp_region_record *record) {
  if (!record->by_rank) {
    record->ranks_counted = tp_here.ranks;
    record->by_rank = calloc((size_t)tp_here.ranks, sizeof *record->by_rank);
  }
  return record->by_rank;
}

static void add_to_rank(tp_rank_counts *rank, const tp_counts *cpu) {
  rank->compute += cpu->compute;
  rank->wait += cpu->wait;
  rank->comm += cpu->comm;
  rank->tiles += cpu->tiles;
  rank->messages += cpu->messages;
  rank->bytes += cpu->bytes;
}

void tp_counts_add(tp_region_counts *run, int rank, const tp_counts *cpu, int threads) {
  if (rank != run->adding)
    run->most_of_adding = 0;
  run->adding = rank;
  for (int t = 0; t < threads; t++) {
    double more = cpu[t].compute - run->most_of_adding;
    run->busiest += more > 0 ? more : 0;
    run->most_of_adding += more > 0 ? more : 0;
    if (run->by_rank)
      add_to_rank(&run->by_rank[rank], &cpu[t]);
    run->compute += cpu[t].compute;
    run->most = cpu[t].compute > run->most ? cpu[t].compute : run->most;
    run->wait += cpu[t].wait;
    run->comm += cpu[t].comm;
    run->sums += cpu[t].sums;
    run->tiles += cpu[t].tiles;
    for (int kind = 0; kind < TP_VARIANTS; kind++)
      run->of_kind[kind] += cpu[t].of_kind[kind];
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
static int transport_used(const tp_plan *plan, int transports) {
  int shared = transports >> TP_TRANSPORT_SHM & 1, messages = transports >> TP_TRANSPORT_P2P & 1;
  if (shared && messages)
    return TP_TRANSPORT_SHM_P2P;
  return messages ? TP_TRANSPORT_P2P : plan->transport;
}

void tp_record_run(tp_region_record *record, const tp_plan *plan, const tp_cost *cost,
                   tp_region_counts *run) {
  int cpus = run->cpus_that_ran > 0 ? run->cpus_that_ran : 1, planned = plan->ranks * plan->threads;
  run->busy = run->compute;
  run->held = planned * run->seconds;
  run->of_busiest = plan->threads * run->busiest;
  run->of_ranks = plan->ranks * run->seconds;
  run->even = run->compute / planned;
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
  record->plan = *plan;
  record->plan.transport = transport_used(plan, run->transports);
  if (record->plan.transport != plan->transport) /* messages after all: these are about them */
    record->plan.ignored &= ~TP_SETTING_BIT(schedule);
  record->last = *run;
  tp_region_counts *sum = &record->sum;
  sum->seconds += run->seconds;
  sum->livein += run->livein;
  sum->compute += run->compute;
  sum->wait += run->wait;
  sum->comm += run->comm;
  sum->gather += run->gather;
  sum->sums += run->sums;
  sum->pipeline += run->pipeline;
  sum->transfer += run->transfer;
  sum->predicted += run->predicted;
  add_parts(&sum->parts, &run->parts);
  sum->tiles += run->tiles;
  for (int kind = 0; kind < TP_VARIANTS; kind++)
    sum->of_kind[kind] += run->of_kind[kind];
  sum->messages += run->messages;
  sum->direct += run->direct;
  sum->bytes += run->bytes;
  sum->touched += run->touched;
  sum->points += run->points;
  sum->busy += run->busy;
  sum->held += run->held;
  sum->busiest += run->busiest;
  sum->of_busiest += run->of_busiest;
  sum->of_ranks += run->of_ranks;
  sum->most += run->most;
  sum->even += run->even;
  sum->livein_bytes += run->livein_bytes;
  sum->result_bytes += run->result_bytes;
  sum->moved_bytes += run->moved_bytes;
  sum->cpus_with_work = run->cpus_with_work;
  sum->cpus_that_ran = run->cpus_that_ran;
  last = record;
}

void tp_record_given(tp_region_record *record, int ranks, int threads, const char *fewer) {
  record->ranks = ranks;
  record->threads = threads;
  record->fewer = fewer;
}

void tp_record_declined(tp_region_record *record, const char *reason) {
  __atomic_fetch_add(&record->calls, 1, __ATOMIC_RELAXED);
  __atomic_fetch_add(&record->declined, 1, __ATOMIC_RELAXED);
  __atomic_store_n(&record->reason, reason, __ATOMIC_RELAXED);
  __atomic_store_n(&record->declined_for, reason, __ATOMIC_RELAXED);
  __atomic_store_n(&last, record, __ATOMIC_RELAXED);
}

long tp_record_all_declined(const tp_region_record *r) {
  unsigned unasked = r->allowance ? (unsigned)__atomic_load_n(&r->allowance->tp_left, __ATOMIC_RELAXED) : 0;
  return r->declined + r->skipped + unasked;
}

void tp_record_skipped(tp_region_record *record, long calls, const char *reason) {
  __atomic_store_n(&record->skipped, record->skipped + calls, __ATOMIC_RELAXED);
  __atomic_store_n(&record->reason, reason, __ATOMIC_RELAXED);
  __atomic_store_n(&record->declined_for, reason, __ATOMIC_RELAXED);
  __atomic_store_n(&last, record, __ATOMIC_RELAXED);
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
    out->tp_declined += tp_record_all_declined(r);
  }
  if (!last)
    return;
  out->tp_region = last->name;
  out->tp_reason = last->reason;
  if (last->reason)
    return;
  tp_plan_print(&last->plan, last->rows, out->tp_plan, (int)sizeof out->tp_plan);
  out->tp_predicted = last->last.predicted;
  out->tp_ranks = last->plan.ranks;
  out->tp_threads = last->plan.threads;
  out->tp_cpus_with_work = last->last.cpus_with_work;
  out->tp_cpus_that_ran = last->last.cpus_that_ran;
  out->tp_tiles = (long)last->last.tiles;
  out->tp_jammed = (long)last->last.of_kind[TP_VARIANT_JAM];
  out->tp_skewed = (long)last->last.of_kind[TP_VARIANT_SKEW];
  out->tp_blocked = (long)last->last.of_kind[TP_VARIANT_BLOCKS];
}
