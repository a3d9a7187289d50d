/* pipeline.h - a plan as one rank executes it.
 *
 * A CPU is one thread's share of the space: a block of rows of tiles in every dimension but the mapped
 * one, along which it runs all tiles k = 0, 1, ... For each k it runs its rows in lexicographic order.
 * Dependences between CPUs are kept at the granularity (CPU, k): a CPU starts k when its lower
 * neighbours on this rank have finished k and the faces k of its lower neighbours on other ranks are
 * in memory. docs/Runtime.md argues why this order cannot deadlock. */
#ifndef TP_PIPELINE_H
#define TP_PIPELINE_H

#include "comm/transport.h"
#include "exec/body.h"
#include "exec/wait.h"
#include "plan/plan.h"
#include "trace/trace.h"

#define TP_SLOTS 4 /* room for the ring; two slots are used except by deep hyperplane groups */

/* One message buffer of a ring. */
typedef struct tp_slot {
  char *buffer;
  tp_int room, bytes;
  tp_request request;
} tp_slot;

/* Faces of one kind between this rank's CPU and one CPU of another rank. */
typedef struct tp_channel {
  const tp_face *face;
  int peer, tag;
  tp_box box;             /* of the producer, over the whole mapped dimension */
  tp_int end[TP_DIMS];    /* see tp_face */
  tp_int *size;           /* bytes of face k, -1: not counted yet */
  tp_slot slot[TP_SLOTS]; /* face k travels in slot k % slots */
} tp_channel;

/* Seconds and counts of one CPU in one run of the region. */
typedef struct tp_counts {
  double compute, wait, comm;
  long long tiles, jammed, messages, bytes;
  int has_work; /* its part of the space holds a point */
} tp_counts;

/* One CPU of this rank. */
typedef struct tp_lane {
  int thread;
  tp_int rows;              /* 0: no part in the space */
  tp_int first[TP_DIMS], count[TP_DIMS]; /* rows of tiles along each dimension but the mapped one */
  int offset;               /* group steps by which it starts later (hyperplane) */
  int lower[TP_DIMS], lowers; /* threads of this rank that must finish k first */
  tp_channel *in, *out;
  int ins, outs;
  tp_int posted;            /* receives of the faces below it have been posted */
  tp_body body;
  double points;            /* of the current step, while bodies are being timed */
  tp_counts counts;
} tp_lane;

/* What a thread steps through: its own CPU, or all CPUs of the rank when the team is too small. */
struct tp_cpu {
  _Alignas(128) tp_plan *plan;
  tp_lane *lane;   /* the first of `lanes` */
  int lanes;
  int barriers;    /* 1: pass the group's barrier after each group step but the last */
  long long passed;
  tp_int fine;     /* tiles (or pieces of tiles) per CPU and k */
  tp_int groups;   /* steps of k, or of the group */
  tp_step at;      /* the step that the following three describe: */
  tp_int group;    /* k, or the group's step */
  int which;       /* the CPU among `lanes` */
  tp_int piece;    /* 0 .. fine-1 */
  double clock;    /* when the current phase began */
};

struct tp_plan {
  const tp_region *region;
  const void *args;
  tp_choice choice;
  int rank;
  tp_transport *transport; /* null: one rank */
  tp_trace *trace;         /* null: off */
  int watchdog;            /* seconds, 0: off */
  int slots, ahead;        /* ring, and how many faces ahead receives are posted */
  int pieces;              /* a tile is run in so many pieces, progressing messages in between */
  tp_lane *lane;           /* one per thread */
  tp_cpu *cpu;
  tp_padded *done;         /* per thread: tiles k finished */
  tp_padded arrived, released; /* the group's barrier */
  unsigned csr;            /* floating-point environment of the program */
  unsigned short x87;
  _Atomic unsigned raised; /* floating-point exceptions of the other threads */
};

/* --- setup.c --- */

/* Builds the rank's part of a plan; null: out of memory. args: those of the first run. */
tp_plan *tp_plan_build(const tp_region *r, const void *args, const tp_choice *choice, int rank,
                       tp_transport *transport);
/* Makes the plan ready for a run with these arguments (equal bytes but for base pointers), in the
   caller's floating-point environment. */
void tp_plan_reset(tp_plan *p, const void *args);
void tp_plan_free(tp_plan *p);

/* --- faces.c: each starts or completes the faces k of one CPU --- */
/* Posts the receives up to face k that have not been posted yet. */
void tp_faces_post(tp_plan *p, tp_lane *l, tp_int k);
void tp_faces_wait(tp_plan *p, tp_lane *l, tp_int k);
void tp_faces_send(tp_plan *p, tp_lane *l, tp_int k);
void tp_faces_poke(tp_plan *p, tp_lane *l);
/* Waits until every send is complete. */
void tp_faces_flush(tp_plan *p, tp_lane *l, tp_int k);

/* Reports a wait longer than the watchdog allows, and ends all ranks. */
void tp_stuck(const tp_plan *p, const tp_lane *l, tp_int k, double slept, const char *what, int whom);

#endif
