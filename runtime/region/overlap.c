/* overlap.c - hulls of what is accessed, compared pairwise. */
#include "region/overlap.h"

#include <stdint.h>
#include <stdio.h>

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
  tp_range range[TP_ARRAYS_COMPARED];
  hull h[TP_ARRAYS_COMPARED];
  if (r->tp_arrays > TP_ARRAYS_COMPARED) {
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
