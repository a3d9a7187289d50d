/* stay.c - see stay.h. */
#include "ranks/stay.h"

#include "process/imports.h"
#include "process/process.h"
#include "ranks/away.h"
#include "ranks/commands.h"
#include "ranks/lost.h"
#include "ranks/memory.h"
#include "ranks/memory_calls.h"
#include "ranks/moves.h"
#include "ranks/needs.h"
#include "ranks/staying.h"
#include "report/report.h"
#include "residency/protection.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* For the statistics. away: 0: the directories may be in the middle of a change. */
static void describe(tp_data_counts *out, int away) {
  const tp_staying_counts *c = &tp_staying_count;
  *out = (tp_data_counts){.why = c->why, .home = c->home, .ranks = c->ranks, .border = c->border, .foreseen = c->foreseen,
                          .faults = c->faults, .fetched = c->fetched, .returned = c->returned, .away = away ? 0 : -1,
                          .starts = c->starts, .surveys = c->surveys, .touched = c->touched, .protecting = c->protecting,
                          .brought = c->brought};
  for (int n = 0; away && n < TP_AREAS_MOST; n++)
    if (tp_staying_area[n].serial)
      out->away += (long long)tp_directory_away(&tp_staying_area[n].d);
}

/* 1: arrays may stay in this process; asked once. */
static int is_ready(void) {
  static int known;
  if (!tp_staying_count.asked)
    tp_report_with_data(describe);
  tp_staying_count.asked = 1;
  if (known)
    return known > 0 && tp_away_may(&tp_staying_count.why);
  const char *why = NULL;
  if (!&__tp_memory_functions)
    why = "the program is linked without what brings its memory back (-Wl,-u,__tp_memory_functions)";
  else if (tp_here.ranks > TP_HOLDERS_MOST)
    why = "there are too many ranks";
  else if (tp_imports_are_safe(&why) && tp_away_may(&why) && tp_away_begin(&why))
    why = tp_lost_begin() ? NULL : "out of memory";
  tp_staying_count.why = why;
  known = why ? -1 : 1;
  return known > 0;
}

static void return_arrays(const tp_region *r, const void *args) {
  tp_span hull[TP_NEEDS_ARRAYS];
  tp_range range[TP_NEEDS_ARRAYS];
  if (!tp_needs_has_hulls(r)) {
    tp_staying_end_overlapping(0, UINTPTR_MAX);
    return;
  }
  tp_needs_hulls(r, args, range, hull);
  for (int a = 0; a < r->tp_arrays; a++)
    if (hull[a].past > hull[a].first)
      tp_staying_end_overlapping(hull[a].first, hull[a].past);
}

/* Bytes of arrays for which it is looked whether rank 0 has room. */
static const double large = 1 << 28;

int tp_stay_is_worth(long long start, int at_once, double bytes) {
  if (!is_ready()) /* early: handlers that the program installs later leave SIGSEGV open then */
    return 0;
  tp_staying_enter();
  if (bytes >= large && !tp_worth_knows(&tp_staying_worth, start) && tp_memory_exceeds(bytes))
    tp_worth_must_stay(&tp_staying_worth);
  int stays = tp_worth_stays(&tp_staying_worth, start, at_once);
  tp_staying_leave();
  return stays;
}

int tp_stay_ran(long long start, int stayed, double seconds, double price, int moves, long long calls) {
  if (!is_ready())
    return 0;
  tp_staying_enter();
  tp_worth_ran(&tp_staying_worth, start, stayed, seconds, price, moves, calls);
  int wants = tp_worth_wants_survey(&tp_staying_worth, start);
  tp_staying_leave();
  return wants;
}

int tp_stay_wants_prediction(long long start) {
  tp_staying_enter();
  int wants = tp_worth_wants_prediction(&tp_staying_worth, start);
  tp_staying_leave();
  return wants;
}

void tp_stay_predicted(long long start, double seconds) {
  tp_staying_enter();
  tp_worth_predicted(&tp_staying_worth, start, seconds);
  tp_staying_leave();
}

tp_stay_run tp_stay_begin(const tp_pipeline *p, int stays) {
  tp_stay_run s = {.pipeline = p};
  int wanted = stays && is_ready();
  if (!wanted && !tp_staying_any())
    return s;
  tp_staying_enter();
  s.active = 1;
  if (!wanted || !tp_needs_has_hulls(p->region)) {
    return_arrays(p->region, p->args);
    return s;
  }
  tp_needs_look_back();
  s.known = tp_needs_find(p);
  for (int a = 0; s.known && a < p->region->tp_arrays; a++)
    if (tp_staying_reached(s.known->hull[a]))
      tp_staying_end_overlapping(s.known->hull[a].first, s.known->hull[a].past);
  if (!s.known)
    s.known = tp_needs_learn(p);
  tp_needs_foresee(s.known);
  tp_needs_passing(s.known);
  s.step = tp_moves_find(s.known, p->plan.ranks);
  tp_staying_count.starts++;
  s.owed = tp_staying_take_owed(p->plan.serial);
  tp_lost_running(p->region->tp_name);
  s.all = s.known->all;
  for (int a = 0; a < p->region->tp_arrays; a++)
    if (s.known->area_of[a] >= 0)
      s.skip |= 1ull << a;
  return s;
}

/* The transfers of a rank, in a row; answers their number. out: null: only counts. */
static int of_rank(const tp_area_transfer *t, int count, int rank, tp_area_transfer *out) {
  int n = 0;
  for (int i = 0; i < count; i++)
    if (t[i].from == rank || t[i].to == rank) {
      if (out)
        out[n] = t[i];
      n++;
    }
  return n;
}

static tp_placement_head head_of(const tp_stay_run *s, int rank) {
  tp_placement_head head = {0, 0, 0, 0, s->all, 0};
  const tp_needs_step *step = s->step;
  for (int n = 0; n < TP_AREAS_MOST; n++)
    head.areas += tp_staying_area[n].serial != 0 && !tp_staying_area[n].surveyed;
  if (!step)
    return head;
  head.arrays = s->pipeline->region->tp_arrays;
  head.before = of_rank(step->wire, step->first.count, rank, NULL);
  head.after = of_rank(step->wire + step->first.count, step->last.count, rank, NULL);
  return head;
}

tp_int tp_stay_message_bytes(const tp_stay_run *s, int rank) {
  if (!s->active)
    return 0;
  tp_placement_head head = head_of(s, rank);
  return tp_placement_bytes(&head);
}

void tp_stay_message(const tp_stay_run *s, int rank, char *out) {
  if (!s->active)
    return;
  const tp_needs_step *step = s->step;
  tp_area alive[TP_AREAS_MOST];
  tp_placement p = {.head = head_of(s, rank), .area_of = s->known ? s->known->area_of : NULL, .area = alive};
  tp_area_transfer *t = calloc((size_t)(p.head.before + p.head.after) + 1, sizeof *t);
  if (!t)
    tp_exchange_fail("out of memory [memory]");
  memset(alive, 0, sizeof alive);
  for (int n = 0, i = 0; n < TP_AREAS_MOST; n++) {
    const tp_staying *a = &tp_staying_area[n];
    if (a->serial && !a->surveyed)
      alive[i++] = (tp_area){n, 0, a->serial, (const char *)a->d.first, (tp_int)(a->d.past - a->d.first),
                             (tp_int)a->room, (const char *)a->began.first, (tp_int)(a->began.past - a->began.first)};
  }
  if (step) {
    of_rank(step->wire, step->first.count, rank, t);
    of_rank(step->wire + step->first.count, step->last.count, rank, t + p.head.before);
  }
  p.before = t;
  p.after = t + p.head.before;
  tp_placement_write(&p, out);
  free(t);
}

void tp_stay_cancel(tp_stay_run *s) {
  tp_lost_running(NULL);
  if (s->active)
    tp_staying_leave();
  s->active = 0;
}

static void protect(const tp_changes *changes) {
  double start = tp_now();
  tp_pages_change(changes);
  tp_staying_count.protecting += tp_now() - start;
}

/* Ranks that have no part in the run get no command of it, and may hold what others need. */
static void ask_others(const tp_stay_run *s, const tp_area_transfer *t, int count) {
  tp_area_transfer *its = count ? calloc((size_t)count, sizeof *its) : NULL;
  tp_box box;
  if (count && !its)
    tp_exchange_fail("out of memory [memory]");
  for (int r = 1; count && r < tp_here.ranks; r++) {
    int n = r < s->pipeline->plan.ranks && tp_rank_box(&s->pipeline->plan, r, 0, &box) ? 0 : of_rank(t, count, r, its);
    if (n)
      tp_staying_ask(r, its, n);
  }
  free(its);
}

/* Rank 0's tiles run: pages of written areas that they touch unforeseen are opened. */
static void let_touch(const tp_needs *k, int is) {
  for (int i = 0; i < k->places; i++)
    if (k->place[i].written)
      tp_pages_open_on_touch(tp_staying_area[k->place[i].area].watched, is);
  tp_pages_run(is);
}

void tp_stay_before(tp_stay_run *s) {
  if (!s->step)
    return;
  protect(&s->step->open);
  ask_others(s, s->step->wire, s->step->first.count);
  tp_started started = tp_transfers_start(s->step->wire, s->step->first.count, tp_staying_at);
  tp_transfers_finish(&started);
  let_touch(s->known, 1);
}

void tp_stay_after(tp_stay_run *s) {
  if (!s->step)
    return;
  let_touch(s->known, 0);
  ask_others(s, s->step->wire + s->step->first.count, s->step->last.count);
  s->started = tp_transfers_start(s->step->wire + s->step->first.count, s->step->last.count, tp_staying_at);
}

static void count_moves(const tp_transfers *t) {
  for (int i = 0; i < t->count; i++) {
    long long bytes = (long long)(t->at[i].past - t->at[i].first);
    *(t->at[i].from == 0 ? &tp_staying_count.home : &tp_staying_count.ranks) += bytes;
  }
}

static void settle_run(tp_stay_run *s) {
  tp_transfers_finish(&s->started);
  for (int i = 0; i < s->known->places; i++) {
    tp_staying *a = &tp_staying_area[s->known->place[i].area];
    tp_directory_copy(&a->d, &s->step->after[i]);
    if (a->d.failed)
      tp_exchange_fail("out of memory [memory]");
    a->writes += s->known->place[i].written != 0;
    if (s->known->place[i].written || !a->array) {
      a->array = s->known->place[i].array;
      a->region = s->pipeline->region->tp_name;
      a->plan = s->pipeline->plan.serial;
      a->by = s->known;
    }
    tp_staying_note(s->known->place[i].area);
  }
  protect(&s->step->close);
  tp_needs_touched(s->known);
  count_moves(&s->step->first);
  tp_staying_count.border += tp_staying_bytes(&s->step->last) - s->step->foreseen;
  tp_staying_count.foreseen += s->step->foreseen;
}

static long long moved(const tp_transfers *t, tp_rank_counts *by_rank) {
  for (int i = 0; by_rank && i < t->count; i++)
    by_rank[t->at[i].from].moved += (long long)(t->at[i].past - t->at[i].first);
  return tp_staying_bytes(t);
}

long long tp_stay_moved(const tp_stay_run *s, tp_rank_counts *by_rank) {
  return s->step ? moved(&s->step->first, by_rank) + moved(&s->step->last, by_rank) : 0;
}

void tp_stay_end(tp_stay_run *s) {
  if (s->step)
    settle_run(s);
  tp_lost_running(NULL);
  if (s->active)
    tp_staying_leave();
  s->active = 0;
}
void tp_stay_return(const tp_region *r, const void *args) {
  if (!tp_staying_any())
    return;
  tp_staying_enter();
  return_arrays(r, args);
  tp_staying_leave();
}
