/* rows.c - where the rows behind pointers are, and whether they meet. */
#include "region/rows.h"

#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

enum { MOST_ARRAYS = 64, BATCH = 64 };

/* Consecutive bytes, or the hull of several such. */
typedef struct piece {
  uintptr_t first, past;
  int rows, written;
} piece;

typedef struct addresses {
  char **at;
  size_t count;
} addresses;

typedef struct look {
  const tp_region *region;
  const void *args;
  tp_range range[MOST_ARRAYS];
  addresses rows[MOST_ARRAYS]; /* of arrays of rows: where each begins */
  int written[MOST_ARRAYS];
  int through[2];  /* a pipe, as soon as it is needed */
  const char *why; /* nothing is known, null: all is */
} look;

/* How many pointers lead from the base to a row of the array. */
static int level_of(const tp_array_info *info) {
  return info->tp_flags & TP_ARRAY_ROWS_OF_ROWS ? 2 : info->tp_flags & TP_ARRAY_ROWS ? 1 : 0;
}

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
    if (level_of(&l->region->tp_array[t]) == 0)
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
  for (int level = 0; done && level < level_of(info); level++) {
    addresses next = {NULL, 0};
    for (int t = 0; done && t < l->region->tp_arrays; t++)
      if (l->region->tp_array[t].tp_field == info->tp_field && level_of(&l->region->tp_array[t]) == level)
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
    if (r->tp_array[b].tp_field != r->tp_array[a].tp_field || level_of(&r->tp_array[b]) != level_of(&r->tp_array[a]))
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

static piece at(const look *l, int a, const char *base) {
  uintptr_t first = (uintptr_t)base + (uintptr_t)l->range[a].tp_first;
  int rows = (l->region->tp_array[a].tp_flags & TP_ARRAY_ROWS) != 0;
  return (piece){first, first + (uintptr_t)(l->range[a].tp_past - l->range[a].tp_first), rows, l->written[a] != 0};
}

static piece of_scalar(const look *l, int s) {
  const tp_scalar_info *scalar = &l->region->tp_scalar[s];
  uintptr_t first = *(const uintptr_t *)((const char *)l->args + scalar->tp_field);
  return (piece){first, first + (uintptr_t)scalar->tp_size, 0, 0};
}

/* What is not about rows is looked at elsewhere (overlap.h). */
static int conflict(const piece *x, const piece *y) {
  return (x->rows || y->rows) && (x->written || y->written) && x->first < y->past && y->first < x->past;
}

/* Calls are many and rows mostly in order, those of one array behind those of another. 0: that is not so. */
static int in_order(const look *l, piece *hulls) {
  int count = 0;
  for (int a = 0; a < l->region->tp_arrays; a++) {
    const addresses *rows = &l->rows[a];
    if (rows->count == 0)
      continue;
    piece hull = at(l, a, rows->at[0]);
    for (size_t i = 1; i < rows->count; i++) {
      piece row = at(l, a, rows->at[i]);
      if (row.first < hull.past && (row.written || row.first < hull.first))
        return 0;
      hull.past = row.past > hull.past ? row.past : hull.past;
    }
    hulls[count++] = hull;
  }
  for (int s = 0; s < l->region->tp_scalars; s++)
    hulls[count++] = of_scalar(l, s);
  for (int x = 0; x < count; x++)
    for (int y = 0; y < x; y++)
      if (conflict(&hulls[x], &hulls[y]))
        return 0;
  return 1;
}

static int by_address(const void *a, const void *b) {
  const piece *x = a, *y = b;
  return x->first < y->first ? -1 : x->first > y->first;
}

/* In order of address a piece meets an earlier one exactly where it begins before that one ends. */
static int are_apart(piece *list, size_t count) {
  uintptr_t past[2][2] = {{0, 0}, {0, 0}}; /* [rows][written]: the furthest end so far */
  qsort(list, count, sizeof *list, by_address);
  for (size_t i = 0; i < count; i++) {
    const piece *x = &list[i];
    for (int rows = !x->rows; rows < 2; rows++)
      for (int written = !x->written; written < 2; written++)
        if (x->first < past[rows][written])
          return 0;
    uintptr_t *end = &past[x->rows][x->written];
    *end = x->past > *end ? x->past : *end;
  }
  return 1;
}

static const char *compare(const look *l) {
  size_t count = 0, room = (size_t)l->region->tp_scalars;
  for (int a = 0; a < l->region->tp_arrays; a++)
    room += l->rows[a].count;
  piece *list = malloc((room ? room : 1) * sizeof *list);
  if (!list)
    return "out of memory";
  int apart = in_order(l, list);
  if (!apart) {
    for (int a = 0; a < l->region->tp_arrays; a++)
      for (size_t i = 0; i < l->rows[a].count; i++)
        list[count++] = at(l, a, l->rows[a].at[i]);
    for (int s = 0; s < l->region->tp_scalars; s++)
      list[count++] = of_scalar(l, s);
    apart = are_apart(list, count);
  }
  free(list);
  return apart ? NULL : "rows overlap";
}

tp_status tp_rows_check(const tp_region *r, const void *args, const char **why) {
  look l = {.region = r, .args = args, .through = {-1, -1}};
  if (r->tp_arrays > MOST_ARRAYS) {
    *why = "more arrays than the runtime handles";
    return TP_DECLINED;
  }
  r->tp_ranges(args, l.range);
  for (int a = 0; a < r->tp_arrays; a++)
    l.written[a] = r->tp_array[a].tp_flags & TP_ARRAY_WRITTEN;
  for (int a = 0; !l.why && a < r->tp_arrays; a++)
    if ((level_of(&r->tp_array[a]) == 0 || is_first_of_rows(&l, a)) && l.range[a].tp_past > l.range[a].tp_first)
      find_rows(&l, a);
  *why = l.why ? l.why : compare(&l);
  for (int a = 0; a < r->tp_arrays; a++)
    free(l.rows[a].at);
  for (int end = 0; end < 2; end++)
    if (l.through[end] >= 0)
      close(l.through[end]);
  return *why ? TP_DECLINED : TP_OK;
}
