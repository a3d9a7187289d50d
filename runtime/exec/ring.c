/* ring.c - what lanes have left in a ring of cells, into the rows of an array.
 *
 * Large arrays go to memory past the caches: a store to a line that no cache has would fetch it first. For this a row's
 * elements wait, in tp_late_rows, until they fill lines of memory. */
#include "exec/ring.h"
#include "exec/block_lines.h"

#include <stdint.h>

/* Bytes that the processor is asked for ahead in a row. */
enum { AHEAD = 128 };
/* Bytes of a line of memory; those of a row that are put there at a time. */
enum { LINE = 64, LATE = 256 };
/* Calls of which each puts its share of the rows there. */
enum { TURNS = LATE / MOST_BYTES };
_Static_assert(TURNS <= 32 / 8, "some lanes of each square have their turn");
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
__attribute__((target("avx512f"))) static void store_lines_avx512(const block_lines *b, tp_int size) { move_lines(b, 64, size, 1, AHEAD); }
__attribute__((target("avx2"))) static void store_lines_avx2(const block_lines *b, tp_int size) { move_lines(b, 32, size, 1, AHEAD); }
#endif

static void store_lines(const block_lines *b, tp_int size) {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx512f")) {
    store_lines_avx512(b, size);
    return;
  }
  if (__builtin_cpu_supports("avx2")) {
    store_lines_avx2(b, size);
    return;
  }
#endif
  move_lines(b, 32, size, 1, AHEAD);
}

/* Large arrays go to memory by lines. Elements wait in front of their places there. [first0][first1]: the block's first element. */
static void begin(const block_lines *b, tp_late_rows *late, const void *rows, tp_int stride, tp_int first0, tp_int first1, tp_int size, int are_late) {
  late->tp_is_late = are_late;
  for (tp_int lane = first_lane(b); lane < b->lanes; lane++) {
    const tp_int row = first_line(b, lane); /* of the block; so many columns in front of its first is the lane on line 0 */
    char *of_row = row_of(rows, stride, first0 + row) + first1 * size;
    late->tp_begin[lane] = (int)((uintptr_t)of_row % LINE);
    late->tp_line[lane] = of_row - late->tp_begin[lane];
    for (int ahead = 0; ahead < AHEAD && !are_late; ahead += LINE)
      ask(of_row + ahead, 1);
    late->tp_place[lane] = (are_late ? late->tp_cells[lane] + late->tp_begin[lane] : of_row) - row * size;
  }
  for (tp_int lane = 0; lane < first_lane(b); lane++) /* nothing is stored there */
    late->tp_place[lane] = late->tp_place[first_lane(b)];
}

#if defined(__x86_64__)
/* So many lines of memory. */
__attribute__((target("avx512f"))) static inline void put_lines_avx512(char *to, const char *from, tp_int lines) {
  for (; lines > 0; lines--, to += LINE, from += LINE)
    _mm512_stream_si512((void *)to, _mm512_load_si512((const void *)from));
}

INLINE void put_lines(char *to, const char *from, tp_int lines, int is_wide) {
  if (is_wide) {
    put_lines_avx512(to, from, lines);
    return;
  }
  for (tp_int at = 0; at < lines * LINE; at += 16)
    _mm_stream_si128((void *)(to + at), _mm_load_si128((const void *)(from + at)));
}

/* The lane's row has so many bytes, counted from the beginning of a line. Those that fill lines go to memory. Behind these, up to
   so many lines stay. */
INLINE void put_full(tp_late_rows *late, tp_int lane, tp_int bytes, int staying, int is_wide) {
  char *cells = late->tp_cells[lane], *line = late->tp_line[lane];
  const tp_int full = bytes / LINE, begun = late->tp_begin[lane] > 0;
  if (full <= 0)
    return;
  if (begun)
    memcpy(line + late->tp_begin[lane], cells + late->tp_begin[lane], (size_t)(LINE - late->tp_begin[lane]));
  put_lines(line + begun * LINE, cells + begun * LINE, full - begun, is_wide);
  for (int k = 0; k < staying; k++)
    memcpy(cells + k * LINE, cells + (full + k) * LINE, LINE);
  late->tp_begin[lane] = 0;
  late->tp_line[lane] += full * LINE;
  late->tp_place[lane] -= full * LINE;
}

/* Bytes of a row that wait, from the beginning of its line, where all lines up to the last one have been moved. */
INLINE tp_int waiting(const block_lines *b, const tp_late_rows *late, tp_int size, tp_int lane, tp_int last) {
  return late->tp_place[lane] + (tp_min(last, last_line(b, lane)) + 1) * size - late->tp_cells[lane];
}

/* All that waits; parts of lines as well where the block ends. */
static void put_late(const block_lines *b, tp_late_rows *late, tp_int size, int is_end) {
  const int is_wide = __builtin_cpu_supports("avx512f");
  for (tp_int lane = first_lane(b); lane < b->lanes; lane++) {
    put_full(late, lane, waiting(b, late, size, lane, b->last), 1, is_wide);
    const tp_int left = waiting(b, late, size, lane, b->last), from = late->tp_begin[lane];
    if (is_end && left > from)
      memcpy(late->tp_line[lane] + from, late->tp_cells[lane] + from, (size_t)(left - from));
  }
  if (is_end)
    _mm_sfence(); /* whoever is told of the tile reads it */
}

/* Squares of all rows. Between two of them some rows go to memory, which takes its time meanwhile: those in turn of lanes that are
   moved later, or were some squares before. What they have from this call stays. */
INLINE void move_and_put(const block_lines *b, tp_late_rows *late, int bytes, int size) {
  const tp_int side = bytes / size, turn = (tp_int)((unsigned long long)(b->first * size) / MOST_BYTES % TURNS);
  for (tp_int lane = 0; lane < b->lanes; lane += side) {
    const tp_int others = lane < b->lanes / 2 ? lane + b->lanes / 2 : lane - b->lanes / 2;
    for (tp_int w = b->first; w <= b->last; w += side)
      move_square(b, bytes, size, 1, 0, lane, w);
    for (tp_int k = turn; k < side; k += TURNS)
      put_full(late, others + k, waiting(b, late, size, others + k, b->first - 1), 2, bytes == 64);
  }
}

__attribute__((target("avx512f"))) static void move_and_put_avx512(const block_lines *b, tp_late_rows *late, tp_int size) {
  if (size == 4)
    move_and_put(b, late, 64, 4);
  else
    move_and_put(b, late, 64, 8);
}
__attribute__((target("avx2"))) static void move_and_put_avx2(const block_lines *b, tp_late_rows *late, tp_int size) {
  if (size == 4)
    move_and_put(b, late, 32, 4);
  else
    move_and_put(b, late, 32, 8);
}

/* The call's lines, where rows go to memory by lines. */
static void move_late(const block_lines *b, tp_late_rows *late, tp_int size, int is_end) {
  const int is_wide = __builtin_cpu_supports("avx512f"), has_vectors = __builtin_cpu_supports("avx2");
  const int is_whole = !is_end && (b->last - b->first + 1) * size == MOST_BYTES && b->first * size % MOST_BYTES == 0;
  if (is_whole && is_wide && are_squares(b, 64, (int)size)) {
    move_and_put_avx512(b, late, size);
    return;
  }
  if (is_whole && !is_wide && has_vectors && are_squares(b, 32, (int)size)) {
    move_and_put_avx2(b, late, size);
    return;
  }
  store_lines(b, size);
  put_late(b, late, size, is_end);
}
#endif

void tp_from_ring(tp_late_rows *late, void *rows, tp_int stride, tp_int size, const void *cells, tp_int line, tp_int lines,
                  tp_int count, tp_int first0, tp_int first1, tp_int last1, tp_int first, tp_int last) {
  const tp_int lanes = TP_LANE_ROWS, place = (unsigned)(first + 1) % (unsigned)lines;
  block_lines b = {lanes, count, last1 - first1 + 1, first, last, {0}, late->tp_place};
  char *const of_first = (char *)cells + lanes * size; /* behind what lies above the lanes; nothing is written there */
  for (tp_int k = 0, at = place * line; k <= last - first; k++) {
    b.cells[k] = of_first + at;
    at = at + line < lines * line ? at + line : 0;
  }
  if (first == 0)
    begin(&b, late, rows, stride, first0, first1, size, streams);
#if defined(__x86_64__)
  if (late->tp_is_late) {
    move_late(&b, late, size, last == last_line(&b, 0));
    return;
  }
#endif
  store_lines(&b, size);
}
