/* ring.c - what lanes have left in a ring of cells, into the rows of an array.
 *
 * Large arrays go to memory past the caches: a store to a line that no cache has would fetch it first. For this a row's
 * elements wait, in tp_late_rows, until they fill lines of memory. */
#include "exec/ring.h"
#include "exec/block_lines.h"

#include <stdint.h>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

/* Bytes that the processor is asked for ahead in a row. */
enum { AHEAD = 128 };
/* Bytes of a line of memory; those of a row that are put there at a time. */
enum { LINE = 64, LATE = 256 };
/* Calls of which each puts its share of the rows there. */
enum { TURNS = LATE / MOST_BYTES };
_Static_assert(TURNS * MOST_BYTES / 4 >= 8 * 8 && TURNS * MOST_BYTES / 8 >= 4 * 4, "squares of a call are as many as rows that have their turn");
_Static_assert(LINE - 1 + LATE + MOST_BYTES < TP_LATE_BYTES && LATE + 2 * LINE <= TP_LATE_BYTES, "what waits has room");

static _Thread_local int streams; /* this thread's tiles write large arrays */

void tp_ring_streams(int yes) {
#if defined(__x86_64__)
  streams = yes;
#else
  (void)yes;
#endif
}

#if defined(__x86_64__)
__attribute__((target("avx2"))) static void store_lines_avx2(const block_lines *b, tp_int size) { move_lines(b, size, 1); }
#endif

/* Large arrays go to memory by lines. Elements wait in front of their places there. [first0][first1]: the block's first element. */
static void begin(const block_lines *b, tp_late_rows *late, const void *rows, tp_int stride, tp_int first0, tp_int first1, tp_int size, int are_late) {
  late->tp_is_late = are_late;
  for (tp_int s = 0; s < b->height; s++)
    for (tp_int lane = first_lane(b, s); lane < b->lanes; lane++) {
      const tp_int row = s * b->lanes + lane, before = first_line(b, lane); /* columns of the lane on line 0 in front of its first */
      char *of_row = row_of(rows, stride, first0 + before * b->height + s) + first1 * size;
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

/* The row has so many bytes, counted from the beginning of a line. Those that fill lines go to memory. Behind these, up to
   so many lines stay. */
static void put_full(tp_late_rows *late, tp_int row, tp_int bytes, int staying) {
  char *cells = late->tp_cells[row], *line = late->tp_line[row];
  const tp_int full = bytes / LINE, begun = late->tp_begin[row] > 0;
  if (full <= 0)
    return;
  if (begun)
    memcpy(line + late->tp_begin[row], cells + late->tp_begin[row], (size_t)(LINE - late->tp_begin[row]));
  put_lines(line + begun * LINE, cells + begun * LINE, full - begun);
  for (int k = 0; k < staying; k++)
    memcpy(cells + k * LINE, cells + (full + k) * LINE, LINE);
  late->tp_begin[row] = 0;
  late->tp_line[row] += full * LINE;
  late->tp_place[row] -= full * LINE;
}

/* Bytes of a row that wait, from the beginning of its line, where all lines up to the last one have been moved. */
static tp_int waiting(const block_lines *b, const tp_late_rows *late, tp_int size, tp_int row, tp_int last) {
  return late->tp_place[row] + (tp_min(last, last_line(b, row % b->lanes)) + 1) * size - late->tp_cells[row];
}

/* All that waits; parts of lines as well where the block ends. */
static void put_late(const block_lines *b, tp_late_rows *late, tp_int size, int is_end) {
  for (tp_int s = 0; s < b->height; s++)
    for (tp_int lane = first_lane(b, s); lane < b->lanes; lane++) {
      const tp_int row = s * b->lanes + lane;
      put_full(late, row, waiting(b, late, size, row, b->last), 1);
      const tp_int left = waiting(b, late, size, row, b->last), from = late->tp_begin[row];
      if (is_end && left > from)
        memcpy(late->tp_line[row] + from, late->tp_cells[row] + from, (size_t)(left - from));
    }
  if (is_end)
    _mm_sfence(); /* whoever is told of the tile reads it */
}

#if HAS_VECTORS
/* Squares of all rows. Between two of them a row goes to memory, which takes its time meanwhile: one of those in turn, and of
   lanes that are moved later, or were some squares before. What it has from this call stays. */
INLINE void move_and_put(const block_lines *b, tp_late_rows *late, int size) {
  const tp_int side = side_of(size), turn = b->first * size / MOST_BYTES % TURNS, rows = side * b->height;
  for (tp_int lane = 0; lane < b->lanes; lane += side) {
    const tp_int others = (lane + b->lanes / 2) % b->lanes;
    tp_int next = turn;
    for (tp_int w = b->first; w <= b->last; w += side)
      for (tp_int s = 0; s < b->height; s++, next += TURNS) {
        move_square(b, size, 1, s, lane, w);
        const tp_int row = next / side * b->lanes + others + next % side;
        if (next < rows)
          put_full(late, row, waiting(b, late, size, row, b->first - 1), 2);
      }
  }
}

__attribute__((target("avx2"))) static void move_and_put_avx2(const block_lines *b, tp_late_rows *late, tp_int size) {
  if (size == 4)
    move_and_put(b, late, 4);
  else
    move_and_put(b, late, 8);
}
#endif
#endif

void tp_from_ring(tp_late_rows *late, void *rows, tp_int stride, tp_int size, const void *cells, tp_int line, tp_int lines,
                  tp_int height, tp_int count, tp_int first0, tp_int first1, tp_int last1, tp_int first, tp_int last) {
  const tp_int lanes = TP_BYTES_OF_LANES / size, place = (first + 1) % lines;
  block_lines b = {height, lanes, count, last1 - first1 + 1, first, last, {0}, late->tp_place};
  for (tp_int k = 0; k <= last - first; k++) /* behind what lies above the lanes; nothing is written there */
    b.cells[k] = (char *)cells + (place + k < lines ? place + k : place + k - lines) * line + lanes * size;
  if (first == 0)
    begin(&b, late, rows, stride, first0, first1, size, streams);
#if defined(__x86_64__)
  const int is_end = last == last_line(&b, 0), is_late = late->tp_is_late;
#if HAS_VECTORS
  if (is_late && !is_end && (last - first + 1) * size == MOST_BYTES && first * size % MOST_BYTES == 0 && are_squares(&b, (int)size) && __builtin_cpu_supports("avx2")) {
    move_and_put_avx2(&b, late, size);
    return;
  }
#endif
  if (__builtin_cpu_supports("avx2"))
    store_lines_avx2(&b, size);
  else
    move_lines(&b, size, 1);
  if (is_late)
    put_late(&b, late, size, is_end);
  else
    ask_ahead(&b, size, AHEAD, 1);
#else
  move_lines(&b, size, 1);
  ask_ahead(&b, size, AHEAD, 1);
#endif
}
