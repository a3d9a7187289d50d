/* trace_record.h - what happened in which order, recorded in memory.
 *
 * Events get their place in the record by one atomic counter, so the order of two events of different
 * threads is the order in which they were recorded. */
#ifndef TP_TRACE_RECORD_H
#define TP_TRACE_RECORD_H

#include "exec/trace.h"

typedef struct tp_trace_record {
  tp_trace trace;
  tp_event *event;
  long room;
  _Atomic long count; /* may pass room: the rest was dropped */
} tp_trace_record;

/* An empty record with room for so many events; event: null if there is no memory. */
tp_trace_record tp_trace_record_of(long room);

#endif
