/* array.h - arrays of rank 0's program on the other ranks.
 *
 * A worker reserves the address range that a region may access and touches only its footprint, so the
 * emitted subscripts stay the program's. Reservations are kept between regions, because touching pages
 * for the first time is dear. What a reservation holds between regions is described by its state: 
 * TP_STATE_STALE, where a region brings what it needs and gathers what it wrote, or TP_STATE_HELD, where an array
 * stays distributed and rank 0 knows what is valid here. */
#ifndef TP_ARRAY_H
#define TP_ARRAY_H

#include "ranks/transfers.h"
#include "util/status.h"
#include "tilepipe/runtime.h"

enum {
  TP_STATE_STALE, /* nothing in it may be used before it is received again */
  TP_STATE_HELD   /* it belongs to an area of rank 0's: it goes when rank 0 says so */
};

typedef struct tp_reservation {
  const char *first; /* on rank 0 */
  tp_int bytes;
  char *map, *at;    /* the mapping; where `first` lies in it */
  tp_int mapped;
  int state;
  unsigned long long area; /* held: the serial of its area */
  unsigned long used; /* time of last use, for eviction */
  unsigned long turn; /* the same in regions that brought new arrays */
} tp_reservation;

/* Makes args (as rank 0 sent them) valid on this rank: static arrays become this program's own, every
   other array gets a reservation. box: this rank's part, which decides about huge pages; null: none.
   placement: arrays that stay get the reservation of their area; null: none stays. */
tp_status tp_arrays_localise(const tp_region *r, void *args, const tp_box *box, const tp_placement *placement);

/* Reservations of other areas than these are held no longer. */
void tp_arrays_release_held(const tp_area *area, int areas);

/* Gives all reservations back, where memory is short: of regions that do not run now. Answers their number. */
int tp_arrays_drop(void);

/* Ranges of arrays that share a base become one: that of the first of them, the others are emptied. */
void tp_array_hulls(const tp_region *r, tp_range *range);

/* A private reservation for array number `array` with the hull [first, past) relative to its base;
   *base is where the array's base pointer has to point. Free with tp_array_release. */
tp_status tp_array_shadow(tp_int first, tp_int past, tp_reservation *out, void **base);
void tp_array_release(tp_reservation *v);

#endif
