/* statistics.c - records of regions, TILEPIPE_STATS, and the report for tests. */
#include "exec/statistics.h"

#include "tilepipe/testing.h"

#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
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

void tp_counts_add(tp_region_counts *run, const tp_counts *cpu, int threads) {
  for (int t = 0; t < threads; t++) {
    run->compute += cpu[t].compute;
    run->wait += cpu[t].wait;
    run->comm += cpu[t].comm;
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
  __atomic_store_n(&last, record, __ATOMIC_RELAXED);
}

long tp_record_all_declined(const tp_region_record *r) {
  unsigned unasked = r->allowance ? (unsigned)__atomic_load_n(&r->allowance->tp_left, __ATOMIC_RELAXED) : 0;
  return r->declined + r->skipped + unasked;
}

void tp_record_skipped(tp_region_record *record, long calls, const char *reason) {
  __atomic_store_n(&record->skipped, record->skipped + calls, __ATOMIC_RELAXED);
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

/* A line that grows; what does not fit is left out. */
typedef struct report {
  char text[6144];
  size_t used;
} report;

__attribute__((format(printf, 2, 3))) static void put(report *out, const char *format, ...) {
  va_list values;
  va_start(values, format);
  int length = vsnprintf(out->text + out->used, sizeof out->text - out->used, format, values);
  va_end(values);
  size_t room = sizeof out->text - out->used - 1;
  out->used += length < 0 ? 0 : (size_t)length < room ? (size_t)length : room;
}

/* ` key=value`; in quotes, with those inside escaped, where words of a shell would need it, or always. */
static void put_text(report *out, const char *key, const char *value, int always) {
  int plain = !always && *value && !strpbrk(value, " \t\"\\'");
  put(out, plain ? " %s=" : " %s=\"", key);
  for (int i = 0; value[i] && i < 500; i++)
    put(out, strchr("\"\\", value[i]) && !plain ? "\\%c" : "%c", (unsigned char)value[i] < ' ' ? '?' : value[i]);
  if (!plain)
    put(out, "\"");
}

/* The function that the nest stands in: names of its other regions end in a number. */
static int function_length(const tp_region_record *r) {
  const char *end = strrchr(r->name, '_');
  if (!end || !end[1] || end[1 + strspn(end + 1, "0123456789")])
    return (int)strlen(r->name);
  for (const tp_region_record *o = records; o; o = o->next)
    if (strlen(o->name) == (size_t)(end - r->name) && strncmp(o->name, r->name, (size_t)(end - r->name)) == 0 &&
        strcmp(o->file, r->file) == 0)
      return (int)(end - r->name);
  return (int)strlen(r->name);
}

/* "1/2": fewer than there are. */
static void put_used(report *out, const char *key, int used, int given) {
  put(out, used < given ? " %s=%d/%d" : " %s=%d", key, used, given);
}

static void put_last(report *out, const tp_region_record *r) {
  char plan[512];
  tp_plan_print(&r->plan, r->rows, plan, (int)sizeof plan);
  const char *rest = strstr(plan, " schedule=");
  put(out, " last:");
  put_used(out, "ranks", r->plan.ranks, r->ranks);
  put_used(out, "threads", r->plan.threads, r->threads);
  if (r->fewer)
    put_text(out, "why", r->fewer, 1);
  put(out, "%s", rest ? rest : "");
}

static void put_all(report *out, const tp_region_record *r) {
  const tp_region_counts *s = &r->sum;
  int moves = s->livein > 0 || s->gather > 0 || s->messages > 0 || r->plan.ranks > 1;
  put(out, " all: tiles=%lld cpus=%d/%d seconds=%.6f", s->tiles, s->cpus_that_ran, s->cpus_with_work, s->seconds);
  if (moves)
    put(out, " livein=%.6f", s->livein);
  put(out, " compute=%.6f wait=%.6f", s->compute, s->wait);
  if (moves)
    put(out, " comm=%.6f gather=%.6f messages=%lld direct=%lld bytes=%lld", s->comm, s->gather, s->messages, s->direct,
        s->bytes);
  if (s->sums > 0)
    put(out, " sums=%.6f", s->sums);
  put(out, " predicted=%.6f", s->predicted);
  if (moves)
    put(out, " hidden=%.2f", hidden(s));
  if (tp_has_kind(TP_VARIANT_JAM, r->plan.jam_rows, r->plan.line_rows))
    put(out, " jammed=%lld", s->of_kind[TP_VARIANT_JAM]);
  if (tp_has_kind(TP_VARIANT_SKEW, r->plan.jam_rows, r->plan.line_rows))
    put(out, " skewed=%lld", s->of_kind[TP_VARIANT_SKEW]);
  put(out, " p_fill=%.6f p_compute=%.6f p_start=%.6f", s->parts.fill, s->parts.compute, s->parts.start);
  if (moves)
    put(out, " p_comm=%.6f", s->parts.comm);
  put(out, " p_sync=%.6f", s->parts.sync);
  if (moves || s->sums > 0)
    put(out, " p_move=%.6f", s->parts.move);
  put(out, " revised=%d%s", r->revised, r->tried ? " tried=1" : "");
  if (s->pipeline > 0)
    put(out, " pipeline=%.6f", s->pipeline);
}

/* A line without its end. */
static void describe(const tp_region_record *r, report *out) {
  out->used = 0;
  put(out, "tilepipe: region=%.200s", r->name);
  put_text(out, "file", r->file, 0);
  put(out, " line=%d at=%.*s:%d calls=%ld ran=%ld declined=%ld", r->line, function_length(r), r->name, r->line,
      r->calls - r->declined + tp_record_all_declined(r), r->ran, tp_record_all_declined(r));
  if (r->reason)
    put_text(out, "reason", r->reason, 1);
  if (r->verified)
    put(out, " verify=%s", r->verified > 0 ? "ok" : "unavailable");
  if (r->ran) {
    put_last(out, r);
    put_all(out, r);
  }
  if (r->alone)
    put_text(out, "alone", r->alone, 1);
  if (r->plans)
    put_text(out, "plans", r->plans, 0);
  if (r->plans_ignored)
    put_text(out, "plans-ignored", r->plans_ignored, 1);
  if (r->decided) {
    put(out, " decided=%ld deciding=%.6f", r->decided, r->deciding);
    put_text(out, "profile", r->profile ? r->profile : "built-in", 0);
  }
  if (r->profile_ignored)
    put_text(out, "profile-ignored", r->profile_ignored, 1);
}

static pid_t asker;
static void (*also)(char *out, size_t size);

void tp_statistics_also(void (*describe)(char *out, size_t size)) { also = describe; }

static void print_all(void) {
  report out;
  tp_context program;
  if (getpid() != asker)
    return;
  tp_context_hold(&program);
  for (const tp_region_record *r = records; r; r = r->next) {
    describe(r, &out);
    fprintf(stderr, "%s\n", out.text);
  }
  *out.text = 0;
  if (also)
    also(out.text, sizeof out.text);
  if (*out.text)
    fprintf(stderr, "%s\n", out.text);
  tp_context_release(&program, NULL);
}

/* The end by a signal. Nothing here takes a lock or memory: the program may have been anywhere. */
static void end_by_signal(int number) {
  static report out;
  static _Atomic int printing;
  struct sigaction usual = {.sa_handler = SIG_DFL};
  if (getpid() == asker && !atomic_exchange(&printing, 1)) {
    tp_context program;
    tp_context_hold(&program);
    for (const tp_region_record *r = records; r; r = r->next) {
      describe(r, &out);
      out.text[out.used] = '\n'; /* put leaves room for its null */
      if (write(STDERR_FILENO, out.text, out.used + 1) < 0)
        break;
    }
    tp_context_release(&program, NULL);
  }
  sigaction(number, &usual, NULL);
  raise(number);
}

/* Signals that would end the program. What it handles itself, now or later, is its own matter. */
static void catch_ends(void) {
  static const int ends[] = {SIGTERM, SIGINT, SIGHUP, SIGPIPE, SIGALRM, SIGXCPU, SIGUSR1, SIGUSR2};
  struct sigaction now, ours = {.sa_handler = end_by_signal};
  sigfillset(&ours.sa_mask);
  sigdelset(&ours.sa_mask, SIGSEGV); /* by which arrays come back (residency/protection.c) */
  for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
    if (sigaction(ends[i], NULL, &now) == 0 && now.sa_handler == SIG_DFL)
      sigaction(ends[i], &ours, NULL);
}

int tp_statistics_handles(void (*handler)(int)) { return handler == end_by_signal; }

void tp_statistics_at_exit(void) {
  static int asked;
  if (asked)
    return;
  asked = 1;
  asker = getpid();
  atexit(print_all);
  at_quick_exit(print_all);
  catch_ends();
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
}
