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
  tp_int height, lanes, rows, columns; /* rows: of the block; height: of a lane */
  tp_int first, last;                  /* lines */
  char *cells[MOST_LINES];             /* of these lines: that of row 0 of lane 0 */
  char *const *place;                  /* [s * lanes + lane]: an element of line w lies w elements behind it */
} block_lines;

/* The first lane that has a row s: lanes of a block of few rows have none. */
INLINE tp_int first_lane(const block_lines *b, tp_int s) { return b->lanes - (b->rows - s + b->height - 1) / b->height; }

/* The lines on which a lane has points. */
INLINE tp_int first_line(const block_lines *b, tp_int lane) { return b->lanes - 1 - lane; }
INLINE tp_int last_line(const block_lines *b, tp_int lane) { return b->columns + b->lanes - 2 - lane; }

INLINE char *cell_of(const block_lines *b, int size, tp_int s, tp_int lane, tp_int w) {
  return b->cells[w - b->first] + (s * b->lanes + lane) * size;
}

INLINE char *element_of(const block_lines *b, int size, tp_int s, tp_int lane, tp_int w) {
  return b->place[s * b->lanes + lane] + w * size;
}

#if HAS_VECTORS
/* Row s of the lanes from `lane` on, and the lines from w on. Addresses come first: a store might change what they are read from. */
INLINE void move_square(const block_lines *b, int size, int to_rows, tp_int s, tp_int lane, tp_int w) {
  char *row[8], *cell[8];
  UNROLL
  for (int k = 0; k < side_of(size); k++) {
    row[k] = element_of(b, size, s, lane + k, w);
    cell[k] = cell_of(b, size, s, lane, w + k);
  }
  turn_square(row, cell, size, to_rows);
}

/* Row s of the lanes from `lane` on: the lines from w on as far as they make squares in which these lanes have points. Returns
   the next line. */
INLINE tp_int move_squares(const block_lines *b, int size, int to_rows, tp_int s, tp_int lane, tp_int w) {
  const tp_int side = side_of(size), past = tp_min(b->last, last_line(b, lane + side - 1)) + 1;
  for (; w >= first_line(b, lane) && w + side <= past; w += side)
    move_square(b, size, to_rows, s, lane, w);
  return w;
}

/* All lanes have points on all lines, and these make squares: so it is but at the ends of a block. */
INLINE int are_squares(const block_lines *b, int size) {
  return b->rows == b->lanes * b->height && b->first >= first_line(b, 0) && b->last <= last_line(b, b->lanes - 1) &&
         (b->last - b->first + 1) % side_of(size) == 0;
}

INLINE int move_all_squares(const block_lines *b, int size, int to_rows) {
  const tp_int side = side_of(size);
  if (!are_squares(b, size))
    return 0;
  for (tp_int lane = 0; lane < b->lanes; lane += side)
    for (tp_int w = b->first; w <= b->last; w += side)
      for (tp_int s = 0; s < b->height; s++)
        move_square(b, size, to_rows, s, lane, w);
  return 1;
}
#else
INLINE int move_all_squares(const block_lines *b, int size, int to_rows) {
  (void)b, (void)size, (void)to_rows;
  return 0;
}
INLINE tp_int move_squares(const block_lines *b, int size, int to_rows, tp_int s, tp_int lane, tp_int w) {
  (void)b, (void)size, (void)to_rows, (void)s, (void)lane;
  return w;
}
#endif

/* The points of a row from line w on, one by one. */
INLINE void move_row(const block_lines *b, int size, int to_rows, tp_int s, tp_int lane, tp_int w) {
  const tp_int last = tp_min(b->last, last_line(b, lane));
  for (w = tp_max(w, first_line(b, lane)); w <= last; w++)
    if (to_rows)
      memcpy(element_of(b, size, s, lane, w), cell_of(b, size, s, lane, w), (size_t)size);
    else
      memcpy(cell_of(b, size, s, lane, w), element_of(b, size, s, lane, w), (size_t)size);
}

/* All rows, where size and to_rows are constants. Where the first lanes of a square have no row s, it begins behind them. */
INLINE void move_lines_of(const block_lines *b, int size, int to_rows) {
  if (move_all_squares(b, size, to_rows))
    return;
  for (tp_int lane = 0; lane < b->lanes; lane += side_of(size))
    for (tp_int s = 0; s < b->height; s++) {
      const tp_int first = first_lane(b, s), begin = tp_max(lane, first), past = tp_min(begin + side_of(size), b->lanes);
      if (lane + side_of(size) <= first)
        continue;
      const tp_int w = past < begin + side_of(size) ? b->first : move_squares(b, size, to_rows, s, begin, b->first);
      for (tp_int k = begin; w <= b->last && k < past; k++)
        move_row(b, size, to_rows, s, k, w);
    }
}

INLINE void move_lines(const block_lines *b, tp_int size, int to_rows) {
  if (size == 4)
    move_lines_of(b, 4, to_rows);
  else
    move_lines_of(b, 8, to_rows);
}

/* The processor is asked for what lies `ahead` bytes behind these lines in each row: rows are too many for it to foresee them. */
INLINE void ask_ahead(const block_lines *b, tp_int size, tp_int ahead, int is_written) {
  for (tp_int s = 0; s < b->height; s++)
    for (tp_int lane = first_lane(b, s); lane < b->lanes; lane++)
      if (is_written)
        __builtin_prefetch(b->place[s * b->lanes + lane] + b->last * size + ahead, 1);
      else
        __builtin_prefetch(b->place[s * b->lanes + lane] + b->last * size + ahead);
}

#endif
