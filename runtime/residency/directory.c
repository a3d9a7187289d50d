/* directory.c - see directory.h. */
#include "residency/directory.h"

#include "util/own_memory.h"

#include <string.h>

static int has_room(tp_directory *d, int count) {
  if (d->failed || count <= d->room)
    return !d->failed;
  int room = 2 * count + 8;
  tp_segment *at = tp_own_grow(d->at, (size_t)d->room * sizeof *at, (size_t)room * sizeof *at);
  if (!at) {
    d->failed = 1;
    return 0;
  }
  d->at = at;
  d->room = room;
  return 1;
}

void tp_directory_begin(tp_directory *d, uintptr_t first, uintptr_t past) {
  memset(d, 0, sizeof *d);
  d->first = first;
  d->past = past;
  if (has_room(d, 1)) {
    d->at[0] = (tp_segment){first, tp_holders_of(0)};
    d->count = 1;
  }
}

void tp_directory_free(tp_directory *d) {
  tp_own_free(d->at, (size_t)d->room * sizeof *d->at);
  memset(d, 0, sizeof *d);
}

void tp_directory_copy(tp_directory *to, const tp_directory *from) {
  to->first = from->first;
  to->past = from->past;
  to->failed = from->failed;
  to->count = 0;
  if (has_room(to, from->count)) {
    memcpy(to->at, from->at, (size_t)from->count * sizeof *to->at);
    to->count = from->count;
  }
}

int tp_directory_equal(const tp_directory *a, const tp_directory *b) {
  if (a->failed || b->failed || a->first != b->first || a->past != b->past || a->count != b->count)
    return 0;
  for (int i = 0; i < a->count; i++)
    if (a->at[i].first != b->at[i].first || !tp_holders_equal(&a->at[i].holders, &b->at[i].holders))
      return 0;
  return 1;
}

int tp_directory_find(const tp_directory *d, uintptr_t at) {
  int low = 0, high = d->count;
  while (high - low > 1) {
    int middle = (low + high) / 2;
    if (d->at[middle].first <= at)
      low = middle;
    else
      high = middle;
  }
  return low;
}

/* A segment begins there afterwards; answers its index. */
static int split(tp_directory *d, uintptr_t at) {
  if (at >= d->past)
    return d->count;
  int i = tp_directory_find(d, at);
  if (d->at[i].first == at || !has_room(d, d->count + 1))
    return i;
  memmove(&d->at[i + 2], &d->at[i + 1], (size_t)(d->count - i - 1) * sizeof *d->at);
  d->at[i + 1] = (tp_segment){at, d->at[i].holders};
  d->count++;
  return i + 1;
}

/* Joins equal neighbours among the segments from - 1 .. to. */
static void join(tp_directory *d, int from, int to) {
  int kept = from > 1 ? from - 1 : 0;
  int end = to + 1 < d->count ? to + 1 : d->count;
  for (int i = kept + 1; i < end; i++)
    if (!tp_holders_equal(&d->at[i].holders, &d->at[kept].holders))
      d->at[++kept] = d->at[i];
  if (kept + 1 < end) {
    memmove(&d->at[kept + 1], &d->at[end], (size_t)(d->count - end) * sizeof *d->at);
    d->count -= end - kept - 1;
  }
}

/* Segments that begin and end with [first, past), as far as that lies in the area: *from up to *to. 0: there are none. */
static int cut_out(tp_directory *d, uintptr_t first, uintptr_t past, int *from, int *to) {
  first = first > d->first ? first : d->first;
  past = past < d->past ? past : d->past;
  if (d->failed || first >= past)
    return 0;
  *from = split(d, first);
  *to = split(d, past);
  return !d->failed;
}

void tp_directory_set(tp_directory *d, uintptr_t first, uintptr_t past, int rank) {
  int from, to;
  if (!cut_out(d, first, past, &from, &to))
    return;
  for (int i = from; i < to; i++)
    d->at[i].holders = tp_holders_of(rank);
  join(d, from, to);
}

void tp_directory_add(tp_directory *d, uintptr_t first, uintptr_t past, int rank) {
  int from, to;
  if (!cut_out(d, first, past, &from, &to))
    return;
  for (int i = from; i < to; i++)
    tp_holders_add(&d->at[i].holders, rank);
  join(d, from, to);
}

void tp_directory_remove(tp_directory *d, uintptr_t first, uintptr_t past, int rank) {
  int from, to;
  if (!cut_out(d, first, past, &from, &to))
    return;
  for (int i = from; i < to; i++)
    tp_holders_remove(&d->at[i].holders, rank);
  join(d, from, to);
}

void tp_directory_grow(tp_directory *d, uintptr_t first, uintptr_t past) {
  if (!has_room(d, d->count + 2))
    return;
  if (first < d->first && !tp_segment_only_home(&d->at[0])) {
    memmove(&d->at[1], &d->at[0], (size_t)d->count * sizeof *d->at);
    d->at[0].holders = tp_holders_of(0);
    d->count++;
  }
  if (past > d->past && !tp_segment_only_home(&d->at[d->count - 1]))
    d->at[d->count++] = (tp_segment){d->past, tp_holders_of(0)};
  d->at[0].first = first;
  d->first = first;
  d->past = past;
}

void tp_directory_alone(const tp_directory *d, long long *bytes) {
  for (int i = 0; i < d->count; i++) {
    int rank = tp_holders_alone(&d->at[i].holders);
    if (rank > 0)
      bytes[rank] += (long long)(tp_directory_end(d, i) - d->at[i].first);
  }
}

size_t tp_directory_away(const tp_directory *d) {
  size_t bytes = 0;
  for (int i = 0; i < d->count; i++)
    if (!tp_segment_home(&d->at[i]))
      bytes += tp_directory_end(d, i) - d->at[i].first;
  return bytes;
}
