/* staying.h - rank 0: areas, the ranges of memory of arrays that stay on ranks.
 *
 * Rank 0 knows for each byte of an area which ranks hold it (residency/directory.h). Whoever looks at areas or changes
 * them has entered before. */
#ifndef TP_STAYING_H
#define TP_STAYING_H

#include "ranks/transfers.h"
#include "report/report.h"
#include "residency/directory.h"
#include "residency/movement.h"
#include "residency/spans.h"
#include "residency/worth.h"

#include <stddef.h>
#include <stdint.h>

typedef struct tp_staying {
  unsigned long long serial; /* 0: no area */
  int watched;
  int surveyed; /* all is home and stays so; pages are closed until they are touched (ranks/survey.h) */
  tp_directory d;
  tp_span began;    /* its range then */
  uintptr_t room;   /* it may grow by so many bytes in front of that, and behind */
  const void *base; /* the array's, perhaps in front of what regions access */
  const char *array, *region; /* names: of the array, and of the region that wrote it last */
  long long plan;             /* with this one, by its serial */
  long long writes;           /* runs that wrote it */
  const struct tp_needs *by;  /* and this is what was known of the run; perhaps forgotten since */
  tp_spans touched;           /* what the program's touches have brought since */
  uintptr_t first, past; /* of the last piece that a fault brought: the next one may follow it, or come before it */
  uintptr_t piece;       /* bytes of a piece now */
} tp_staying;

typedef struct tp_staying_counts {
  int asked;       /* something was asked to stay */
  const char *why; /* it may not, null: it may, or that is not known */
  long long home, ranks, border, foreseen, fetched, returned, faults, starts;
  double protecting; /* seconds in which the protection of pages was changed around runs */
  long long surveys, touched; /* their number, and bytes that the program touched in them */
  tp_brought *brought; /* of each rank, null: nothing yet */
} tp_staying_counts;

enum { TP_STAYING_PIECE_MOST = 8 << 20 }; /* bytes that a message brings */

extern tp_staying tp_staying_area[TP_AREAS_MOST];
extern tp_staying_counts tp_staying_count;
extern tp_worth tp_staying_worth; /* of TILEPIPE_DATA=auto */

/* The service thread's faults wait until the thread that has entered leaves, and so do signals that the program handles
   (ranks/deferral.h). */
void tp_staying_enter(void);
void tp_staying_leave(void);

/* Seconds that the program's touches of an area have cost; of all areas that a plan wrote, since it was asked last. */
void tp_staying_spend(int number, double seconds);
double tp_staying_take_owed(long long plan);

int tp_staying_any(void);
int tp_staying_overlaps(const tp_staying *a, uintptr_t first, uintptr_t past);
/* 1: some area has a byte of the span. */
int tp_staying_reached(tp_span s);
/* An area that has all of the span; -1: none. */
int tp_staying_around(tp_span s);
/* There is an area that has the span, if that can be. One that has a part of it grows. Ranks hold each area in one range of
   addresses: where the room in that is too small, it goes back and begins anew, with more room. */
void tp_staying_make(tp_span s, const void *base);

/* A new area that is surveyed; answers its number, -1: there is none. */
int tp_staying_survey(tp_span s);

/* Where transfers of an area count from. */
char *tp_staying_at(int number);
/* Tells a rank between regions which transfers it has a part in. */
void tp_staying_ask(int rank, const tp_area_transfer *t, int count);
/* Rank 0 holds [first, past) of an area; written: it alone. */
void tp_staying_bring(int number, uintptr_t first, uintptr_t past, int written);
/* The area is no more: all of it is home, with its data or without. */
void tp_staying_end(int number, int with_data);
void tp_staying_end_overlapping(uintptr_t first, uintptr_t past);

/* The directory has changed: what would be lost with a rank (ranks/lost.h). */
void tp_staying_note(int number);
/* Ends the run where one of them has found no memory. */
void tp_staying_check(const tp_directory *d, const tp_transfers *t);
long long tp_staying_bytes(const tp_transfers *t);

#endif
