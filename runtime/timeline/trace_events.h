/* trace_events.h - a timeline in Chrome's trace-event format: https://ui.perfetto.dev and chrome://tracing show it. */
#ifndef TP_TRACE_EVENTS_H
#define TP_TRACE_EVENTS_H

#include "timeline/timeline.h"

#include <stddef.h>

/* From this host's clock to microseconds of the file. The clock was ahead of the file's by ahead[i] seconds when it
   showed at[i]; in between and beyond, that changes evenly. */
typedef struct tp_timeline_clock {
  double zero; /* the file's begin, by its own clock */
  double at[2], ahead[2];
} tp_timeline_clock;

/* The events of a track as members of an array, each with a comma and a newline in front; to be freed. Null: out of
   memory. */
char *tp_timeline_text(const tp_timeline *t, int track, int rank, const tp_timeline_clock *clock, size_t *length);

/* The event that names the process; there is no comma in front. */
int tp_timeline_process(int rank, const char *host, char *out, size_t size);

#endif
