/* array.h - arrays of rank 0's program on the other ranks.
 *
 * A worker reserves the address range that a region may access and touches only its footprint, so the
 * emitted subscripts stay the program's. Reservations are kept between regions, because touching pages
 * for the first time is dear. What a reservation holds between regions is described by its state: for
 * now always TP_STATE_STALE, since every region brings what it needs and gathers what it wrote; arrays
 * that stay distributed will be another state, not another design. */
#ifndef TP_ARRAY_H
#define TP_ARRAY_H

#include "util/status.h"
#include "tilepipe/runtime.h"

enum {
  TP_STATE_STALE /* nothing in it may be used before it is received again */
};

typedef struct tp_reservation {
  const char *first; /* on rank 0 */
  tp_int bytes;
  char *map, *at;    /* the mapping; where `first` lies in it */
  tp_int mapped;
  int state;
  unsigned long used; /* time of last use, for eviction */
  unsigned long turn; /* the same in regions that brought new arrays */
} tp_reservation;

/* Makes args (as rank 0 sent them) valid on this rank: static arrays become this program's own, every
   other array gets a reservation. box: this rank's part, which decides about huge pages; null: none. */
tp_status tp_arrays_localise(const tp_region *r, void *args, const tp_box *box);

/* Gives all reservations back, where memory is short: of regions that do not run now. Answers their number. */
int tp_arrays_drop(void);

/* Ranges of arrays that share a base become one: that of the first of them, the others are emptied. */
void tp_array_hulls(const tp_region *r, tp_range *range);

/* A private reservation for array number `array` with the hull [first, past) relative to its base;
   *base is where the array's base pointer has to point. Free with tp_array_release. */
tp_status tp_array_shadow(tp_int first, tp_int past, tp_reservation *out, void **base);
void tp_array_release(tp_reservation *v);

#endif
