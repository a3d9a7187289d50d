/* lanes.c - what lanes take that they have not written: elements of memory in the order of lines, and square roots. */
#include "exec/block_lines.h"

#include <errno.h>
#include <math.h>
#include <string.h>

/* Bytes that the processor is asked for ahead in a row. */
enum { AHEAD = 256 };

#if defined(__x86_64__)
__attribute__((target("avx512f"))) static void load_lines_avx512(const block_lines *b, tp_int size) { move_lines(b, 64, size, 0, AHEAD); }
__attribute__((target("avx2"))) static void load_lines_avx2(const block_lines *b, tp_int size) { move_lines(b, 32, size, 0, AHEAD); }
#endif

static void load_lines(const block_lines *b, tp_int size) {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx512f")) {
    load_lines_avx512(b, size);
    return;
  }
  if (__builtin_cpu_supports("avx2")) {
    load_lines_avx2(b, size);
    return;
  }
#endif
  move_lines(b, 32, size, 0, AHEAD);
}

void tp_to_ring(const void *rows, tp_int stride, tp_int size, void *cells, tp_int line, tp_int count, tp_int first0,
                tp_int first1, tp_int last1, tp_int first, tp_int last) {
  char *place[TP_LANE_ROWS];
  block_lines b = {TP_LANE_ROWS, count, last1 - first1 + 1, first, last, {0}, place};
  for (tp_int k = 0; k <= last - first; k++)
    b.cells[k] = (char *)cells + k * line;
  for (tp_int lane = first_lane(&b); lane < b.lanes; lane++) {
    if (first_line(&b, lane) > last || last_line(&b, lane) < first)
      continue; /* nothing is read of a row that has no point here, its address neither */
    const tp_int row = first_line(&b, lane); /* of the block; so many columns in front of its first is the lane on line 0 */
    place[lane] = row_of(rows, stride, first0 + row) + (first1 - row) * size;
  }
  load_lines(&b, size);
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

void tp_roots_alone(void *to, const void *from, tp_int size, tp_int first, tp_int last) { take_roots(to, from, size, first, last); }

void tp_roots(void *to, const void *from, tp_int size, tp_int first, tp_int last) {
  if (take_roots(to, from, size, first, last))
    errno = EDOM;
}
