/* trace.c - the in-memory event record. */
#include "trace/trace.h"

#include <stdatomic.h>

void tp_trace_add(tp_trace *t, int kind, int rank, int thread, int by, tp_int k, tp_int step) {
  long at = atomic_fetch_add(&t->count, 1);
  if (at < t->room)
    t->event[at] = (tp_event){kind, rank, thread, by, k, step};
}
