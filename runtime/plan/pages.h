/* pages.h - memory of ranks: a rank has its own copy of each page that holds something that it needs.
 *
 * Ranks that divide the rows of an array have a piece of every row. Where pieces are shorter than a page, each rank
 * holds pages of its neighbours' pieces too; in the end all ranks hold the whole array. */
#ifndef TP_PAGES_H
#define TP_PAGES_H

#include "plan/request.h"

/* 1: the plan leaves the arrays of the nest on the ranks. */
int tp_pages_stay(const tp_shape *shape, const tp_plan *p);

/* Pieces of at least a page (TP_STAYING_PAGES) into which a row of the arrays can be cut; TP_HUGE: rows may be cut anywhere, for nothing is
   known of them or the arrays are small. */
tp_int tp_page_pieces(const tp_shape *shape);

/* 1: so many ranks have room where dimension m is mapped, and nobody's piece of a row is below a page. */
int tp_pages_suffice(const tp_shape *shape, const tp_request *q, int ranks, int m);

/* The request for so many ranks. It maps the rows where another mapped dimension would leave ranks pieces below a page,
   and settings leave that open. */
tp_request tp_pages_request(const tp_shape *shape, const tp_settings *settings, const tp_request *q, int ranks);

/* Lowers cap[], the most ranks along each dimension, so that nobody's piece of a row is below a page; not where ranks
   would be left without room. */
void tp_pages_cap(const tp_shape *shape, const tp_request *q, int ranks, tp_int *cap);

/* Bytes of pages that a rank touches for each byte that it needs. */
double tp_touched_part(const tp_shape *shape, const tp_plan *p);

/* Seconds per byte of first touching pages of a rank. */
double tp_touch_seconds(const tp_shape *shape, const tp_machine *machine, const tp_plan *p);

#endif
