/* fresh.h - memory that a run is going to write and that nobody has touched yet.
 *
 * A page that is read before its first write is the kernel's page of zeros. The write then gives it memory of its own,
 * and interrupts all other CPUs of the process. In the program's order a row's page has been written by the row before
 * it; in tiles that run at the same time it has not. So the threads make such memory present before their first tile. */
#ifndef TP_FRESH_H
#define TP_FRESH_H

#include "tilepipe/runtime.h"

enum { TP_FRESH_MOST = 8 };

typedef struct tp_fresh {
  int count;
  struct {
    char *first;
    tp_int bytes;
  } piece[TP_FRESH_MOST];
} tp_fresh;

/* Finds the arrays of a space of so many points that the run writes densely, each element once, and whose memory is not
   present. The contents of memory stay as they are. */
void tp_fresh_find(tp_fresh *f, const tp_region *r, const void *args, tp_int points);

/* A thread's share of it. Where the kernel cannot, nothing happens. */
void tp_fresh_populate(const tp_fresh *f, int thread, int threads);

#endif
