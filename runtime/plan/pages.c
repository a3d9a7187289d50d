/* pages.c - memory of ranks: pieces of rows, and what touching pages for the first time costs. */
#include "plan/pages.h"

#include "plan/extents.h"
#include "plan/formulas.h"

#include <math.h>

#define PAGE 4096.
/* Bytes of a nest's arrays below which copies of all of them on each rank do no harm. */
#define SMALL (16 << 20)

/* Bytes of a row of the arrays, 0: not known. */
static double row_bytes(const tp_shape *shape) {
  int c = (int)shape->contiguous_dim;
  return c < 0 ? 0 : shape->contiguous_bytes * (double)tp_length(shape->lo[c], shape->hi[c]);
}

tp_int tp_page_pieces(const tp_shape *shape) {
  double bytes = row_bytes(shape), piece = shape->stays ? TP_STAYING_PAGES * PAGE : PAGE;
  if (bytes == 0 || (shape->held_bytes < SMALL && !shape->stays))
    return TP_HUGE;
  return bytes < 2 * piece ? 1 : (tp_int)(bytes / piece);
}

/* Pieces of whole rows that lie together, on a rank with cyclic rows. */
static double cyclic_pieces(const tp_shape *shape, const tp_plan *p) {
  double before = 1, pieces = 1;
  for (int d = 0; d < p->dims; before *= (double)tp_length(shape->lo[d], shape->hi[d]), d++)
    if (p->mesh[d] > 1)
      pieces = before * (double)tp_passes(p);
  return pieces;
}

int tp_pages_stay(const tp_shape *shape, const tp_plan *p) {
  tp_int c = shape->contiguous_dim;
  if (!shape->stays || p->ranks < 2 || c < 0)
    return 0;
  if (tp_passes(p) > 1)
    return p->mesh[c] == 1 && cyclic_pieces(shape, p) <= TP_STAYING_PIECES;
  return p->mesh[c] <= tp_page_pieces(shape);
}

int tp_pages_suffice(const tp_shape *shape, const tp_request *q, int ranks, int m) {
  tp_int room = 1;
  for (int d = 0; d < shape->dims; d++) {
    tp_int rows = tp_most_rows(shape, q->extent[d], d), pieces = d == shape->contiguous_dim ? tp_page_pieces(shape) : rows;
    if (d != m)
      room = tp_mul_sat(room, rows < pieces ? rows : pieces);
  }
  return room >= ranks;
}

/* Studies under TILEPIPE_ALWAYS rely on the rules of request.c alone, where arrays do not stay. */
tp_request tp_pages_request(const tp_shape *shape, const tp_settings *settings, const tp_request *q, int ranks) {
  tp_request out = *q;
  int c = (int)shape->contiguous_dim, open = settings->mesh.count != shape->dims && settings->group.count != shape->dims;
  if (ranks == 1 || (settings->always && !shape->stays) || !open || c < 0 || c == q->mapped || tp_pages_suffice(shape, q, ranks, q->mapped))
    return out;
  /* A dimension without dependence needs no messages between CPUs. Gathering, where arrays do not stay then, takes
     longer than messages. */
  if (!tp_pages_suffice(shape, q, ranks, c) || (!shape->stays && shape->reach[c] == 0 && shape->reach[q->mapped] > 0))
    return out;
  out.mesh[q->mapped] = out.group[q->mapped] = 0;
  out.mapped = c;
  out.mesh[c] = out.group[c] = 1;
  return out;
}

void tp_pages_cap(const tp_shape *shape, const tp_request *q, int ranks, tp_int *cap) {
  tp_int c = shape->contiguous_dim;
  if (ranks > 1 && c >= 0 && tp_pages_suffice(shape, q, ranks, q->mapped) && cap[c] > tp_page_pieces(shape))
    cap[c] = tp_page_pieces(shape);
}

/* Ranks that divide the rows of the arrays. */
static int row_ranks(const tp_shape *shape, const tp_plan *p) {
  return row_bytes(shape) == 0 ? 1 : p->mesh[shape->contiguous_dim];
}

double tp_touched_part(const tp_shape *shape, const tp_plan *p) {
  tp_int c = shape->contiguous_dim;
  if (row_ranks(shape, p) == 1)
    return 1;
  double piece = p->assign == TP_ASSIGN_CYCLIC ? (double)p->extent[c] * p->group[c] * shape->contiguous_bytes
                                               : row_bytes(shape) / p->mesh[c];
  return fmin(p->mesh[c], 1 + PAGE / piece);
}

/* Workers ask for huge pages where their part of an array lies together (ranks/array.c). */
double tp_touch_seconds(const tp_shape *shape, const tp_machine *machine, const tp_plan *p) {
  return 1 / (row_ranks(shape, p) == 1 ? machine->touch : machine->touch_small);
}
