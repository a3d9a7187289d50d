/* line_ring.c - elements of rows between an array and a ring of lines, as runtime.h has both
 *
 * Lines cross the rows. Where some rows have elements on some lines, these are squares, which are turned in registers. */
#include "exec/squares.h"

#include <string.h>

/* Bytes of a line of memory, and of those that the processor is asked for ahead in a row: what the next call takes. */
enum { LINE = 64, AHEAD = 128 };
/* Lines that are most often moved at a time: they lie behind each other, without an end of the ring between them. */
enum { CHUNK = 16 };

/* Some rows, and the lines of each: from `from`, to `to`. */
typedef struct {
  tp_int row, count;
  tp_int from[TP_LINE_ROWS], to[TP_LINE_ROWS];
} spans;

/* The rows and columns of a block's points, the lines that a call is for, and where elements and cells are. */
typedef struct {
  tp_int slope, row, last_row;
  const tp_edge *firsts, *lasts;
  tp_int first_edges, last_edges, first, last;
  char *cells;   /* where a line would have the cell of row 0 */
  tp_int line;   /* from there to that of the next line */
  char *const *pointers; /* to each row of the array, where it has such */
  tp_int behind;         /* bytes from there to where row 0 would have its element of line 0 */
  char *rows;            /* the array has none: that place */
  tp_int stride;         /* from there to that of the next row; how much less each is behind its pointer */
} line_ring;

/* No pointer is read but of a row that has the element. */
INLINE char *element_at(const line_ring *r, int size, tp_int row, tp_int w) {
  return (r->pointers ? r->pointers[row] + r->behind : r->rows) + row * r->stride + w * size;
}
INLINE char *cell_at(const line_ring *r, int size, tp_int row, tp_int w) { return r->cells + (w & (TP_LINES - 1)) * r->line + row * size; }

INLINE void move_row(const line_ring *r, int size, int to_rows, tp_int row, tp_int w, tp_int last) {
  for (; w <= last; w++)
    if (to_rows)
      memcpy(element_at(r, size, row, w), cell_at(r, size, row, w), (size_t)size);
    else
      memcpy(cell_at(r, size, row, w), element_at(r, size, row, w), (size_t)size);
}

/* Addresses come first: a store might change what they are read from. */
INLINE void move_square(const line_ring *r, int size, int to_rows, tp_int row, tp_int w) {
  char *element[8], *cell[8];
  UNROLL
  for (int k = 0; k < side_of(size); k++) {
    element[k] = element_at(r, size, row + k, w);
    cell[k] = cell_at(r, size, row, w + k);
  }
  turn_square((places){element, 0}, (places){cell, 0}, 32, size, to_rows, 0);
}

/* As many lines from w on as make squares. Returns the next line. */
INLINE tp_int move_squares(const line_ring *r, int size, int to_rows, tp_int row, tp_int w, tp_int last) {
  for (; w + side_of(size) <= last + 1; w += side_of(size))
    move_square(r, size, to_rows, row, w);
  return w;
}

/* Size and to_rows are constants. Squares begin with the first row of points, where vectors of cells begin. */
INLINE void move_spans(const line_ring *r, int size, int to_rows, const spans *s) {
  const tp_int side = side_of(size);
  for (tp_int k = 0; k < s->count;) {
    tp_int from = s->from[k], to = s->to[k], square = 1;
    for (; s->row + k >= r->row && square < side && k + square < s->count; square++) {
      from = tp_max(from, s->from[k + square]);
      to = tp_min(to, s->to[k + square]);
    }
    if (square < side || from + side > to + 1) {
      for (; square > 0; square--, k++)
        move_row(r, size, to_rows, s->row + k, s->from[k], s->to[k]);
      continue;
    }
    const tp_int behind = move_squares(r, size, to_rows, s->row + k, from, to);
    for (; square > 0; square--, k++) {
      move_row(r, size, to_rows, s->row + k, s->from[k], from - 1);
      move_row(r, size, to_rows, s->row + k, behind, s->to[k]);
    }
  }
}

/* The lines, of those that the call is for, of what lies in reach `of` of points: of s's rows. */
INLINE void find_spans(const line_ring *r, const tp_reach *of, spans *s) {
  for (tp_int k = 0; k < s->count; k++) {
    s->from[k] = r->first;
    s->to[k] = r->last;
  }
  for (tp_int e = 0; e < r->first_edges; e++) {
    const tp_int step = r->firsts[e].tp_slope + r->slope;
    const tp_int line = r->firsts[e].tp_of_row0 + of->tp_first - r->firsts[e].tp_slope * of->tp_row + step * s->row;
    for (tp_int k = 0; k < s->count; k++)
      s->from[k] = tp_max(s->from[k], line + step * k);
  }
  for (tp_int e = 0; e < r->last_edges; e++) {
    const tp_int step = r->lasts[e].tp_slope + r->slope;
    const tp_int line = r->lasts[e].tp_of_row0 + of->tp_last - r->lasts[e].tp_slope * of->tp_row + step * s->row;
    for (tp_int k = 0; k < s->count; k++)
      s->to[k] = tp_min(s->to[k], line + step * k);
  }
}

/* Lines of one more reach into s. What does not touch the lines that a row has already is moved at once. */
INLINE void add_reach(const line_ring *r, int size, const tp_reach *of, spans *s) {
  spans other;
  other.row = r->row + of->tp_row;
  other.count = r->last_row - r->row + 1;
  find_spans(r, of, &other);
  for (tp_int k = 0; k < other.count; k++) {
    const tp_int at = other.row + k - s->row;
    if (other.from[k] > other.to[k])
      continue;
    if (s->from[at] > s->to[at]) {
      s->from[at] = other.from[k];
      s->to[at] = other.to[k];
    } else if (other.from[k] <= s->to[at] + 1 && other.to[k] + 1 >= s->from[at]) {
      s->from[at] = tp_min(s->from[at], other.from[k]);
      s->to[at] = tp_max(s->to[at], other.to[k]);
    } else {
      move_row(r, size, 0, other.row + k, other.from[k], other.to[k]);
    }
  }
}

/* The same of one row, for one side. */
INLINE tp_int first_line(const line_ring *r, const tp_reach *of, tp_int row) {
  tp_int line = r->first;
  for (tp_int e = 0; e < r->first_edges; e++)
    line = tp_max(line, r->firsts[e].tp_of_row0 + of->tp_first + r->firsts[e].tp_slope * (row - of->tp_row) + r->slope * row);
  return line;
}

INLINE tp_int last_line(const line_ring *r, const tp_reach *of, tp_int row) {
  tp_int line = r->last;
  for (tp_int e = 0; e < r->last_edges; e++)
    line = tp_min(line, r->lasts[e].tp_of_row0 + of->tp_last + r->lasts[e].tp_slope * (row - of->tp_row) + r->slope * row);
  return line;
}

/* All rows of points have a chunk of lines: so it is but at the ends of a block. Edges are straight, so the first and the
   last row tell. */
INLINE int is_full(const line_ring *r, const tp_reach *own) {
  return r->first % CHUNK == 0 && r->last == r->first + CHUNK - 1 && first_line(r, own, r->row) == r->first &&
         first_line(r, own, r->last_row) == r->first && last_line(r, own, r->row) == r->last && last_line(r, own, r->last_row) == r->last;
}

INLINE void move_full_row(const line_ring *r, int size, int to_rows, tp_int row) {
  UNROLL
  for (tp_int k = 0; k < CHUNK; k++)
    move_row(r, size, to_rows, row, r->first + k, r->first + k);
}

INLINE void move_full(const line_ring *r, int size, int to_rows) {
  tp_int row = r->row;
  for (; row + side_of(size) <= r->last_row + 1; row += side_of(size))
    for (tp_int k = 0; k < CHUNK; k += side_of(size))
      move_square(r, size, to_rows, row, r->first + k);
  for (; row <= r->last_row; row++)
    move_full_row(r, size, to_rows, row);
}

/* What points reach in rows that have none. */
INLINE void take_ends(const line_ring *r, int size, const tp_reach *of) {
  const tp_int begin = of->tp_row < 0 ? r->row + of->tp_row : tp_max(r->last_row + 1, r->row + of->tp_row);
  const tp_int end = of->tp_row < 0 ? tp_min(r->row - 1, r->last_row + of->tp_row) : r->last_row + of->tp_row;
  for (tp_int row = begin; row <= end; row++)
    move_row(r, size, 0, row, first_line(r, of, row), last_line(r, of, row));
}

INLINE void ask_ahead(const line_ring *r, int size, const tp_reach *reaches, tp_int count) {
  tp_int begin = r->row, end = r->last_row;
  for (tp_int k = 1; k < count; k++) {
    begin = tp_min(begin, r->row + reaches[k].tp_row);
    end = tp_max(end, r->last_row + reaches[k].tp_row);
  }
  for (; begin <= end; begin++)
    for (tp_int ahead = LINE; ahead <= AHEAD; ahead += LINE)
      __builtin_prefetch(element_at(r, size, begin, r->last) + ahead);
}

INLINE void take_spans(const line_ring *r, int size, const tp_reach *reaches, tp_int count) {
  spans all;
  tp_int last = r->last_row;
  all.row = r->row;
  for (tp_int k = 1; k < count; k++) {
    all.row = tp_min(all.row, r->row + reaches[k].tp_row);
    last = tp_max(last, r->last_row + reaches[k].tp_row);
  }
  all.count = last - all.row + 1;
  for (tp_int k = 0; k < all.count; k++) {
    all.from[k] = 1; /* none */
    all.to[k] = 0;
  }
  for (tp_int k = 0; k < count; k++)
    add_reach(r, size, reaches + k, &all);
  move_spans(r, size, 0, &all);
}

INLINE void take(const line_ring *r, int size, const tp_reach *reaches, tp_int count) {
  if (r->row > r->last_row)
    return;
  const int full = is_full(r, reaches);
  if (full || !r->pointers)
    ask_ahead(r, size, reaches, count);
  if (!full) {
    take_spans(r, size, reaches, count);
    return;
  }
  move_full(r, size, 0);
  for (tp_int k = 1; k < count; k++)
    take_ends(r, size, reaches + k);
}

INLINE void store(const line_ring *r, int size) {
  const tp_reach own = {0, 0, 0};
  spans s;
  if (is_full(r, &own)) {
    move_full(r, size, 1);
    return;
  }
  s.row = r->row;
  s.count = tp_max(r->last_row - r->row + 1, 0);
  find_spans(r, &own, &s);
  move_spans(r, size, 1, &s);
}

INLINE void take_of(const line_ring *r, tp_int size, const tp_reach *reaches, tp_int count) {
  if (size == 4)
    take(r, 4, reaches, count);
  else
    take(r, 8, reaches, count);
}

INLINE void store_of(const line_ring *r, tp_int size) {
  if (size == 4)
    store(r, 4);
  else
    store(r, 8);
}

/* Compilers see that there are no pointers. */
INLINE line_ring without_pointers(const line_ring *r) {
  line_ring result = *r;
  result.pointers = NULL;
  return result;
}

INLINE void take_any(const line_ring *r, tp_int size, const tp_reach *reaches, tp_int count) {
  const line_ring strided = without_pointers(r);
  if (r->pointers)
    take_of(r, size, reaches, count);
  else
    take_of(&strided, size, reaches, count);
}

INLINE void store_any(const line_ring *r, tp_int size) {
  const line_ring strided = without_pointers(r);
  if (r->pointers)
    store_of(r, size);
  else
    store_of(&strided, size);
}

#if defined(__x86_64__)
__attribute__((target("avx2"))) static void take_avx2(const line_ring *r, tp_int size, const tp_reach *reaches, tp_int count) {
  take_any(r, size, reaches, count);
}
__attribute__((target("avx2"))) static void store_avx2(const line_ring *r, tp_int size) { store_any(r, size); }
#endif

void tp_to_lines(const void *rows, tp_int stride, tp_int size, void *cells, tp_int line, tp_int slope, tp_int begin, tp_int row,
                 tp_int last_row, tp_int offset0, tp_int offset1, const tp_edge *firsts, tp_int first_edges,
                 const tp_edge *lasts, tp_int last_edges, const tp_reach *reaches, tp_int count, tp_int first, tp_int last) {
  const line_ring r = {slope, row, last_row, firsts, lasts, first_edges, last_edges, first, last, (char *)cells - begin * size,
                       line, stride ? NULL : (char *const *)rows + offset0, offset1 * size,
                       stride ? (char *)rows + offset0 * stride + offset1 * size : NULL, stride - slope * size};
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx2")) {
    take_avx2(&r, size, reaches, count);
    return;
  }
#endif
  take_any(&r, size, reaches, count);
}

void tp_from_lines(void *rows, tp_int stride, tp_int size, const void *cells, tp_int line, tp_int slope, tp_int begin, tp_int row,
                   tp_int last_row, tp_int offset0, tp_int offset1, const tp_edge *firsts, tp_int first_edges,
                   const tp_edge *lasts, tp_int last_edges, tp_int first, tp_int last) {
  const line_ring r = {slope, row, last_row, firsts, lasts, first_edges, last_edges, first, last, (char *)cells - begin * size,
                       line, stride ? NULL : (char *const *)rows + offset0, offset1 * size,
                       stride ? (char *)rows + offset0 * stride + offset1 * size : NULL, stride - slope * size};
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx2")) {
    store_avx2(&r, size);
    return;
  }
#endif
  store_any(&r, size);
}
