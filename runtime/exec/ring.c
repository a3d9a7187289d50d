/* ring.c - what points along lines have left in a ring of cells, into the rows of an array.
 *
 * Points of a line lie beside each other in the cells. The next point of a row lies in the same cell of the next line. So a
 * square of cells, turned in registers, is a piece of some rows: one store of a vector for each, where single elements
 * would take one for each point. */
#include "tilepipe/runtime.h"

#include <string.h>

#if defined(__has_builtin)
#if __has_builtin(__builtin_shufflevector)
#define HAS_VECTORS 1
#endif
#endif
#ifndef HAS_VECTORS
#define HAS_VECTORS 0
#endif

/* Bytes of an element; rows and lines of a square; elements by which a row's are asked for ahead: the stores to one row are
   too far apart for the processor to foresee them. */
enum { SIZE = 4, SIDE = 8, AHEAD = 32 };

typedef struct {
  char *rows; /* element [0][0] */
  const char *cells;
  tp_int stride, line, ring, origin0, origin1, first1, last1;
  tp_int first, place; /* the first line that is asked for, and its place in the ring */
} ring;

/* The cell of row i on line w, from the first line on and less than a ring behind it. */
static inline __attribute__((always_inline)) const char *cell_at(const ring *g, tp_int i, tp_int w) {
  tp_int line = g->place + (w - g->first);
  return g->cells + (line < g->ring ? line : line - g->ring) * g->line + (g->origin0 - i) * SIZE;
}

static inline __attribute__((always_inline)) char *element_at(const ring *g, tp_int i, tp_int w) {
  return g->rows + i * g->stride + (g->origin1 + w + g->origin0 - i) * SIZE;
}

/* The points of row i from line w to line last, one by one. */
static void store_row(const ring *g, tp_int i, tp_int w, tp_int last) {
  const tp_int column = g->origin1 + g->origin0 - i; /* that of line 0 */
  w = w < g->first1 - column ? g->first1 - column : w;
  last = last > g->last1 - column ? g->last1 - column : last;
  for (; w <= last; w++)
    memcpy(element_at(g, i, w), cell_at(g, i, w), SIZE);
}

#if HAS_VECTORS
#define SHUFFLE __builtin_shufflevector
#define UNROLL _Pragma("GCC unroll 8") /* squares are registers then */
typedef int eight __attribute__((vector_size(SIDE * SIZE)));
typedef int eight_anywhere __attribute__((vector_size(SIDE * SIZE), aligned(SIZE), may_alias));

/* The rows from i on, the last one of which is in the first cell, and the lines from w on. */
static inline __attribute__((always_inline)) void store_square(const ring *g, tp_int i, tp_int w) {
  eight line[SIDE], pair[SIDE], quad[SIDE];
  UNROLL
  for (int k = 0; k < SIDE; k++)
    line[k] = *(const eight_anywhere *)(const void *)cell_at(g, i + SIDE - 1, w + k);
  UNROLL
  for (int k = 0; k < SIDE; k += 2) {
    pair[k] = SHUFFLE(line[k], line[k + 1], 0, 8, 1, 9, 4, 12, 5, 13);
    pair[k + 1] = SHUFFLE(line[k], line[k + 1], 2, 10, 3, 11, 6, 14, 7, 15);
  }
  UNROLL
  for (int k = 0; k < SIDE; k += 4)
    UNROLL
    for (int h = 0; h < 2; h++) {
      quad[k + 2 * h] = SHUFFLE(pair[k + h], pair[k + h + 2], 0, 1, 8, 9, 4, 5, 12, 13);
      quad[k + 2 * h + 1] = SHUFFLE(pair[k + h], pair[k + h + 2], 2, 3, 10, 11, 6, 7, 14, 15);
    }
  UNROLL
  for (int r = 0; r < SIDE / 2; r++) {
    *(eight_anywhere *)(void *)element_at(g, i + 7 - r, w) = SHUFFLE(quad[r], quad[r + 4], 0, 1, 2, 3, 8, 9, 10, 11);
    *(eight_anywhere *)(void *)element_at(g, i + 3 - r, w) = SHUFFLE(quad[r], quad[r + 4], 4, 5, 6, 7, 12, 13, 14, 15);
  }
}

#if defined(__x86_64__)
__attribute__((target("avx2"))) static void store_squares_avx2(const ring *g, tp_int i, tp_int w, tp_int past) {
  for (; w < past; w += SIDE)
    store_square(g, i, w);
}
#endif

/* Squares of rows from i on and lines from w on. */
static void store_squares(const ring *g, tp_int i, tp_int w, tp_int past) {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx2")) {
    store_squares_avx2(g, i, w, past);
    return;
  }
#endif
  for (; w < past; w += SIDE)
    store_square(g, i, w);
}
#else
static void store_squares(const ring *g, tp_int i, tp_int w, tp_int past) {
  for (; w < past; w += SIDE)
    for (tp_int r = i; r < i + SIDE; r++)
      store_row(g, r, w, w + SIDE - 1);
}
#endif

void tp_from_ring(void *rows, tp_int stride, tp_int size, const void *cells, tp_int line, tp_int lines, tp_int origin0,
                  tp_int origin1, tp_int first0, tp_int last0, tp_int first1, tp_int last1, tp_int first, tp_int last) {
  (void)size;
  const ring g = {rows, cells, stride, line, lines, origin0, origin1, first1, last1, first, (first + 2) % lines};
  for (tp_int i = first0; i <= last0;) {
    /* The rows of a square, where all points of the lines lie inside. */
    const tp_int height = i + SIDE - 1 <= last0 ? SIDE : 1, column = origin1 + origin0 - i;
    const int is_whole = height == SIDE && first + column - (SIDE - 1) >= first1 && last + column <= last1;
    const tp_int past = is_whole ? first + (last - first + 1) / SIDE * SIDE : first;
    store_squares(&g, i, first, past);
    for (tp_int r = i; r < i + height; r++) {
      __builtin_prefetch(element_at(&g, r, last + AHEAD), 1);
      store_row(&g, r, past, last);
    }
    i += height;
  }
}
