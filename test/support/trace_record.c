/* trace_record.c - the in-memory event record. */
#include "support/trace_record.h"

#include <stdatomic.h>
#include <stdlib.h>

static void add(tp_trace *t, const tp_event *e) {
  tp_trace_record *record = (tp_trace_record *)t;
  long at = atomic_fetch_add(&record->count, 1);
  if (at < record->room)
    record->event[at] = *e;
}

tp_trace_record tp_trace_record_of(long room) {
  return (tp_trace_record){{add}, calloc((size_t)room, sizeof(tp_event)), room, 0};
}
