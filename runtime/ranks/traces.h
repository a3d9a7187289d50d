/* traces.h - slices of time of other ranks come to rank 0, by one clock. */
#ifndef TP_TRACES_H
#define TP_TRACES_H

#include <stddef.h>

/* All ranks, when the program starts: rank 0 compares the others' clocks with its own. */
void tp_traces_begin(void);

/* What is known of a rank's clock. */
typedef struct tp_trace_clock {
  double ahead; /* of rank 0's, when the program ended, in seconds */
  double error; /* it is off by no more than that: half of the shortest round trip; 0: they share a clock */
} tp_trace_clock;

/* Rank 0: has the other ranks' slices written: `write` is called with pieces of members of an array, each with a comma
   in front. Answers what is known of their clocks, by rank, to be freed; null: some rank is out of memory.
   zero: as in timeline/trace_events.h. */
tp_trace_clock *tp_traces_collect(double zero, void (*write)(const char *text, size_t length));

/* The others: answer that. */
void tp_traces_serve(void);

/* The slices of this rank, which has the clock of the file, in the same way. 0: out of memory. */
int tp_traces_own(double zero, void (*write)(const char *text, size_t length));

#endif
