/* held.h - what a worker holds of arrays that stay: where each area is here, and sending what rank 0 asks for. */
#ifndef TP_HELD_H
#define TP_HELD_H

#include "ranks/transfers.h"

/* Areas that the placement does not name are held no longer; it learns where the others are. Before the arguments are
   made this rank's own. p: null: there are no areas. */
void tp_held_begin(tp_placement *p);
/* Afterwards: notes where the areas of the region's arrays are. from: the arguments as rank 0 sent them. */
void tp_held_note(const tp_region *r, const tp_placement *p, const void *from, const void *args);
/* Where the byte is here at which an area that the rank takes part in began. */
char *tp_held_at(int area);

/* Sends what rank 0 asks for, to it or to others: `count` transfers. */
void tp_held_send(const tp_area_transfer *t, int count);

#endif
