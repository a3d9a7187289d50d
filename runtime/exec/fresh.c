/* fresh.c - which arrays a run is the first to write, and making their memory present. */
#include "exec/fresh.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

/* Less costs less than it takes to start threads a few times. */
#define LEAST_BYTES ((tp_int)1 << 22)
/* Pages that are looked at, and how many of them are absent where memory is taken to be. */
enum { SAMPLES = 16, ABSENT = 12 };
/* Memory beyond what the run writes would be the program's loss. */
#define DENSE 1.1

#ifndef MADV_POPULATE_WRITE
#define MADV_POPULATE_WRITE 23 /* Linux 5.14; others answer that they do not know it */
#endif

/* The nest writes what it accesses: each point an element of its own, or a box, in some points. */
static int is_written(const tp_region *r, int a) {
  const int flags = r->tp_array[a].tp_flags;
  if (!(flags & TP_ARRAY_WRITTEN) || flags & (TP_ARRAY_ROWS | TP_ARRAY_ROWS_OF_ROWS))
    return 0;
  return flags & TP_ARRAY_FILLED || (!(flags & TP_ARRAY_MAYBE_WRITTEN) && r->tp_array[a].tp_rank == r->tp_dims);
}

/* Bytes of the pages of a box of elements, as far as they lie in its range. The box follows from the strides: from its
   first element to its last one are so many of the longest stride, and so many of each shorter one. */
static double bytes_of_pages(const tp_array_info *array, const tp_range *range, tp_int page) {
  tp_int left = range->tp_past - range->tp_first - array->tp_element;
  double bytes = (double)array->tp_element;
  for (int d = 0; d < array->tp_rank; d++) {
    const tp_int stride = range->tp_stride[d], steps = stride > 0 ? left / stride : 0;
    left -= steps * stride;
    bytes *= (double)(steps + 1);
    if (steps > 0 && stride - (left + array->tp_element) < page) /* no page lies between two of them */
      bytes *= (double)stride / (double)(left + array->tp_element);
  }
  return bytes;
}

/* At most, of its range: points write so many elements, and those of a box lie on so many pages. */
static double written_bytes(const tp_region *r, const tp_range *range, int a, tp_int points, tp_int page) {
  const double bytes = (double)points * (double)r->tp_array[a].tp_element;
  return r->tp_array[a].tp_flags & TP_ARRAY_FILLED ? fmin(bytes, bytes_of_pages(&r->tp_array[a], range, page)) : bytes;
}

static int is_absent(char *first, tp_int bytes, tp_int page) {
  int absent = 0;
  for (int i = 0; i < SAMPLES; i++) {
    unsigned char present = 1;
    char *at = first + bytes / page * i / SAMPLES * page;
    absent += mincore(at, (size_t)page, &present) == 0 && !(present & 1);
  }
  return absent >= ABSENT;
}

void tp_fresh_find(tp_fresh *f, const tp_region *r, const void *args, tp_int points) {
  int wanted = 0;
  f->count = 0;
  for (int a = 0; a < r->tp_arrays; a++)
    wanted |= is_written(r, a) && points > LEAST_BYTES / 2 / r->tp_array[a].tp_element;
  tp_range *range = wanted ? malloc((size_t)r->tp_arrays * sizeof *range) : NULL;
  if (!range)
    return;
  const tp_int page = sysconf(_SC_PAGESIZE);
  r->tp_ranges(args, range);
  for (int a = 0; a < r->tp_arrays && f->count < TP_FRESH_MOST; a++) {
    tp_int bytes = range[a].tp_past - range[a].tp_first;
    if (!is_written(r, a) || bytes < LEAST_BYTES || (double)bytes > DENSE * written_bytes(r, &range[a], a, points, page))
      continue;
    uintptr_t base = (uintptr_t)*(void *const *)((const char *)args + r->tp_array[a].tp_field);
    uintptr_t first = base + (uintptr_t)range[a].tp_first, past = base + (uintptr_t)range[a].tp_past;
    first = (first + (uintptr_t)page - 1) / (uintptr_t)page * (uintptr_t)page;
    bytes = (tp_int)((past - first) / (uintptr_t)page) * page;
    if (!is_absent((char *)first, bytes, page))
      continue;
    f->piece[f->count].first = (char *)first;
    f->piece[f->count++].bytes = bytes;
  }
  free(range);
}

void tp_fresh_populate(const tp_fresh *f, int thread, int threads) {
  const tp_int page = f->count > 0 ? sysconf(_SC_PAGESIZE) : 1;
  for (int i = 0; i < f->count; i++) {
    tp_int pages = f->piece[i].bytes / page;
    tp_int first = pages * thread / threads, past = pages * (thread + 1) / threads;
    if (past > first)
      (void)madvise(f->piece[i].first + first * page, (size_t)((past - first) * page), MADV_POPULATE_WRITE);
  }
}
