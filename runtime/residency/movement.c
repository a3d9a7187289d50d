/* movement.c - see movement.h. */
#include "residency/movement.h"

#include <stdlib.h>
#include <string.h>

void tp_transfers_free(tp_transfers *t) {
  free(t->at);
  memset(t, 0, sizeof *t);
}

static void add(tp_transfers *t, tp_transfer move) {
  if (t->failed)
    return;
  tp_transfer *last = t->count ? &t->at[t->count - 1] : NULL;
  if (last && last->past == move.first && last->from == move.from && last->to == move.to && last->area == move.area) {
    last->past = move.past;
    return;
  }
  if (t->count == t->room) {
    int room = t->room ? 2 * t->room : 16;
    tp_transfer *at = realloc(t->at, (size_t)room * sizeof *at);
    if (!at) {
      t->failed = 1;
      return;
    }
    t->at = at;
    t->room = room;
  }
  t->at[t->count++] = move;
}

void tp_pages_inside(uintptr_t *first, uintptr_t *past, uintptr_t page) {
  *first = (*first + page - 1) / page * page;
  *past = *past / page * page;
  if (*past < *first)
    *past = *first;
}

static uintptr_t least(uintptr_t a, uintptr_t b) { return a < b ? a : b; }
static uintptr_t most(uintptr_t a, uintptr_t b) { return a > b ? a : b; }

/* What the rank lacks of [first, past). */
static void lacking(int area, const tp_directory *d, int rank, uintptr_t first, uintptr_t past, tp_transfers *out) {
  first = most(first, d->first);
  past = least(past, d->past);
  if (d->failed || first >= past)
    return;
  for (int i = tp_directory_find(d, first); i < d->count && d->at[i].first < past; i++) {
    const tp_holders *holders = &d->at[i].holders;
    if (!tp_holders_have(holders, rank))
      add(out, (tp_transfer){tp_holders_first(holders), rank, area, most(first, d->at[i].first),
                             least(past, tp_directory_end(d, i))});
  }
}

/* The receivers of the transfers from `since` on, which nothing before was joined with, hold what they get. */
static void received(tp_directory *d, const tp_transfers *t, int since) {
  for (int i = since; i < t->count; i++)
    tp_directory_add(d, t->at[i].first, t->at[i].past, t->at[i].to);
}

/* Rank 0 gets whole pages: those of its needs, or (written) of what it lacks of them. */
static void lacking_pages(int area, const tp_directory *d, const tp_spans *need, int written, uintptr_t page,
                          tp_transfers *out) {
  tp_transfers missing = {0};
  tp_spans pages = {0};
  for (int i = 0; i < need->count; i++)
    if (written)
      lacking(area, d, 0, need->at[i].first, need->at[i].past, &missing);
    else
      tp_spans_add(&pages, need->at[i].first / page * page, (need->at[i].past + page - 1) / page * page);
  for (int i = 0; i < missing.count; i++)
    tp_spans_add(&pages, missing.at[i].first / page * page, (missing.at[i].past + page - 1) / page * page);
  tp_spans_close(&pages, 1);
  for (int i = 0; i < pages.count; i++)
    lacking(area, d, 0, pages.at[i].first, pages.at[i].past, out);
  out->failed |= missing.failed | pages.failed;
  tp_transfers_free(&missing);
  tp_spans_free(&pages);
}

void tp_movement_before(int area, const tp_spans *need, int ranks, int written, uintptr_t page, tp_directory *d,
                        tp_transfers *out) {
  int since = out->count;
  lacking_pages(area, d, &need[0], written, page, out);
  for (int r = 1; r < ranks; r++)
    for (int i = 0; i < need[r].count; i++)
      lacking(area, d, r, need[r].at[i].first, need[r].at[i].past, out);
  if (!out->failed)
    received(d, out, since);
}

void tp_movement_home(int area, uintptr_t first, uintptr_t past, tp_directory *d, tp_transfers *out) {
  lacking(area, d, 0, first, past, out);
  if (!out->failed)
    tp_directory_add(d, first, past, 0);
}

/* Pages in which a segment ends. */
static void cut_pages(const tp_directory *d, uintptr_t page, tp_spans *out) {
  for (int i = 1; i < d->count; i++) {
    uintptr_t first = d->at[i].first / page * page;
    if (first != d->at[i].first && first >= d->first && first + page <= d->past)
      tp_spans_add(out, first, first + page);
  }
}

/* Of a page that others hold all of, rank 0 keeps nothing, unless it holds all of it, too. */
static void settle_page(uintptr_t first, uintptr_t past, tp_directory *d) {
  int mine = 0, others = 0, segments = 0;
  for (int i = tp_directory_find(d, first); i < d->count && d->at[i].first < past; i++, segments++) {
    mine += tp_segment_home(&d->at[i]);
    others += !tp_segment_only_home(&d->at[i]);
  }
  if (others == segments && mine > 0 && mine < segments)
    tp_directory_remove(d, first, past, 0);
}

/* Bytes of pages that others than the area have, too. */
static void settle_edge(int area, uintptr_t first, uintptr_t past, tp_directory *d, tp_transfers *out) {
  tp_movement_home(area, first, past, d, out);
  tp_directory_set(d, first, past, 0);
}

void tp_movement_after(int area, const tp_spans *own, int ranks, uintptr_t page, tp_directory *d, tp_transfers *out) {
  tp_spans cut = {0};
  uintptr_t first = d->first, past = d->past;
  for (int r = 0; r < ranks; r++)
    for (int i = 0; i < own[r].count; i++)
      tp_directory_set(d, own[r].at[i].first, own[r].at[i].past, r);
  tp_pages_inside(&first, &past, page);
  settle_edge(area, d->first, least(first, d->past), d, out);
  settle_edge(area, most(past, first), d->past, d, out);
  cut_pages(d, page, &cut);
  tp_spans_close(&cut, 0);
  for (int i = 0; i < cut.count; i++)
    for (uintptr_t at = cut.at[i].first; at < cut.at[i].past; at += page)
      settle_page(at, at + page, d);
  out->failed |= cut.failed | d->failed;
  tp_spans_free(&cut);
}
