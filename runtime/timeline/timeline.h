/* timeline.h - slices of time: what each thread of this process did, and when (TILEPIPE_TRACE).
 *
 * Whoever adds slices hands in the clock readings, which are those that statistics are made of. A track keeps its last
 * TP_SLICES_MOST slices. */
#ifndef TP_TIMELINE_H
#define TP_TIMELINE_H

#include "tilepipe/runtime.h"

enum { TP_SLICES_MOST = 1 << 15 }; /* of a track: 3 MB of memory, about 7 MB of text */

/* In the order in which they lie inside each other: a later one is never around an earlier one. */
enum {
  TP_SLICE_DECISION, /* a plan is looked for */
  TP_SLICE_REGION,   /* one run of a region, on the rank's first thread */
  TP_SLICE_LIVEIN,   /* arguments and live-ins go, or come */
  TP_SLICE_GATHER,   /* results come, or go */
  TP_SLICE_COMM,     /* phases of a CPU, as statistics sum them up: between tiles, */
  TP_SLICE_WAIT,     /* in front of a tile, */
  TP_SLICE_TILE,     /* in it, */
  TP_SLICE_SUM,      /* and behind it: terms of sums in order */
  TP_SLICE_PARTS,    /* of phases, from here on; waits only where there was one */
  TP_SLICE_LOWER = TP_SLICE_PARTS, /* for a thread of this rank */
  TP_SLICE_BARRIER,  /* for the threads of the group */
  TP_SLICE_CONNECT,  /* for another rank to have its end of a link */
  TP_SLICE_ROOM,     /* for another rank to receive what was sent before */
  TP_SLICE_PACK,
  TP_SLICE_SEND,
  TP_SLICE_RECEIVE,
  TP_SLICE_UNPACK,
  TP_SLICE_FETCH,    /* a touch of an array that stays on ranks */
  TP_SLICE_KINDS
};

typedef struct tp_slice {
  int kind;
  double begin, end;          /* seconds by this host's clock */
  unsigned long long message; /* its number, the same at both ends, 0: none */
  long run;                   /* of the program's runs, 0: none */
  int name;                   /* of the region or array, by its number */
  int cpu;                    /* the thread whose tiles it is about, -1: of no one's */
  int peer;                   /* the rank or thread on the other side, -1: none */
  int piece;                  /* of the tile, -1: all of it */
  long long bytes;            /* -1: none */
  int rows, dims, at[TP_DIMS]; /* its tile, of so many that the CPU runs together; dims 0: none */
} tp_slice;

enum { TP_TRACK_ARRAYS = -1 }; /* touches of arrays that stay; other tracks are threads of a team */

typedef struct tp_timeline tp_timeline;

/* Null: out of memory. */
tp_timeline *tp_timeline_make(void);

/* What follows is about the region; on so many threads from here on. Not during a run. run: 0: no run. */
void tp_timeline_enter(tp_timeline *t, const char *region, long run, int threads);

/* The number of the name, to which it belongs; any thread may ask. */
int tp_timeline_name(tp_timeline *t, const char *name);

/* Adds a slice of the region that was entered to a track; one thread at a time may do so. */
void tp_timeline_add(tp_timeline *t, int track, const tp_slice *s);

/* Adds a slice of no CPU. */
static inline void tp_timeline_outside(tp_timeline *t, int kind, double begin, double end) {
  if (t)
    tp_timeline_add(t, 0, &(tp_slice){.kind = kind, .begin = begin, .end = end, .cpu = -1, .peer = -1, .piece = -1, .bytes = -1});
}

/* Adds a touch of an array that stays, which brought so many bytes. */
void tp_timeline_fetch(tp_timeline *t, const char *array, double begin, double end, long long bytes);

/* --- reading, behind all runs ----------------------------------------------------------------- */

/* Tracks 0 .. n-1 are threads. */
int tp_timeline_tracks(const tp_timeline *t);
/* Number of slices that a track keeps, and of those it has lost. */
unsigned long long tp_timeline_kept(const tp_timeline *t, int track);
unsigned long long tp_timeline_lost(const tp_timeline *t, int track);
/* In no order. */
const tp_slice *tp_timeline_slices(const tp_timeline *t, int track);
const char *tp_timeline_named(const tp_timeline *t, int name);

#endif
