/* table.c - TILEPIPE_STATS=table: a row for each region, the longest first, in WIDTH columns. */
#include "process/process.h"
#include "report/figures.h"
#include "report/report.h"

#include <stdio.h>
#include <string.h>

enum { WIDTH = 100, NAME = 22, HOST = 14, CELL = 32 };

static const char legend[] =
    "time, %T  seconds of the region's runs, and their part of the program's time\n"
    "pts/s     points of the nest (iterations of its loops) per second of that time\n"
    "CPUs      ranks x threads of the last run\n"
    "rnk%      compute of each rank's busiest thread, of ranks x time; thr%: of all threads, of threads x\n"
    "          the busiest (one rank: x time). rnk% x thr%: compute of all CPUs, of CPUs x time\n"
    "imbal     compute of the CPU that computes longest in a run, over the mean of all CPUs\n"
    "faces...  bytes between ranks: faces of tiles, live-ins, results; moved: of arrays that stay there\n"
    "declined  calls that ran as the program's own loop, whose time is not among these\n";

/* --- cells ------------------------------------------------------------------------------------ */

static int begins_character(char c) { return ((unsigned char)c & 0xc0) != 0x80; }

static int characters(const char *text, size_t bytes) {
  int n = 0;
  for (size_t i = 0; i < bytes; i++)
    n += begins_character(text[i]);
  return n;
}

/* Bytes of the first n characters. */
static size_t bytes_of(const char *text, int n) {
  size_t at = 0;
  while (text[at] && (n > 0 || !begins_character(text[at])))
    n -= begins_character(text[at++]) != 0;
  return at;
}

/* What is no character of a line becomes a question mark. */
static void put_plain(tp_text *out, const char *text, size_t bytes) {
  for (size_t i = 0; i < bytes; i++)
    tp_text_put(out, "%c", (unsigned char)text[i] < ' ' || text[i] == 0x7f ? '?' : text[i]);
}

/* A long text is cut in the middle; a short one gets blanks up to the width, 0: none. */
static void put_cut(tp_text *out, const char *text, int most, int width) {
  int all = characters(text, strlen(text));
  if (all > most) {
    int first = (most - 2) / 2;
    put_plain(out, text, bytes_of(text, first));
    text += bytes_of(text, all - (most - 2 - first));
    tp_text_put(out, "..");
    all = most;
    put_plain(out, text, strlen(text));
  } else {
    put_plain(out, text, strlen(text));
  }
  tp_text_put(out, "%*s", all < width ? width - all : 0, "");
}

/* Three digits and a unit: 12.3MB. Units from 10^(3 * first - 6) to 10^(3 * last - 6). Below 0: "-". */
static const char *scaled(char *out, double value, int first, int last, const char *unit) {
  static const char *const prefix[] = {"u", "m", "", "k", "M", "G", "T", "P", "E"};
  int n = first;
  for (; value >= 999.5 && n < last; n++)
    value /= 1000;
  int digits = (n == first && first > 0) || value >= 99.95 ? 0 : value >= 9.995 ? 1 : 2;
  snprintf(out, CELL, value < 0 ? "-" : "%.*f%s%s", digits, value, prefix[n], unit);
  return out;
}

static const char *seconds(char *out, double value) { return scaled(out, value < 0 ? -1 : value * 1e6, 0, 2, "s"); }
static const char *rate(char *out, double value) { return scaled(out, value, 2, 8, ""); }
static const char *number(char *out, double value) { return scaled(out, value, 2, value < 999999.5 ? 2 : 8, ""); }
static const char *bytes(char *out, double value) { return scaled(out, value, 2, 8, "B"); }

static const char *percent(char *out, double part) {
  snprintf(out, CELL, part < 0 ? "-" : part > 0 && part < 0.005 ? "<1" : "%.0f", part * 100);
  return out;
}

static void put_rule(tp_text *out) {
  for (int i = 0; i < WIDTH; i++)
    tp_text_put(out, "-");
  tp_text_put(out, "\n");
}

/* --- regions ---------------------------------------------------------------------------------- */

/* ranks: 0: none of several took part. */
static void put_row(tp_text *out, const char *name, long calls, const char *cpus, int ranks, const tp_region_counts *s,
                    double program) {
  char cell[12][CELL];
  tp_figures f = tp_figures_of(s, program);
  int ran = s->seconds > 0;
  put_cut(out, name, NAME, NAME);
  tp_text_put(out, " %6s %6s %3s %6s %6s", number(cell[0], (double)calls), seconds(cell[1], ran ? s->seconds : -1),
              percent(cell[2], ran ? f.share : -1), rate(cell[3], f.rate), cpus);
  snprintf(cell[4], CELL, f.imbalance < 0 ? "-" : "%.2f", f.imbalance);
  tp_text_put(out, " %4s %4s %5s", percent(cell[5], ranks ? f.ranks : -1), percent(cell[6], f.threads), cell[4]);
  tp_text_put(out, " %6s %6s %6s %6s\n", bytes(cell[7], ranks ? (double)s->bytes : -1),
              bytes(cell[8], ranks ? (double)s->livein_bytes : -1), bytes(cell[9], ranks ? (double)s->result_bytes : -1),
              bytes(cell[10], ranks ? (double)s->moved_bytes : -1));
}

/* The end of a long text is left out. */
static void put_note(tp_text *out, const char *text) {
  char line[512];
  size_t most = bytes_of(text, WIDTH - 2);
  snprintf(line, sizeof line, "%.*s", (int)(most < sizeof line ? most : sizeof line - 1), text);
  tp_text_put(out, "  ");
  put_plain(out, line, strlen(line));
  tp_text_put(out, "\n");
}

static long calls_of(const tp_region_record *r) { return r->calls - r->declined + tp_record_all_declined(r); }

static int has_moved(const tp_region_counts *s) {
  return s->bytes || s->livein_bytes || s->result_bytes || s->moved_bytes;
}

static void put_region(tp_text *out, const tp_region_record *r, double program) {
  char name[600], cpus[CELL] = "-", note[600], some[2][CELL];
  int function = tp_function_length(r);
  long declined = tp_record_all_declined(r);
  snprintf(name, sizeof name, "%.*s:%d", function < 500 ? function : 500, r->name, r->line);
  if (r->ran)
    snprintf(cpus, sizeof cpus, "%dx%d", r->plan.ranks, r->plan.threads);
  put_row(out, name, calls_of(r), cpus, r->plan.ranks > 1 || has_moved(&r->sum), &r->sum, program);
  if (declined > 0) {
    snprintf(note, sizeof note, "declined %s of %s: %s", number(some[0], (double)declined),
             number(some[1], (double)calls_of(r)), r->declined_for ? r->declined_for : "not known");
    put_note(out, note);
  }
  if (r->ran && r->fewer) {
    snprintf(note, sizeof note, "uses %dx%d of %dx%d CPUs: %s", r->plan.ranks, r->plan.threads, r->ranks, r->threads,
             r->fewer);
    put_note(out, note);
  }
}

/* 1: a comes before b. */
static int is_before(const tp_region_record *a, const tp_region_record *b) {
  if (a->sum.seconds != b->sum.seconds)
    return a->sum.seconds > b->sum.seconds;
  return calls_of(a) > calls_of(b);
}

/* The regions in order, without memory: the next one behind `last`; null: the first. Equal ones keep the list's order. */
static const tp_region_record *next_region(const tp_region_record *last) {
  const tp_region_record *next = NULL;
  int passed = 0; /* `last` in the list */
  for (const tp_region_record *r = tp_records(); r; r = r->next) {
    int behind = !last || (r != last && (is_before(last, r) || (passed && !is_before(r, last))));
    passed |= r == last;
    if (behind && (!next || is_before(r, next)))
      next = r;
  }
  return next;
}

static void put_regions(tp_text *out, double program) {
  tp_region_counts all = {0};
  long calls = 0;
  int regions = 0;
  tp_text_put(out, "%-*s %6s %6s %3s %6s %6s %4s %4s %5s %6s %6s %6s %6s\n", NAME, "region", "calls", "time", "%T", "pts/s",
              "CPUs", "rnk%", "thr%", "imbal", "faces", "livein", "result", "moved");
  put_rule(out);
  for (const tp_region_record *r = next_region(NULL); r; r = next_region(r)) {
    put_region(out, r, program);
    tp_figures_add(&all, &r->sum);
    calls += calls_of(r);
    regions++;
  }
  put_rule(out);
  if (regions > 1)
    put_row(out, "all", calls, "", has_moved(&all), &all, program);
}

/* --- ranks ------------------------------------------------------------------------------------ */

static void put_rank(tp_text *out, const tp_program *p, int rank) {
  char cell[12][CELL];
  tp_rank_counts c = tp_figures_of_rank(rank);
  tp_brought b = p->data && p->data->brought ? p->data->brought[rank] : (tp_brought){0, 0};
  tp_text_put(out, "%5d ", rank);
  put_cut(out, tp_report_host(rank), HOST, HOST);
  tp_text_put(out, " %7s %6s %6s %6s %6s", seconds(cell[0], c.compute), seconds(cell[1], c.wait), seconds(cell[2], c.comm),
              number(cell[3], (double)c.tiles), number(cell[4], (double)c.messages));
  tp_text_put(out, " %6s %6s %6s %6s %6s %7s\n", bytes(cell[5], (double)c.bytes), bytes(cell[6], (double)c.livein),
              bytes(cell[7], (double)c.results), bytes(cell[8], (double)c.moved), number(cell[9], (double)b.pieces),
              bytes(cell[10], (double)b.bytes));
}

static void put_ranks(tp_text *out, const tp_program *p) {
  tp_text_put(out, "\n%5s %-*s %7s %6s %6s %6s %6s %6s %6s %6s %6s %6s %7s\n", "rank", HOST, "host", "compute", "wait", "comm",
              "tiles", "msgs", "faces", "livein", "result", "moved", "faults", "fetched");
  put_rule(out);
  for (int rank = 0; rank < p->ranks; rank++)
    put_rank(out, p, rank);
  put_rule(out);
  tp_text_put(out, "CPU seconds of the rank; what it sent; pieces and bytes fetched from it by the program's touches\n");
}

/* --- the table -------------------------------------------------------------------------------- */

static void put_title(tp_text *out, const tp_program *p) {
  char time[CELL];
  tp_text_put(out, "tilepipe %s: ", TILEPIPE_VERSION);
  put_cut(out, p->name, 40, 0);
  tp_text_put(out, ", %d rank%s", p->ranks, p->ranks > 1 ? "s" : "");
  if (p->threads)
    tp_text_put(out, " x %d thread%s", p->threads, p->threads > 1 ? "s" : "");
  tp_text_put(out, ", %s", seconds(time, p->seconds));
  if (p->signal)
    tp_text_put(out, ", ended by signal %d", p->signal);
  tp_text_put(out, "\n");
  if (p->alone) {
    char note[600];
    snprintf(note, sizeof note, "ranks are not used: %s", p->alone);
    put_note(out, note);
  }
}

static void put_data(tp_text *out, const tp_data_counts *d) {
  char cell[4][CELL], note[600];
  if (d->why)
    snprintf(note, sizeof note, "arrays do not stay on ranks: %s", d->why);
  else
    snprintf(note, sizeof note, "arrays stay on ranks: sent home %s, by %s faults and fetches %s, given up %s",
             bytes(cell[0], (double)d->border), number(cell[1], (double)d->faults), bytes(cell[2], (double)d->fetched),
             bytes(cell[3], (double)d->returned));
  if (d->why || d->starts || d->surveys)
    put_note(out, note);
}

void tp_table(const tp_program *p, int ranks, tp_text *out) {
  put_title(out, p);
  if (!tp_records()) {
    tp_text_put(out, "  no region was called\n");
    return;
  }
  put_rule(out);
  put_regions(out, p->seconds);
  if (p->data)
    put_data(out, p->data);
  if (ranks)
    put_ranks(out, p);
  tp_text_put(out, "\n%s", legend);
}
