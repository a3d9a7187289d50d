/* trace.h - what happened in which order, recorded in memory; off unless a plan points to a record.
 *
 * Events get their place in the record by one atomic counter, so the order of two events of different
 * threads is the order in which they were recorded. */
#ifndef TP_TRACE_H
#define TP_TRACE_H

#include "tilepipe/runtime.h"

enum {
  TP_EVENT_POST,     /* the receive of a face was posted */
  TP_EVENT_RECEIVED, /* a face is complete and unpacked */
  TP_EVENT_BEGIN,    /* the tiles k of a CPU begin */
  TP_EVENT_FINISH,   /* the tiles k of a CPU are computed */
  TP_EVENT_SEND,     /* the send of a face starts */
  TP_EVENT_BARRIER,  /* a thread passed a group's barrier */
  TP_EVENT_TEAM      /* a team was started for one round */
};

typedef struct tp_event {
  int kind, rank, thread; /* of the CPU concerned */
  int by;                 /* the thread that did it */
  tp_int k;               /* tile along the mapped dimension */
  tp_int step;            /* the CPU's step: k, or the group's step */
} tp_event;

typedef struct tp_trace {
  tp_event *event;
  long room;
  _Atomic long count; /* may pass room: the rest was dropped */
} tp_trace;

void tp_trace_add(tp_trace *t, int kind, int rank, int thread, int by, tp_int k,
                  tp_int step);

#endif
