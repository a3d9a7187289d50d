/* moves.c - see moves.h. */
#include "ranks/moves.h"

#include "process/process.h"
#include "ranks/commands.h"
#include "residency/protection.h"

#include <stdlib.h>

static void put_wire(tp_area_transfer *out, const tp_transfers *t) {
  for (int i = 0; i < t->count; i++)
    out[i] = (tp_area_transfer){t->at[i].from, t->at[i].to, t->at[i].area, 0,
                                (tp_int)(t->at[i].first - tp_staying_area[t->at[i].area].began.first),
                                (tp_int)(t->at[i].past - t->at[i].first)};
  tp_transfers_pack(out, t->count);
}

/* Rank 0 sends [first, past). Where it ends inside of a page, that may be closed, for others hold the rest. */
static void add_closed_ends(tp_spans *set, const tp_directory *before, const tp_transfer *t) {
  const uintptr_t size = tp_page_size(), page[2] = {t->first / size * size, (t->past - 1) / size * size};
  for (int i = 0; i < 2; i++)
    if (page[i] >= before->first && page[i] + size <= before->past && tp_access_of(before, page[i], size) == TP_ACCESS_NONE)
      tp_spans_add(set, page[i], page[i] + size);
}

/* What rank 0 may touch of the place in this step. */
static tp_spans touched_in(const tp_needs_step *s, const tp_directory *before, const tp_needs_place *p) {
  tp_spans set = {0};
  if (p->whole && p->written)
    tp_spans_add(&set, tp_staying_area[p->area].d.first, tp_staying_area[p->area].d.past);
  for (int i = 0; p->written && !p->whole && i < p->touched.count; i++)
    tp_spans_add(&set, p->touched.at[i].first, p->touched.at[i].past);
  const tp_transfers *t[2] = {&s->first, &s->last};
  for (int n = 0; n < 2; n++)
    for (int i = 0; i < t[n]->count; i++)
      if (t[n]->at[i].to == 0 && t[n]->at[i].area == p->area)
        tp_spans_add(&set, t[n]->at[i].first, t[n]->at[i].past);
      else if (t[n]->at[i].from == 0 && t[n]->at[i].area == p->area)
        add_closed_ends(&set, before, &t[n]->at[i]);
  tp_spans_close(&set, 1);
  if (set.failed)
    tp_exchange_fail("out of memory [memory]");
  return set;
}

static void find_changes(tp_needs *k, tp_needs_step *s) {
  tp_changes_free(&s->open);
  tp_changes_free(&s->close);
  for (int i = 0; i < k->places; i++) {
    tp_spans set = touched_in(s, &s->before[i], &k->place[i]);
    tp_changes_for(&s->before[i], &s->after[i], &set, tp_page_size(), &s->open, &s->close);
    tp_spans_free(&set);
  }
  if (s->open.failed || s->close.failed)
    tp_exchange_fail("out of memory [memory]");
  s->pages = k->pages;
}

/* Copies of what regions are about to write anew would only have pages protected, here and behind the next write. */
static void leave_no_copies(tp_directory *after, const tp_transfers *t, int since) {
  for (int i = since; i < t->count && !t->failed; i++)
    tp_directory_remove(after, t->at[i].first, t->at[i].past, t->at[i].to);
}

static tp_needs_step *step_of(tp_needs *k, int ranks) {
  for (int s = 0; s < TP_NEEDS_STEPS; s++) {
    int same = k->step[s].used;
    for (int i = 0; same && i < k->places; i++)
      same = k->step[s].passing[i] == k->place[i].passing && tp_directory_equal(&k->step[s].before[i], &tp_staying_area[k->place[i].area].d);
    if (same)
      return &k->step[s];
  }
  tp_needs_step *s = &k->step[k->next];
  k->next = (k->next + 1) % TP_NEEDS_STEPS;
  tp_needs_free_step(s, k->places);
  s->used = 1;
  for (int i = 0; i < k->places; i++) {
    const tp_needs_place *p = &k->place[i];
    tp_directory_copy(&s->before[i], &tp_staying_area[p->area].d);
    tp_directory_copy(&s->after[i], &tp_staying_area[p->area].d);
    int since = s->first.count;
    s->passing[i] = p->passing;
    tp_movement_before(p->area, p->need, ranks, p->written, tp_page_size(), &s->after[i], &s->first);
    if (p->passing)
      leave_no_copies(&s->after[i], &s->first, since);
    tp_movement_after(p->area, p->own, ranks, tp_page_size(), &s->after[i], &s->last);
    long long border = tp_staying_bytes(&s->last);
    for (int n = 0; n < p->foreseen.count; n++)
      tp_movement_home(p->area, p->foreseen.at[n].first, p->foreseen.at[n].past, &s->after[i], &s->last);
    s->foreseen += tp_staying_bytes(&s->last) - border;
    tp_staying_check(&s->before[i], &s->first);
    tp_staying_check(&s->after[i], &s->last);
  }
  s->wire = calloc((size_t)(s->first.count + s->last.count) + 1, sizeof *s->wire);
  if (!s->wire)
    tp_exchange_fail("out of memory [memory]");
  put_wire(s->wire, &s->first);
  put_wire(s->wire + s->first.count, &s->last);
  return s;
}

tp_needs_step *tp_moves_find(tp_needs *k, int ranks) {
  tp_needs_step *s = step_of(k, ranks);
  if (s->pages != k->pages)
    find_changes(k, s);
  return s;
}
