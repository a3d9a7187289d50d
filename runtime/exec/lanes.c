/* lanes.c - what lanes take that they have not written: elements of memory in the order of lines, and square roots.
 *
 * A line has one element of each row, so lanes would gather them one by one. Squares of elements are turned in registers
 * instead, as those are that go to memory (ring.c). */
#include "exec/squares.h"
#include "tilepipe/runtime.h"

#include <errno.h>
#include <math.h>
#include <string.h>

/* Bytes that the processor is asked for ahead in a row. */
enum { AHEAD = 256 };

typedef struct {
  lane_block block;
  const char *element; /* the block's first one */
  tp_int stride, first; /* first: line */
  char *cells;          /* of the first line */
  tp_int line;
} source;

/* The element on line w of row s of a lane. */
INLINE const char *element_of(const source *g, int size, tp_int s, tp_int lane, tp_int w) {
  const tp_int before = first_line(&g->block, lane);
  return g->element + (before * g->block.height + s) * g->stride + (w - before) * size;
}

INLINE char *cell_of(const source *g, int size, tp_int s, tp_int lane, tp_int w) {
  return g->cells + (w - g->first) * g->line + (s * g->block.lanes + lane) * size;
}

/* The points of a row from line w to line last, one by one. */
INLINE void load_row(const source *g, int size, tp_int s, tp_int lane, tp_int w, tp_int last) {
  w = tp_max(w, first_line(&g->block, lane));
  last = tp_min(last, last_line(&g->block, lane));
  for (; w <= last; w++)
    memcpy(cell_of(g, size, s, lane, w), element_of(g, size, s, lane, w), (size_t)size);
}

#if HAS_VECTORS
INLINE void load_square(const source *g, int size, tp_int s, tp_int lane, tp_int w) {
  eight of_four[8];
  four of_eight[4];
  UNROLL
  for (int k = 0; k < side_of(size); k++) {
    const char *from = element_of(g, size, s, lane + k, w);
    if (size == 4)
      of_four[k] = *(const eight_anywhere *)(const void *)from;
    else
      of_eight[k] = *(const four_anywhere *)(const void *)from;
    __builtin_prefetch(from + AHEAD);
  }
  if (size == 4)
    turn_eight(of_four);
  else
    turn_four(of_eight);
  UNROLL
  for (int k = 0; k < side_of(size); k++) {
    char *to = cell_of(g, size, s, lane, w + k);
    if (size == 4)
      *(eight_anywhere *)(void *)to = of_four[k];
    else
      *(four_anywhere *)(void *)to = of_eight[k];
  }
}

/* Row s of the lanes from `lane` on: the lines from w on as far as they make squares in which these lanes have points. Returns
   the next line. */
INLINE tp_int load_squares(const source *g, int size, tp_int s, tp_int lane, tp_int w, tp_int last) {
  for (; is_square(&g->block, side_of(size), lane, w, last); w += side_of(size))
    load_square(g, size, s, lane, w);
  return w;
}
#else
INLINE tp_int load_squares(const source *g, int size, tp_int s, tp_int lane, tp_int w, tp_int last) {
  (void)g, (void)size, (void)s, (void)lane, (void)last;
  return w;
}
#endif

/* All rows, where size is a constant. Where the first lanes of a square have no row s, it begins behind them. */
INLINE void load_lines_of(const source *g, int size, tp_int last) {
  for (tp_int lane = 0; lane < g->block.lanes; lane += side_of(size))
    for (tp_int s = 0; s < g->block.height; s++) {
      const tp_int first = first_lane(&g->block, s), begin = tp_max(lane, first), past = tp_min(begin + side_of(size), g->block.lanes);
      if (lane + side_of(size) <= first)
        continue;
      const tp_int w = past < begin + side_of(size) ? g->first : load_squares(g, size, s, begin, g->first, last);
      for (tp_int k = begin; w <= last && k < past; k++)
        load_row(g, size, s, k, w, last);
    }
}

INLINE void load_lines(const source *g, tp_int size, tp_int last) {
  if (size == 4)
    load_lines_of(g, 4, last);
  else
    load_lines_of(g, 8, last);
}

#if defined(__x86_64__)
__attribute__((target("avx2"))) static void load_lines_avx2(const source *g, tp_int size, tp_int last) { load_lines(g, size, last); }
#endif

void tp_to_ring(const void *rows, tp_int stride, tp_int size, void *cells, tp_int line, tp_int height, tp_int count,
                tp_int first0, tp_int first1, tp_int last1, tp_int first, tp_int last) {
  const source g = {{height, TP_BYTES_OF_LANES / size, count, last1 - first1 + 1}, (const char *)rows + first0 * stride + first1 * size, stride,
                    first, cells, line};
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx2")) {
    load_lines_avx2(&g, size, last);
    return;
  }
#endif
  load_lines(&g, size, last);
}

/* Compilers make vectors of these loops: this file is compiled without errno of roots. Which numbers are negative their bits say:
   a comparison would raise an exception for a NaN, whatever <math.h> promises, where compilers make a vector of it. */
INLINE int roots_of_floats(float *restrict to, const float *restrict from, tp_int count) {
  unsigned negative = 0;
  for (tp_int k = 0; k < count; k++) {
    unsigned bits;
    memcpy(&bits, from + k, sizeof bits);
    negative |= bits - 0x80000001u < 0x7f800000u; /* -0 is none, nor is what lies behind the infinity */
    to[k] = sqrtf(from[k]);
  }
  return negative != 0;
}

INLINE int roots_of_doubles(double *restrict to, const double *restrict from, tp_int count) {
  unsigned long long negative = 0;
  for (tp_int k = 0; k < count; k++) {
    unsigned long long bits;
    memcpy(&bits, from + k, sizeof bits);
    negative |= bits - 0x8000000000000001u < 0x7ff0000000000000u;
    to[k] = sqrt(from[k]);
  }
  return negative != 0;
}

INLINE int roots(void *to, const void *from, tp_int size, tp_int count) {
  return size == 4 ? roots_of_floats(to, from, count) : roots_of_doubles(to, from, count);
}

#if defined(__x86_64__)
__attribute__((target("avx512f,prefer-vector-width=512"))) static int roots_avx512(void *to, const void *from, tp_int size, tp_int count) {
  return roots(to, from, size, count);
}
__attribute__((target("avx2"))) static int roots_avx2(void *to, const void *from, tp_int size, tp_int count) {
  return roots(to, from, size, count);
}
#endif

/* The numbers from `first` to `last`. Answers whether one of them was negative. */
static int take_roots(void *to, const void *from, tp_int size, tp_int first, tp_int last) {
  char *of_first = (char *)to + first * size;
  const char *number = (const char *)from + first * size;
  const tp_int count = last - first + 1;
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx512f"))
    return roots_avx512(of_first, number, size, count);
  if (__builtin_cpu_supports("avx2"))
    return roots_avx2(of_first, number, size, count);
#endif
  return roots(of_first, number, size, count);
}

#ifndef __NO_MATH_ERRNO__
#error "this file is compiled with -fno-math-errno: the declaration below has the other name"
#endif
/* tp_roots, for programs with -fno-math-errno and without. */
void tp_roots(void *to, const void *from, tp_int size, tp_int first, tp_int last) { take_roots(to, from, size, first, last); }

__attribute__((__visibility__("default"))) void tp_roots_and_errno(void *to, const void *from, tp_int size, tp_int first,
                                                                   tp_int last) TP_LINKED(tp_roots);
void tp_roots_and_errno(void *to, const void *from, tp_int size, tp_int first, tp_int last) {
  if (take_roots(to, from, size, first, last))
    errno = EDOM;
}
