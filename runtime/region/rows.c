/* rows.c - where the rows behind pointers are, and whether they meet. */
#include "region/rows.h"

#include "plan/plan.h"
#include "region/overlap.h"

#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

enum { BATCH = 64 };

typedef struct addresses {
  char **at;
  size_t count;
} addresses;

typedef struct look {
  const tp_region *region;
  const void *args;
  tp_range range[TP_ARRAYS_COMPARED];
  addresses rows[TP_ARRAYS_COMPARED]; /* of arrays of rows: where each begins */
  int written[TP_ARRAYS_COMPARED];
  int through[2];  /* a pipe, as soon as it is needed */
  const char *why; /* nothing is known, null: all is */
} look;

int tp_rows_any(const tp_region *r) {
  for (int a = 0; a < r->tp_arrays; a++)
    if (r->tp_array[a].tp_flags & TP_ARRAY_ROWS)
      return 1;
  return 0;
}

static char *base_of(const look *l, int a) {
  return *(char *const *)((const char *)l->args + l->region->tp_array[a].tp_field);
}

/* --- reading the pointers --------------------------------------------------------------------- */

static int give_up(look *l, const char *why) {
  l->why = why;
  return 0;
}

/* Copies through a pipe: the kernel reports unreadable memory as an error, where a load would crash. */
static int read_through(look *l, char *to, struct iovec *from, int parts) {
  static const char why[] = "rows are not readable";
  if (l->through[0] < 0 && pipe2(l->through, O_CLOEXEC | O_NONBLOCK) != 0)
    return give_up(l, why);
  while (parts > 0) {
    ssize_t in = writev(l->through[1], from, parts);
    if (in <= 0 || read(l->through[0], to, (size_t)in) != in)
      return give_up(l, why);
    to += in;
    for (; parts > 0 && (size_t)in >= from->iov_len; from++, parts--)
      in -= (ssize_t)from->iov_len;
    if (in > 0) {
      from->iov_base = (char *)from->iov_base + in;
      from->iov_len -= (size_t)in;
    }
  }
  return 1;
}

/* Appends the pointers in the range of array t behind each of the bases. The nest reads some of them. What lies between
   these may be no memory where a base was itself read from memory. */
static int append_tables(look *l, addresses *to, const addresses *bases, int t) {
  tp_int bytes = l->range[t].tp_past - l->range[t].tp_first;
  size_t each = bytes > 0 ? (size_t)bytes / sizeof(char *) : 0, all = each * bases->count;
  if (all == 0)
    return 1;
  char **grown = realloc(to->at, (to->count + all) * sizeof *grown);
  if (!grown)
    return give_up(l, "out of memory");
  to->at = grown;
  for (size_t b = 0; b < bases->count;) {
    struct iovec from[BATCH];
    char **into = to->at + to->count;
    int parts = 0;
    for (; b < bases->count && parts < BATCH; b++, parts++)
      from[parts] = (struct iovec){(char *)((uintptr_t)bases->at[b] + (uintptr_t)l->range[t].tp_first), each * sizeof(char *)};
    to->count += (size_t)parts * each;
    if (tp_row_levels(&l->region->tp_array[t]) == 0)
      memcpy(into, from[0].iov_base, from[0].iov_len);
    else if (!read_through(l, (char *)into, from, parts))
      return 0;
  }
  return 1;
}

/* Where the rows of array a begin. */
static int find_rows(look *l, int a) {
  const tp_array_info *info = &l->region->tp_array[a];
  addresses *rows = &l->rows[a];
  if (!(rows->at = malloc(sizeof *rows->at)))
    return give_up(l, "out of memory");
  rows->at[0] = base_of(l, a);
  rows->count = 1;
  int done = 1;
  for (int level = 0; done && level < tp_row_levels(info); level++) {
    addresses next = {NULL, 0};
    for (int t = 0; done && t < l->region->tp_arrays; t++)
      if (l->region->tp_array[t].tp_field == info->tp_field && tp_row_levels(&l->region->tp_array[t]) == level)
        done = append_tables(l, &next, rows, t);
    free(rows->at);
    *rows = next;
  }
  return done;
}

/* Members of the elements of the same rows are one thing: ranges and flags of the first of them. 0: a is another one. */
static int is_first_of_rows(look *l, int a) {
  const tp_region *r = l->region;
  for (int b = 0; b < r->tp_arrays; b++) {
    if (r->tp_array[b].tp_field != r->tp_array[a].tp_field || tp_row_levels(&r->tp_array[b]) != tp_row_levels(&r->tp_array[a]))
      continue;
    if (b < a)
      return 0;
    l->written[a] |= r->tp_array[b].tp_flags & TP_ARRAY_WRITTEN;
    if (l->range[b].tp_past <= l->range[b].tp_first)
      continue;
    int empty = l->range[a].tp_past <= l->range[a].tp_first;
    l->range[a].tp_first = empty ? l->range[b].tp_first : tp_min(l->range[a].tp_first, l->range[b].tp_first);
    l->range[a].tp_past = empty ? l->range[b].tp_past : tp_max(l->range[a].tp_past, l->range[b].tp_past);
  }
  return 1;
}

/* --- comparing what was found ----------------------------------------------------------------- */

/* Pieces of memory of one size, in order of address. */
typedef struct pieces {
  char *const *at;
  size_t count;
  tp_int first, bytes; /* of each: where it begins behind `at`, and how long it is */
  int rows, written;
} pieces;

static uintptr_t begin(const pieces *p) { return (uintptr_t)*p->at + (uintptr_t)p->first; }

static int by_address(const void *a, const void *b) {
  uintptr_t x = (uintptr_t) * (char *const *)a, y = (uintptr_t) * (char *const *)b;
  return x < y ? -1 : x > y;
}

/* Mostly they are in order. */
static pieces of_array(look *l, int a) {
  addresses *rows = &l->rows[a];
  for (size_t i = 1; i < rows->count; i++)
    if ((uintptr_t)rows->at[i] < (uintptr_t)rows->at[i - 1]) {
      qsort(rows->at, rows->count, sizeof *rows->at, by_address);
      break;
    }
  return (pieces){rows->at, rows->count, l->range[a].tp_first, l->range[a].tp_past - l->range[a].tp_first,
                  (l->region->tp_array[a].tp_flags & TP_ARRAY_ROWS) != 0, l->written[a] != 0};
}

static pieces of_scalar(const look *l, int s) {
  const tp_scalar_info *scalar = &l->region->tp_scalar[s];
  return (pieces){(char *const *)((const char *)l->args + scalar->tp_field), 1, 0, scalar->tp_size, 0, 0};
}

/* In order of address a piece meets an earlier one exactly where it begins before that one ends. What is not about rows is
   looked at elsewhere (overlap.h). */
static int are_apart(pieces *of, int count) {
  uintptr_t past[2][2] = {{0, 0}, {0, 0}}; /* [rows][written]: the furthest end so far */
  for (;;) {
    pieces *least = NULL;
    uintptr_t next = UINTPTR_MAX; /* where the others begin */
    for (pieces *p = of; p < of + count; p++) {
      if (p->count == 0)
        continue;
      int is_least = !least || begin(p) < begin(least);
      const pieces *other = is_least ? least : p;
      next = other && begin(other) < next ? begin(other) : next;
      least = is_least ? p : least;
    }
    if (!least)
      return 1;
    uintptr_t *end = &past[least->rows][least->written];
    do {
      for (int rows = !least->rows; rows < 2; rows++)
        for (int written = !least->written; written < 2; written++)
          if (begin(least) < past[rows][written])
            return 0;
      uintptr_t its = begin(least) + (uintptr_t)least->bytes;
      *end = its > *end ? its : *end;
      least->at++;
    } while (--least->count > 0 && begin(least) <= next);
  }
}

static const char *compare(look *l) {
  int count = 0;
  pieces *of = malloc((size_t)(l->region->tp_arrays + l->region->tp_scalars + 1) * sizeof *of);
  if (!of)
    return "out of memory";
  for (int a = 0; a < l->region->tp_arrays; a++)
    if (l->rows[a].count > 0)
      of[count++] = of_array(l, a);
  for (int s = 0; s < l->region->tp_scalars; s++)
    of[count++] = of_scalar(l, s);
  int apart = are_apart(of, count);
  free(of);
  return apart ? NULL : "rows overlap";
}

tp_status tp_rows_check(const tp_region *r, const void *args, const char **why) {
  look l = {.region = r, .args = args, .through = {-1, -1}};
  if (r->tp_arrays > TP_ARRAYS_COMPARED) {
    *why = "more arrays than the runtime handles";
    return TP_DECLINED;
  }
  r->tp_ranges(args, l.range);
  for (int a = 0; a < r->tp_arrays; a++)
    l.written[a] = r->tp_array[a].tp_flags & TP_ARRAY_WRITTEN;
  for (int a = 0; !l.why && a < r->tp_arrays; a++)
    if ((tp_row_levels(&r->tp_array[a]) == 0 || is_first_of_rows(&l, a)) && l.range[a].tp_past > l.range[a].tp_first)
      find_rows(&l, a);
  *why = l.why ? l.why : compare(&l);
  for (int a = 0; a < r->tp_arrays; a++)
    free(l.rows[a].at);
  for (int end = 0; end < 2; end++)
    if (l.through[end] >= 0)
      close(l.through[end]);
  return *why ? TP_DECLINED : TP_OK;
}
