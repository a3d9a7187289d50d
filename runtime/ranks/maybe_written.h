/* maybe_written.h - results of arrays with conditional writes: rank 0 stores only what the nest changed.
 *
 * A worker returns the elements that its points may write, also those whose condition was false. Another thread of the
 * program may have written these meanwhile, or their memory may be read-only. So rank 0 sends such arrays from a copy,
 * and stores a result only where it differs from the copy.
 *
 * Where several iterations may write an element (TP_ARRAY_REWRITTEN), rank 0's own tiles may have written it before the
 * owner restored its old value. There a result is stored where it differs from what the memory holds by then. */
#ifndef TP_MAYBE_WRITTEN_H
#define TP_MAYBE_WRITTEN_H

#include "comm/bulk.h"
#include "ranks/array.h"
#include "exec/pipeline.h"

typedef struct tp_maybe_written {
  const tp_pipeline *pipeline;
  char *sent, *received;      /* the plan's arguments with the copies; null: the region has no such array */
  tp_reservation *copy;       /* two for each array */
} tp_maybe_written;

/* Copies what the plan's other ranks get of maybe-written arrays. TP_FAILED: no memory. */
tp_status tp_maybe_begin(tp_maybe_written *m, const tp_pipeline *p);

/* The arguments from which inputs are sent, and those into which results are received. */
const void *tp_maybe_sent(const tp_maybe_written *m);
const void *tp_maybe_received(const tp_maybe_written *m);

/* Stores what `rank` has changed; its results have been received. */
void tp_maybe_store(const tp_maybe_written *m, int rank);

void tp_maybe_end(tp_maybe_written *m);

#endif
