/* block_lines.h - elements of a block between the rows of an array and the cells of lines, as runtime.h has both
 *
 * The next point of a row lies in the same cell of the next line. So a square of cells, turned in registers, is a piece of some
 * rows: one load or store of a vector for each, where single elements would take one for each point. */
#ifndef TP_BLOCK_LINES_H
#define TP_BLOCK_LINES_H

#include "exec/squares.h"

#include <string.h>

/* Lines of a call, and bytes of a row in it, at most. */
enum { MOST_LINES = 16, MOST_BYTES = 64 };

typedef struct {
  tp_int lanes, rows, columns;
  tp_int first, last;      /* lines */
  char *cells[MOST_LINES]; /* of these lines: that of lane 0 */
  char *const *place;      /* of all lanes: an element of line w lies w elements behind it */
} block_lines;

/* Lanes of a block of few rows have none but the last ones. */
INLINE tp_int first_lane(const block_lines *b) { return b->lanes - b->rows; }

/* The lines on which a lane has points. */
INLINE tp_int first_line(const block_lines *b, tp_int lane) { return b->lanes - 1 - lane; }
INLINE tp_int last_line(const block_lines *b, tp_int lane) { return b->columns + b->lanes - 2 - lane; }

INLINE char *cell_of(const block_lines *b, int size, tp_int lane, tp_int w) { return b->cells[w - b->first] + lane * size; }

INLINE char *element_of(const block_lines *b, int size, tp_int lane, tp_int w) { return b->place[lane] + w * size; }

/* The points of a lane on some lines, one by one. */
INLINE void move_lane(const block_lines *b, int size, int to_rows, tp_int lane, tp_int from, tp_int to) {
  const tp_int last = tp_min(to, last_line(b, lane));
  for (tp_int w = tp_max(from, first_line(b, lane)); w <= last; w++)
    if (to_rows)
      memcpy(element_of(b, size, lane, w), cell_of(b, size, lane, w), (size_t)size);
    else
      memcpy(cell_of(b, size, lane, w), element_of(b, size, lane, w), (size_t)size);
}

/* The lanes from `lane` on, and as many lines from w on, by vectors of so many bytes. Rows are too many for the processor to
   foresee what comes. */
INLINE void move_square(const block_lines *b, int bytes, int size, int to_rows, int ahead, tp_int lane, tp_int w) {
  const places row = {b->place + lane, w * size}, cell = {b->cells + (w - b->first), lane * size};
  turn_square(row, cell, bytes, size, to_rows, ahead);
}

/* The same into rows where some lanes have no point on some of these lines: a piece of each row. */
INLINE void store_pieces(const block_lines *b, int bytes, int size, tp_int lane, tp_int w) {
  const places cell = {b->cells + (w - b->first), lane * size};
  const int side = bytes / size;
  const tp_int begin = first_line(b, lane) - w, past = last_line(b, lane) + 1 - w; /* of the first lane; one less for each next one */
#if defined(__x86_64__)
  if (bytes == 64) {
    store_pieces_avx512((places){b->place + lane, w * size}, cell, size, (int)begin, (int)past, (int)(first_lane(b) - lane));
    return;
  }
#endif
  char square[MOST_SIDE][MOST_BYTES] __attribute__((aligned(MOST_BYTES))), *row[MOST_SIDE];
  for (int k = 0; k < side; k++)
    row[k] = square[k];
  turn_square((places){row, 0}, cell, bytes, size, 1, 0);
  for (int k = 0; k < side; k++) {
    const tp_int from = tp_max(begin - k, 0), to = tp_min(past - k, side);
    if (to > from && lane + k >= first_lane(b))
      memcpy(element_of(b, size, lane + k, w + from), square[k] + from * size, (size_t)((to - from) * size));
  }
}

/* All lanes have points on all lines, and these make squares: so it is but at the ends of a block. */
INLINE int are_squares(const block_lines *b, int bytes, int size) {
  return b->rows == b->lanes && b->first >= first_line(b, 0) && b->last <= last_line(b, b->lanes - 1) &&
         (b->last - b->first + 1) % (bytes / size) == 0;
}

/* The lanes from `lane` on, as many as a square has, on all lines. */
INLINE void move_lanes(const block_lines *b, int bytes, int size, int to_rows, int ahead, tp_int lane) {
  const tp_int side = bytes / size, past = lane + side, first = tp_max(lane, first_lane(b));
  for (tp_int w = b->first; w <= b->last && first < past; w += side) {
    const int is_whole = w + side <= b->last + 1;
    if (is_whole && first == lane && w >= first_line(b, lane) && w + side - 1 <= last_line(b, past - 1))
      move_square(b, bytes, size, to_rows, ahead, lane, w);
    else if (is_whole && to_rows && w + side > first_line(b, past - 1) && w <= last_line(b, first))
      store_pieces(b, bytes, size, lane, w);
    else
      for (tp_int k = first; k < past; k++)
        move_lane(b, size, to_rows, k, w, tp_min(w + side - 1, b->last));
  }
}

/* All lanes, where sizes are constants. */
INLINE void move_lines_of(const block_lines *b, int bytes, int size, int to_rows, int ahead) {
  const int all = are_squares(b, bytes, size);
  for (tp_int lane = 0; lane < b->lanes; lane += bytes / size)
    for (tp_int w = b->first; all && w <= b->last; w += bytes / size)
      move_square(b, bytes, size, to_rows, ahead, lane, w);
  for (tp_int lane = 0; !all && lane < b->lanes; lane += bytes / size)
    move_lanes(b, bytes, size, to_rows, ahead, lane);
}

/* All lanes, by vectors of so many bytes. */
INLINE void move_lines(const block_lines *b, int bytes, tp_int size, int to_rows, int ahead) {
  if (size == 4)
    move_lines_of(b, bytes, 4, to_rows, ahead);
  else
    move_lines_of(b, bytes, 8, to_rows, ahead);
}

#endif
