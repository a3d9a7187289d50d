/* spans.c - see spans.h. */
#include "residency/spans.h"

#include "util/own_memory.h"

#include <stdlib.h>
#include <string.h>

static void *resize(const tp_spans *s, size_t bytes) {
  return s->apart ? tp_own_grow(s->at, (size_t)s->room * sizeof *s->at, bytes) : realloc(s->at, bytes);
}

void tp_spans_add(tp_spans *s, uintptr_t first, uintptr_t past) {
  if (s->failed || past <= first)
    return;
  if (s->count && s->at[s->count - 1].past == first) {
    s->at[s->count - 1].past = past;
    return;
  }
  if (s->count == s->room) {
    int room = s->room ? 2 * s->room : 16;
    tp_span *at = room <= TP_SPANS_MOST ? resize(s, (size_t)room * sizeof *at) : NULL;
    if (!at) {
      s->failed = 1;
      return;
    }
    s->at = at;
    s->room = room;
  }
  s->at[s->count++] = (tp_span){first, past};
}

static int by_first(const void *x, const void *y) {
  const tp_span *a = x, *b = y;
  return a->first < b->first ? -1 : a->first > b->first;
}

void tp_spans_close(tp_spans *s, uintptr_t gap) {
  int kept = 0, sorted = 1;
  for (int i = 1; i < s->count; i++)
    sorted &= s->at[i - 1].first <= s->at[i].first;
  if (!sorted)
    qsort(s->at, (size_t)s->count, sizeof *s->at, by_first);
  for (int i = 0; i < s->count; i++)
    if (kept && s->at[i].first < s->at[kept - 1].past + gap) {
      if (s->at[i].past > s->at[kept - 1].past)
        s->at[kept - 1].past = s->at[i].past;
    } else {
      s->at[kept++] = s->at[i];
    }
  s->count = kept;
}

void tp_spans_free(tp_spans *s) {
  if (s->apart)
    tp_own_free(s->at, (size_t)s->room * sizeof *s->at);
  else
    free(s->at);
  *s = (tp_spans){.apart = s->apart};
}

void tp_spans_meet(const tp_spans *a, const tp_spans *b, tp_spans *out) {
  for (int i = 0, j = 0; i < a->count && j < b->count;) {
    tp_span x = a->at[i], y = b->at[j];
    tp_spans_add(out, x.first > y.first ? x.first : y.first, x.past < y.past ? x.past : y.past);
    if (x.past < y.past)
      i++;
    else
      j++;
  }
}

/* 1: a set other than `mine` has a byte of the gap. next[i]: the first span of set i that may. */
static int is_reached(const tp_spans *set, int *next, int count, int mine, tp_span gap) {
  for (int i = 0; i < count; i++) {
    if (i == mine)
      continue;
    while (next[i] < set[i].count && set[i].at[next[i]].past <= gap.first)
      next[i]++;
    if (next[i] < set[i].count && set[i].at[next[i]].first < gap.past)
      return 1;
  }
  return 0;
}

static void fill_one(tp_spans *set, tp_spans *filler, int *next, int count, int mine, uintptr_t gap) {
  tp_spans *s = &set[mine];
  int kept = 0;
  memset(next, 0, (size_t)count * sizeof *next);
  for (int i = 0; i < s->count; i++) {
    tp_span between = {kept ? s->at[kept - 1].past : 0, s->at[i].first};
    if (kept && between.past - between.first < gap && !is_reached(set, next, count, mine, between)) {
      tp_spans_add(&filler[mine], between.first, between.past);
      s->at[kept - 1].past = s->at[i].past;
    } else {
      s->at[kept++] = s->at[i];
    }
  }
  s->count = kept;
}

void tp_spans_fill(tp_spans *set, tp_spans *filler, int count, uintptr_t gap) {
  int *next = malloc((size_t)count * sizeof *next);
  for (int i = 0; i < count; i++)
    if (next)
      fill_one(set, filler, next, count, i, gap);
    else
      set[i].failed = 1;
  free(next);
}
