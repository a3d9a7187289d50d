/* opening.c - see opening.h. */
#include "residency/opening.h"

#include "residency/movement.h"

#include <stdlib.h>
#include <string.h>

tp_access tp_access_of(const tp_directory *d, uintptr_t page, uintptr_t page_size) {
  tp_access access = TP_ACCESS_WRITE;
  for (int i = tp_directory_find(d, page); i < d->count && d->at[i].first < page + page_size; i++)
    if (!tp_segment_home(&d->at[i]))
      return TP_ACCESS_NONE;
    else if (!tp_segment_only_home(&d->at[i]))
      access = TP_ACCESS_READ;
  return access;
}

int tp_page_is_away(const tp_directory *d, uintptr_t page, uintptr_t page_size) {
  for (int i = tp_directory_find(d, page); i < d->count && d->at[i].first < page + page_size; i++)
    if (tp_segment_home(&d->at[i]))
      return 0;
  return 1;
}

void tp_changes_free(tp_changes *c) {
  free(c->at);
  memset(c, 0, sizeof *c);
}

static void add(tp_changes *c, tp_change change) {
  tp_change *last = c->count ? &c->at[c->count - 1] : NULL;
  if (c->failed)
    return;
  if (last && last->past == change.first && last->access == change.access &&
      last->given == change.given) {
    last->past = change.past;
    return;
  }
  if (c->count == c->room) {
    int room = c->room ? 2 * c->room : 8;
    tp_change *at = realloc(c->at, (size_t)room * sizeof *at);
    if (!at) {
      c->failed = 1;
      return;
    }
    c->at = at;
    c->room = room;
  }
  c->at[c->count++] = change;
}

/* The first page from `page` on, after it, in which something ends that was the same up to there. */
static uintptr_t next_of(const tp_directory *d, uintptr_t page, uintptr_t size) {
  uintptr_t end = tp_directory_end(d, tp_directory_find(d, page)) / size * size;
  return end > page ? end : page + size;
}

static uintptr_t least(uintptr_t a, uintptr_t b) { return a < b ? a : b; }

void tp_changes_for(const tp_directory *before, const tp_directory *after, const tp_spans *touched, uintptr_t page,
                    tp_changes *open, tp_changes *close) {
  uintptr_t at = before->first, past = before->past;
  int i = 0;
  tp_pages_inside(&at, &past, page);
  while (at < past) {
    while (i < touched->count && (touched->at[i].past + page - 1) / page * page <= at)
      i++;
    uintptr_t first = i < touched->count ? touched->at[i].first / page * page : past;
    uintptr_t end = i < touched->count ? (touched->at[i].past + page - 1) / page * page : past;
    int opens = first <= at;
    uintptr_t next = least(least(next_of(before, at, page), next_of(after, at, page)), opens ? end : first);
    next = least(next, past);
    tp_access was = tp_access_of(before, at, page), is = tp_access_of(after, at, page);
    if (opens && was != TP_ACCESS_WRITE)
      add(open, (tp_change){at, next, TP_ACCESS_WRITE, 0});
    if (is != (opens ? TP_ACCESS_WRITE : was))
      add(close, (tp_change){at, next, is, tp_page_is_away(after, at, page) && !tp_page_is_away(before, at, page)});
    at = next;
  }
}
