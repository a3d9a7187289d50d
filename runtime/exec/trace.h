/* trace.h - events of the pipeline, for tests that record them. They are off unless a pipeline points to a record. */
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

/* What a record of events derives from: `add` may be called by several threads at a time. */
typedef struct tp_trace {
  void (*add)(struct tp_trace *t, const tp_event *e);
} tp_trace;

/* t null: tracing is off. */
static inline void tp_trace_add(tp_trace *t, int kind, int rank, int thread, int by, tp_int k, tp_int step) {
  if (t)
    t->add(t, &(tp_event){kind, rank, thread, by, k, step});
}

#endif
