/* overlap.c - hulls of what is accessed, compared pairwise. */
#include "region/overlap.h"

#include "exec/statistics.h"
#include "process/process.h"

#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOST_ARRAYS = 64 };

typedef struct hull {
  uintptr_t first, past;
} hull;

static int meet(hull a, hull b) { return a.first < b.past && b.first < a.past; }

static int declared(const tp_array_info *info) {
  return (info->tp_flags & (TP_ARRAY_OBJECT | TP_ARRAY_STATIC)) != 0;
}

static tp_status refuse(const char *what, const char *a, const char *b, const char **why) {
  static _Thread_local char text[160];
  snprintf(text, sizeof text, "%.60s overlaps %s%.60s", a, what, b);
  *why = text;
  return TP_DECLINED;
}

static tp_status check_arrays(const tp_region *r, const hull *h, const char **why) {
  for (int a = 0; a < r->tp_arrays; a++)
    for (int b = 0; b < r->tp_arrays; b++) {
      const tp_array_info *x = &r->tp_array[a], *y = &r->tp_array[b];
      /* Members of one structure share their base, and nothing else. */
      if ((x->tp_flags | y->tp_flags) & TP_ARRAY_ROWS)
        continue;
      if (x->tp_field != y->tp_field && x->tp_flags & TP_ARRAY_WRITTEN &&
          !(declared(x) && declared(y)) && meet(h[a], h[b]))
        return refuse("", x->tp_name, y->tp_name, why);
    }
  return TP_OK;
}

static tp_status check_scalars(const tp_region *r, const void *args, const hull *h, const char **why) {
  for (int s = 0; s < r->tp_scalars; s++) {
    const tp_scalar_info *scalar = &r->tp_scalar[s];
    uintptr_t at = (uintptr_t)*(void *const *)((const char *)args + scalar->tp_field);
    hull cell = {at, at + (uintptr_t)scalar->tp_size};
    for (int a = 0; a < r->tp_arrays; a++)
      if (r->tp_array[a].tp_flags & TP_ARRAY_WRITTEN && !(r->tp_array[a].tp_flags & TP_ARRAY_ROWS) &&
          meet(h[a], cell))
        return refuse("variable ", r->tp_array[a].tp_name, scalar->tp_name, why);
  }
  return TP_OK;
}

tp_status tp_overlap_check(const tp_region *r, const void *args, const char **why) {
  tp_range range[MOST_ARRAYS];
  hull h[MOST_ARRAYS];
  if (r->tp_arrays > MOST_ARRAYS) {
    *why = "more arrays than the runtime handles";
    return TP_DECLINED;
  }
  r->tp_ranges(args, range);
  for (int a = 0; a < r->tp_arrays; a++) {
    uintptr_t base = (uintptr_t)*(void *const *)((const char *)args + r->tp_array[a].tp_field);
    int empty = range[a].tp_past <= range[a].tp_first || r->tp_array[a].tp_flags & TP_ARRAY_ROWS;
    h[a].first = empty ? 0 : base + (uintptr_t)range[a].tp_first;
    h[a].past = empty ? 0 : base + (uintptr_t)range[a].tp_past;
  }
  tp_status status = check_arrays(r, h, why);
  return status == TP_OK ? check_scalars(r, args, h, why) : status;
}

/* --- rows ------------------------------------------------------------------------------------- */

typedef struct segment {
  hull at;
  int rows, written;
} segment;

typedef struct segments {
  segment *list;
  size_t count, room;
  int through[2]; /* a pipe, as soon as it is needed */
  int unreadable; /* a pointer to a row */
} segments;

static int add(segments *p, uintptr_t first, tp_int bytes, int rows, int written) {
  if (bytes <= 0)
    return 1;
  if (p->count == p->room) {
    size_t room = p->room ? 2 * p->room : 256;
    segment *list = realloc(p->list, room * sizeof *list);
    if (!list)
      return 0;
    p->list = list;
    p->room = room;
  }
  p->list[p->count++] = (segment){{first, first + (uintptr_t)bytes}, rows, written};
  return 1;
}

/* How many pointers lead from the base to a row of the array. */
static int level_of(const tp_array_info *info) {
  return info->tp_flags & TP_ARRAY_ROWS_OF_ROWS ? 2 : info->tp_flags & TP_ARRAY_ROWS ? 1 : 0;
}

/* Members of the elements of the same rows are one thing: ranges and flags of the first of them. */
static int first_of_rows(const tp_region *r, tp_range *range, int a, int *written) {
  for (int b = 0; b < r->tp_arrays; b++) {
    if (r->tp_array[b].tp_field != r->tp_array[a].tp_field || level_of(&r->tp_array[b]) != level_of(&r->tp_array[a]))
      continue;
    if (b < a)
      return 0;
    *written |= r->tp_array[b].tp_flags & TP_ARRAY_WRITTEN;
    if (range[b].tp_past <= range[b].tp_first)
      continue;
    int empty = range[a].tp_past <= range[a].tp_first;
    range[a].tp_first = empty ? range[b].tp_first : tp_min(range[a].tp_first, range[b].tp_first);
    range[a].tp_past = empty ? range[b].tp_past : tp_max(range[a].tp_past, range[b].tp_past);
  }
  return 1;
}

/* Copies bytes through a pipe: the kernel reports unreadable memory as an error, where a load would crash.
   1: copied. */
static int read_through(segments *p, char *to, const char *from, size_t bytes) {
  if (p->through[0] < 0 && pipe2(p->through, O_CLOEXEC | O_NONBLOCK) != 0)
    return 0;
  for (size_t done = 0; done < bytes;) {
    size_t left = bytes - done, most = 4096; /* a pipe has room for */
    ssize_t in = write(p->through[1], from + done, left < most ? left : most);
    if (in <= 0 || read(p->through[0], to + done, (size_t)in) != in)
      return 0;
    done += (size_t)in;
  }
  return 1;
}

static int add_rows_from(segments *p, const tp_region *r, const tp_range *range, int a, int written, int level,
                         const char *base);

/* The rows of array a behind each of the pointers in the range of array t, which begins at base. The nest reads
   some of them. What lies between these may be no memory where base was itself read from memory. */
static int add_rows_behind(segments *p, const tp_region *r, const tp_range *range, int a, int written, int t,
                           const char *base) {
  tp_int bytes = range[t].tp_past - range[t].tp_first;
  if (bytes <= 0)
    return 1;
  char **pointers = malloc((size_t)bytes);
  if (!pointers)
    return 0;
  const char *first = (const char *)((uintptr_t)base + (uintptr_t)range[t].tp_first);
  if (level_of(&r->tp_array[t]) == 0)
    memcpy(pointers, first, (size_t)bytes);
  else
    p->unreadable |= !read_through(p, (char *)pointers, first, (size_t)bytes);
  int done = !p->unreadable;
  for (tp_int i = 0; done && i < bytes / (tp_int)sizeof *pointers; i++)
    done = add_rows_from(p, r, range, a, written, level_of(&r->tp_array[t]) + 1, pointers[i]);
  free(pointers);
  return done;
}

/* The same of all arrays of pointers of a level, of which base is the first. */
static int add_rows_from(segments *p, const tp_region *r, const tp_range *range, int a, int written, int level,
                         const char *base) {
  const tp_array_info *info = &r->tp_array[a];
  if (level == level_of(info))
    return add(p, (uintptr_t)base + (uintptr_t)range[a].tp_first, range[a].tp_past - range[a].tp_first, 1, written);
  for (int t = 0; t < r->tp_arrays; t++)
    if (r->tp_array[t].tp_field == info->tp_field && level_of(&r->tp_array[t]) == level &&
        !add_rows_behind(p, r, range, a, written, t, base))
      return 0;
  return 1;
}

static int add_rows(segments *p, const tp_region *r, const void *args, tp_range *range, int a) {
  int written = 0;
  return !first_of_rows(r, range, a, &written) ||
         add_rows_from(p, r, range, a, written, 0, *(char *const *)((const char *)args + r->tp_array[a].tp_field));
}

static int collect(segments *p, const tp_region *r, const void *args, tp_range *range) {
  for (int a = 0; a < r->tp_arrays; a++) {
    const tp_array_info *info = &r->tp_array[a];
    uintptr_t base = (uintptr_t)*(void *const *)((const char *)args + info->tp_field);
    int done = info->tp_flags & TP_ARRAY_ROWS
                   ? add_rows(p, r, args, range, a)
                   : add(p, base + (uintptr_t)range[a].tp_first, range[a].tp_past - range[a].tp_first, 0,
                         info->tp_flags & TP_ARRAY_WRITTEN);
    if (!done)
      return 0;
  }
  for (int s = 0; s < r->tp_scalars; s++) {
    const tp_scalar_info *scalar = &r->tp_scalar[s];
    if (!add(p, (uintptr_t)*(void *const *)((const char *)args + scalar->tp_field), scalar->tp_size,
             0, 0))
      return 0;
  }
  return 1;
}

static int by_address(const void *a, const void *b) {
  const segment *x = a, *y = b;
  return x->at.first < y->at.first ? -1 : x->at.first > y->at.first;
}

/* In order of address a segment meets an earlier one exactly where it begins before that one ends. What
   is not about rows has been looked at elsewhere. */
static int apart(const segments *p) {
  uintptr_t past[2][2] = {{0, 0}, {0, 0}}; /* [rows][written]: the furthest end so far */
  for (size_t i = 0; i < p->count; i++) {
    const segment *x = &p->list[i];
    for (int rows = !x->rows; rows < 2; rows++)
      for (int written = !x->written; written < 2; written++)
        if (x->at.first < past[rows][written])
          return 0;
    uintptr_t *end = &past[x->rows != 0][x->written != 0];
    *end = x->at.past > *end ? x->at.past : *end;
  }
  return 1;
}

static int rows_apart(const tp_region *r, const void *args) {
  tp_range range[MOST_ARRAYS];
  segments p = {NULL, 0, 0, {-1, -1}, 0};
  if (r->tp_arrays > MOST_ARRAYS)
    return 0;
  r->tp_ranges(args, range);
  int done = collect(&p, r, args, range);
  for (int end = 0; end < 2; end++)
    if (p.through[end] >= 0)
      close(p.through[end]);
  if (done)
    qsort(p.list, p.count, sizeof *p.list, by_address);
  int result = done && apart(&p);
  free(p.list);
  tp_region_record *record = result ? NULL : tp_record_of(r);
  if (record)
    tp_record_declined(record, done ? "rows overlap" : p.unreadable ? "rows are not readable" : "out of memory");
  return result;
}

int tp_rows_apart(const tp_region *r, const void *args) {
  tp_context program;
  if (tp_here.confined)
    return 1; /* the region declines for that */
  tp_context_hold(&program);
  int result = rows_apart(r, args);
  tp_context_release(&program, NULL);
  return result;
}
