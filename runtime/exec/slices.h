/* slices.h - what a pipeline adds to its timeline. Without one the clock is read for statistics alone. */
#ifndef TP_SLICES_H
#define TP_SLICES_H

#include "exec/pipeline.h"
#include "timeline/timeline.h"

/* Ends the phase of a thread that began at c->clock, and answers when. *seconds: of it, for the statistics, to which
   it is added. Its slice (TP_SLICE_COMM, WAIT or TILE) is about tile k of the lane; k -1: of none. */
double tp_phase_end(tp_cpu *c, const tp_lane *l, int kind, tp_int k, double *seconds);

/* When a part of a phase begins, 0: there is no timeline. */
static inline double tp_part_begin(const tp_pipeline *p) { return p->timeline ? tp_now() : 0; }

/* Ends a part, and answers when, 0: there is no timeline. c: the channel it is about. */
double tp_part_end(const tp_pipeline *p, const tp_lane *l, const tp_channel *c, int kind, double begin, tp_int k);

/* Behind a wait of a thread, for the slice of it, if it had to wait. whom: TP_SLICE_LOWER: the thread, else the rank;
   -1: none. */
void tp_part_waited(const tp_pipeline *p, const tp_lane *l, int thread, int kind, const tp_backoff *backoff, int whom,
                    tp_int k);

/* The number of a channel's messages, the same at both ends, before it is joined with a message's own. */
unsigned long long tp_message_base(const tp_plan *plan, int face, const tp_int *producer);

#endif
