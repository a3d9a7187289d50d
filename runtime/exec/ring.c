/* ring.c - what lanes have left in a ring of cells, into the rows of an array.
 *
 * What lanes write on a line lies side by side in the cells. The next point of a row lies in the same cell of the next line.
 * So a square of cells, turned in registers, is a piece of some rows: one store of a vector for each, where single elements
 * would take one for each point.
 *
 * Large arrays go to memory past the caches: a store to a line that no cache has would fetch it first. For this a row's
 * elements wait, in tp_late_rows, until they fill lines of memory. */
#include "exec/ring.h"
#include "exec/squares.h"

#include <stdint.h>
#include <string.h>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

/* Bytes that the processor is asked for ahead in a row: the stores to one row are too far apart for it to foresee them. */
enum { AHEAD = 128 };
/* Bytes of a line of memory; those of a row that are put there at a time. Lines of a call, and bytes of a row in it, at most. */
enum { LINE = 64, LATE = 256, MOST = 16, CALL = 64 };
_Static_assert(LINE - 1 + LATE - 1 + CALL < TP_LATE_BYTES, "what waits has room");

static _Thread_local int streams; /* this thread's tiles write large arrays */

void tp_ring_streams(int yes) {
#if defined(__x86_64__)
  streams = yes;
#else
  (void)yes;
#endif
}

typedef struct {
  lane_block block;
  tp_late_rows *late;
  tp_int first;            /* line */
  const char *cells[MOST]; /* of the lines from the first one on */
} ring;

/* The place of row s of a lane in tp_late_rows. */
INLINE tp_int row_of(const ring *g, tp_int s, tp_int lane) { return s * g->block.lanes + lane; }

INLINE const char *cell_of(const ring *g, int size, tp_int s, tp_int lane, tp_int w) {
  return g->cells[w - g->first] + ((s + 1) * g->block.lanes + lane) * size;
}

/* The points of a row from line w to line last, one by one. */
INLINE void store_row(const ring *g, int size, tp_int s, tp_int lane, tp_int w, tp_int last) {
  w = tp_max(w, first_line(&g->block, lane));
  last = tp_min(last, last_line(&g->block, lane));
  for (; w <= last; w++)
    memcpy(g->late->tp_place[row_of(g, s, lane)] + w * size, cell_of(g, size, s, lane, w), (size_t)size);
}

#if HAS_VECTORS
/* Row s of the lanes from `lane` on, and the lines from w on: numbers of four bytes. */
INLINE void store_square_of_four(const ring *g, tp_int s, tp_int lane, tp_int w) {
  eight square[8];
  UNROLL
  for (int k = 0; k < 8; k++)
    square[k] = *(const eight_anywhere *)(const void *)cell_of(g, 4, s, lane, w + k);
  turn_eight(square);
  char *const *place = g->late->tp_place + row_of(g, s, lane);
  UNROLL
  for (int r = 0; r < 8; r++)
    *(eight_anywhere *)(void *)(place[r] + w * 4) = square[r];
}

/* The same for numbers of eight bytes. */
INLINE void store_square_of_eight(const ring *g, tp_int s, tp_int lane, tp_int w) {
  four square[4];
  UNROLL
  for (int k = 0; k < 4; k++)
    square[k] = *(const four_anywhere *)(const void *)cell_of(g, 8, s, lane, w + k);
  turn_four(square);
  char *const *place = g->late->tp_place + row_of(g, s, lane);
  UNROLL
  for (int r = 0; r < 4; r++)
    *(four_anywhere *)(void *)(place[r] + w * 8) = square[r];
}

/* Row s of the lanes from `lane` on: the lines from w on as far as they make squares in which these lanes have points. Returns
   the next line. */
INLINE tp_int store_squares(const ring *g, int size, tp_int s, tp_int lane, tp_int w, tp_int last) {
  for (; is_square(&g->block, side_of(size), lane, w, last); w += side_of(size))
    if (size == 4)
      store_square_of_four(g, s, lane, w);
    else
      store_square_of_eight(g, s, lane, w);
  return w;
}
#else
INLINE tp_int store_squares(const ring *g, int size, tp_int s, tp_int lane, tp_int w, tp_int last) {
  (void)g, (void)size, (void)s, (void)lane, (void)last;
  return w;
}
#endif

/* All rows, where size is a constant. Where the first lanes of a square have no row s, it begins behind them. */
INLINE void store_lines_of(const ring *g, int size, tp_int last) {
  for (tp_int lane = 0; lane < g->block.lanes; lane += side_of(size))
    for (tp_int s = 0; s < g->block.height; s++) {
      const tp_int first = first_lane(&g->block, s), begin = tp_max(lane, first), past = tp_min(begin + side_of(size), g->block.lanes);
      if (lane + side_of(size) <= first)
        continue;
      const tp_int w = past < begin + side_of(size) ? g->first : store_squares(g, size, s, begin, g->first, last);
      for (tp_int k = begin; w <= last && k < past; k++)
        store_row(g, size, s, k, w, last);
    }
}

INLINE void store_lines(const ring *g, tp_int size, tp_int last) {
  if (size == 4)
    store_lines_of(g, 4, last);
  else
    store_lines_of(g, 8, last);
}

#if defined(__x86_64__)
__attribute__((target("avx2"))) static void store_lines_avx2(const ring *g, tp_int size, tp_int last) { store_lines(g, size, last); }
#endif

/* Large arrays go to memory by lines. Elements wait in front of their places there. first: the block's first element. */
static void begin(const ring *g, char *first, tp_int stride, tp_int size, int are_late) {
  const lane_block *block = &g->block;
  tp_late_rows *late = g->late;
  late->tp_is_late = are_late;
  for (tp_int s = 0; s < block->height; s++)
    for (tp_int lane = first_lane(block, s); lane < block->lanes; lane++) {
      const tp_int row = row_of(g, s, lane), before = first_line(block, lane); /* columns of the lane on line 0 in front of its first */
      char *of_row = first + (before * block->height + s) * stride;
      late->tp_begin[row] = (int)((uintptr_t)of_row % LINE);
      late->tp_line[row] = of_row - late->tp_begin[row];
      late->tp_place[row] = (are_late ? late->tp_cells[row] + late->tp_begin[row] : of_row) - before * size;
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
  memcpy(cells, cells + full * LINE, LINE);
  late->tp_begin[row] = 0;
  late->tp_line[row] += full * LINE;
  late->tp_place[row] -= full * LINE;
  return bytes % LINE;
}

/* All that waits of the lines up to the last one; its parts of lines as well where the block ends. */
static void put_late(const ring *g, tp_int size, tp_int last, int is_end) {
  const lane_block *block = &g->block;
  for (tp_int s = 0; s < block->height; s++)
    for (tp_int lane = first_lane(block, s); lane < block->lanes; lane++) {
      const tp_int row = row_of(g, s, lane);
      char *past = g->late->tp_place[row] + (tp_min(last, last_line(block, lane)) + 1) * size;
      const tp_int left = put_full(g->late, row, past - g->late->tp_cells[row]), from = g->late->tp_begin[row];
      if (is_end && left > from)
        memcpy(g->late->tp_line[row] + from, g->late->tp_cells[row] + from, (size_t)(left - from));
    }
  if (is_end)
    _mm_sfence(); /* whoever is told of the tile reads it */
}
#endif

void tp_from_ring(tp_late_rows *late, void *rows, tp_int stride, tp_int size, const void *cells, tp_int line, tp_int lines,
                  tp_int height, tp_int count, tp_int first0, tp_int first1, tp_int last1, tp_int first, tp_int last) {
  ring g = {{height, TP_BYTES_OF_LANES / size, count, last1 - first1 + 1}, late, first, {0}};
  const tp_int place = (first + 1) % lines;
  for (tp_int k = 0; k <= last - first; k++)
    g.cells[k] = (const char *)cells + (place + k < lines ? place + k : place + k - lines) * line;
  if (first == 0)
    begin(&g, (char *)rows + first0 * stride + first1 * size, stride, size, streams);
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx2"))
    store_lines_avx2(&g, size, last);
  else
#endif
    store_lines(&g, size, last);
#if defined(__x86_64__)
  const int is_end = last == last_line(&g.block, 0);
  if (late->tp_is_late && (is_end || first * size / LATE != (last + 1) * size / LATE))
    put_late(&g, size, last, is_end);
#endif
  for (tp_int s = 0; s < height && !late->tp_is_late; s++)
    for (tp_int lane = first_lane(&g.block, s); lane < g.block.lanes; lane++)
      __builtin_prefetch(late->tp_place[row_of(&g, s, lane)] + last * size + AHEAD, 1);
}
