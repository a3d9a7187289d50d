/* movement.h - what has to move before and after a run, and who holds what then. Pure functions of plain data. */
#ifndef TP_MOVEMENT_H
#define TP_MOVEMENT_H

#include "residency/directory.h"

/* Bytes [first, past) of an area, by rank 0's addresses, go from one rank to another. */
typedef struct tp_transfer {
  int from, to, area;
  uintptr_t first, past;
} tp_transfer;

typedef struct tp_transfers {
  tp_transfer *at;
  int count, room;
  int failed; /* out of memory */
} tp_transfers;

void tp_transfers_free(tp_transfers *t);

/* Before a run: each rank gets what it needs (need[rank]: closed sets) and does not hold. Rank 0 gets whole pages where it
   lacks something; written: 0: all pages that it needs something of, for they are not opened. Adds to *out; *d: who holds
   what when that has moved. */
void tp_movement_before(int area, const tp_spans *need, int ranks, int written, uintptr_t page, tp_directory *d,
                        tp_transfers *out);

/* After a run in which each rank has written own[rank] (closed sets, which do not overlap), and nobody else will write
   there before that is all. *d: who holds what then, when what is added to *out has moved to rank 0, too:
   - of a page that lies in the area, rank 0 holds no byte that others hold all of;
   - bytes of pages that reach out of the area are home. */
void tp_movement_after(int area, const tp_spans *own, int ranks, uintptr_t page, tp_directory *d, tp_transfers *out);

/* What rank 0 lacks of [first, past), whole pages of the area. Adds to *out; rank 0 holds it in *d then, as do those that
   did before. */
void tp_movement_home(int area, uintptr_t first, uintptr_t past, tp_directory *d, tp_transfers *out);

/* The pages that lie in [first, past): from *first to *past, equal if there are none. */
void tp_pages_inside(uintptr_t *first, uintptr_t *past, uintptr_t page);

#endif
