/* ring.c - what lanes have left in a ring of cells, into the rows of an array.
 *
 * What lanes write on a line lies side by side in the cells. The next point of a row lies in the same cell of the next line.
 * So a square of cells, turned in registers, is a piece of some rows: one store of a vector for each, where single elements
 * would take one for each point.
 *
 * Large arrays go to memory past the caches: a store to a line that no cache has would fetch it first. For this a row's
 * elements wait, in tp_late_rows, until they fill lines of memory. */
#include "exec/ring.h"

#include <stdint.h>
#include <string.h>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

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
enum { SIZE = 4, SIDE = 8, AHEAD = 32, LANES = TP_LANES_OF_RING };
/* Bytes of a line of memory; lines of the ring behind which late rows go to memory. */
enum { LINE = 64, LATE = 64 };

static _Thread_local int streams; /* this thread's tiles write large arrays */

void tp_ring_streams(int yes) {
#if defined(__x86_64__)
  streams = yes;
#else
  (void)yes;
#endif
}

typedef struct {
  tp_late_rows *late;
  char *rows; /* element [0][0] */
  const char *cells;
  tp_int stride, line, ring, height, first0, first1, last1;
} ring;

#define INLINE static inline __attribute__((always_inline))

INLINE tp_int row_of(const ring *g, tp_int s, tp_int lane) { return (LANES - 1 - lane) * g->height + s; }

/* The last line on which the lane has a point. */
INLINE tp_int last_of(const ring *g, tp_int lane) { return g->last1 - g->first1 + LANES - 1 - lane; }

/* The cells of row s of all lanes on line w. */
INLINE const char *cells_at(const ring *g, tp_int s, tp_int w) {
  return g->cells + (w + 1) % g->ring * g->line + (s + 1) * LANES * SIZE;
}

/* Element [row] on line 0 of its lane: in front of the row where the lane begins later. */
INLINE char *element_of(const ring *g, tp_int row) {
  const tp_int lane = LANES - 1 - row / g->height;
  return g->rows + (g->first0 + row) * g->stride + (g->first1 - (LANES - 1) + lane) * SIZE;
}

/* The points of a row from line w to line last, one by one. */
static void store_row(const ring *g, tp_int s, tp_int lane, tp_int w, tp_int last) {
  w = w < LANES - 1 - lane ? LANES - 1 - lane : w;
  last = last > last_of(g, lane) ? last_of(g, lane) : last;
  for (; w <= last; w++)
    memcpy(g->late->tp_place[row_of(g, s, lane)] + w * SIZE, cells_at(g, s, w) + lane * SIZE, SIZE);
}

#if HAS_VECTORS
#define SHUFFLE __builtin_shufflevector
#define UNROLL _Pragma("GCC unroll 8") /* squares are registers then */
typedef int eight __attribute__((vector_size(SIDE * SIZE)));
typedef int eight_anywhere __attribute__((vector_size(SIDE * SIZE), aligned(SIZE), may_alias));

/* Row s of the lanes from `lane` on, and the lines from w on, whose cells these are. */
INLINE void store_square(const ring *g, tp_int s, tp_int lane, tp_int w, const char *const *cells) {
  const tp_int at = ((s + 1) * LANES + lane) * SIZE;
  eight line[SIDE], pair[SIDE], quad[SIDE];
  UNROLL
  for (int k = 0; k < SIDE; k++)
    line[k] = *(const eight_anywhere *)(const void *)(cells[k] + at);
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
  char *const *place = g->late->tp_place + row_of(g, s, lane);
  UNROLL
  for (int r = 0; r < SIDE / 2; r++) {
    *(eight_anywhere *)(void *)(place[-r * g->height] + w * SIZE) = SHUFFLE(quad[r], quad[r + 4], 0, 1, 2, 3, 8, 9, 10, 11);
    *(eight_anywhere *)(void *)(place[-(r + 4) * g->height] + w * SIZE) = SHUFFLE(quad[r], quad[r + 4], 4, 5, 6, 7, 12, 13, 14, 15);
  }
}

/* The lines from w on as far as they make squares in which all lanes from `lane` on have points. Returns the next line. */
INLINE tp_int store_squares(const ring *g, tp_int lane, tp_int w, tp_int last) {
  for (; w >= LANES - 1 - lane && w + SIDE - 1 <= last && w + SIDE - 1 <= last_of(g, lane + SIDE - 1); w += SIDE) {
    const char *cells[SIDE];
    for (int k = 0; k < SIDE; k++)
      cells[k] = cells_at(g, -1, w + k);
    for (tp_int s = 0; s < g->height; s++)
      store_square(g, s, lane, w, cells);
  }
  return w;
}

#if defined(__x86_64__)
__attribute__((target("avx2"))) static tp_int store_squares_avx2(const ring *g, tp_int lane, tp_int w, tp_int last) {
  return store_squares(g, lane, w, last);
}
#endif
#endif

/* Lanes from `lane` on, so many as a square has. */
static void store_lanes(const ring *g, tp_int lane, tp_int w, tp_int last) {
#if HAS_VECTORS && defined(__x86_64__)
  w = __builtin_cpu_supports("avx2") ? store_squares_avx2(g, lane, w, last) : store_squares(g, lane, w, last);
#elif HAS_VECTORS
  w = store_squares(g, lane, w, last);
#endif
  for (tp_int k = lane; w <= last && k < lane + SIDE; k++)
    for (tp_int s = 0; s < g->height; s++)
      store_row(g, s, k, w, last);
}

/* Large arrays go to memory by lines. Elements wait in front of their places there. */
static void begin(const ring *g, int are_late) {
  tp_late_rows *late = g->late;
  late->tp_is_late = are_late;
  for (tp_int row = 0; row < LANES * g->height; row++) {
    char *element = element_of(g, row), *first = element + row / g->height * SIZE;
    late->tp_begin[row] = (int)((uintptr_t)first % LINE);
    late->tp_line[row] = first - late->tp_begin[row];
    late->tp_place[row] = are_late ? late->tp_cells[row] + (element - late->tp_line[row]) : element;
  }
}

#if defined(__x86_64__)
/* So many lines of memory. */
__attribute__((target("avx512f"))) static void put_lines_avx512(char *to, const char *from, tp_int lines) {
  for (; lines > 0; lines--, to += LINE, from += LINE)
    _mm512_stream_si512((void *)to, _mm512_load_si512((const void *)from));
}

static void put_lines(char *to, const char *from, tp_int lines) {
  if (__builtin_cpu_supports("avx512f")) {
    put_lines_avx512(to, from, lines);
    return;
  }
  for (tp_int at = 0; at < lines * LINE; at += 16)
    _mm_stream_si128((void *)(to + at), _mm_load_si128((const void *)(from + at)));
}

/* The row has so many bytes, counted from the beginning of a line. Those that fill lines go to memory. Returns how many are left. */
static tp_int put_full(tp_late_rows *late, tp_int row, tp_int bytes) {
  char *cells = late->tp_cells[row], *line = late->tp_line[row];
  const tp_int full = bytes / LINE, begun = late->tp_begin[row] > 0;
  if (full <= 0)
    return bytes;
  if (begun)
    memcpy(line + late->tp_begin[row], cells + late->tp_begin[row], (size_t)(LINE - late->tp_begin[row]));
  put_lines(line + begun * LINE, cells + begun * LINE, full - begun);
  memcpy(cells, cells + full * LINE, (size_t)(bytes % LINE));
  late->tp_begin[row] = 0;
  late->tp_line[row] += full * LINE;
  late->tp_place[row] -= full * LINE;
  return bytes % LINE;
}

/* All that waits of the lines up to the last one; its parts of lines as well where the block ends. */
static void put_late(const ring *g, tp_int last, int is_end) {
  for (tp_int row = 0; row < LANES * g->height; row++) {
    const tp_int end = last_of(g, LANES - 1 - row / g->height);
    char *past = g->late->tp_place[row] + ((last < end ? last : end) + 1) * SIZE;
    const tp_int left = put_full(g->late, row, past - g->late->tp_cells[row]), from = g->late->tp_begin[row];
    if (is_end && left > from)
      memcpy(g->late->tp_line[row] + from, g->late->tp_cells[row] + from, (size_t)(left - from));
  }
  if (is_end)
    _mm_sfence(); /* whoever is told of the tile reads it */
}
#endif

void tp_from_ring(tp_late_rows *late, void *rows, tp_int stride, tp_int size, const void *cells, tp_int line, tp_int lines,
                  tp_int height, tp_int first0, tp_int first1, tp_int last1, tp_int first, tp_int last) {
  (void)size;
  const ring g = {late, rows, cells, stride, line, lines, height, first0, first1, last1};
  if (first == 0)
    begin(&g, streams);
  for (tp_int lane = 0; lane < LANES; lane += SIDE)
    store_lanes(&g, lane, first, last);
#if defined(__x86_64__)
  const int is_end = last == last_of(&g, 0);
  if (late->tp_is_late && (is_end || first / LATE != (last + 1) / LATE))
    put_late(&g, last, is_end);
#endif
  for (tp_int row = 0; row < LANES * height && !late->tp_is_late; row++)
    __builtin_prefetch(late->tp_place[row] + (last + AHEAD) * SIZE, 1);
}
