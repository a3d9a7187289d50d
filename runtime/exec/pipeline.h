/* pipeline.h - a plan as one rank executes it.
 *
 * A CPU is one thread's share of the space. It owns a block of tile rows in every dimension but the mapped one. Along
 * that dimension it runs all tiles k = 0, 1, ... For each k it runs its tile rows in lexicographic order.
 *
 * CPUs synchronize at the granularity (CPU, k). A CPU starts k when its lower neighbours on this rank have finished k,
 * and the faces k of its lower neighbours on other ranks are in memory.
 *
 * Rounds. Every thread runs rounds 0, 1, ... In dataflow, round k is k. In groups all threads of a rank are in the same
 * round, with a barrier after it. Vertical groups run the same k; hyperplane groups run k = round - offset of the CPU.
 * Lockstep (groups with overlapping) is the papers' schedule: in round g the faces of g - 1 leave and those of g + 1
 * come. It has one more round before the first tile, and one after the last.
 *
 * docs/Internals.md (Glossary) relates step, round, pass and lane. docs/Pipeline.md argues why nothing deadlocks. */
#ifndef TP_PIPELINE_H
#define TP_PIPELINE_H

#include "comm/link.h"
#include "exec/additions.h"
#include "exec/fresh.h"
#include "trial/body.h"
#include "util/context.h"
#include "util/wait.h"
#include "plan/plan.h"
#include "exec/trace.h"

/* Faces of one kind between this rank's CPU and one CPU of another rank. */
typedef struct tp_channel {
  int crosses;         /* the face, as in tp_region.tp_crosses */
  tp_link link;
  tp_box box;          /* of the producer, over the whole mapped dimension */
  tp_int end[TP_DIMS]; /* see tp_region.tp_face */
  tp_int *size;        /* bytes of face k, -1: not counted yet */
  char *whole;         /* of a counted face: 1: it is sent from, or received into, the array */
  int direct;          /* 1: faces may be */
  tp_int ahead;        /* in: receives are posted so many k ahead */
  tp_int since;        /* in: the pass at whose beginning all receives are posted, -1: not before its own */
  tp_int posted;       /* in: receives of the faces below it have been posted */
  tp_int flushed;      /* out: the faces below it are known to be sent */
  tp_int base;         /* the link's number of this run's face 0 */
  unsigned long long message; /* see tp_message_base */
} tp_channel;

/* Seconds and counts of one CPU in one run of the region. */
typedef struct tp_counts {
  double compute, wait, comm, sums; /* sums: adding terms while tiles run */
  long long tiles, messages, bytes;
  long long of_kind[TP_VARIANTS]; /* of the tiles */
  long long direct;    /* messages from where the face is */
  int has_work; /* its part of the space holds a point */
  double first, last; /* when its first tile began and its last one ended, by its host's clock; 0: none */
  int transports; /* 1 << TP_TRANSPORT_* of those that its faces left by */
} tp_counts;

/* One CPU of this rank in one pass. */
typedef struct tp_lane {
  int thread;
  tp_int index;             /* pass * threads + thread */
  int comm_thread;              /* the thread that communicates for it */
  struct tp_cpu *by;        /* that thread's; null: the rank is alone */
  tp_int rows;              /* 0: no part in the space */
  tp_int first[TP_DIMS], count[TP_DIMS]; /* rows of tiles along each dimension but the mapped one */
  tp_int span[TP_DIMS];     /* rows that one tile function call takes together */
  int offset;               /* group steps by which it starts later (hyperplane) */
  tp_int *lower;            /* lanes of this rank that must finish k first */
  int lowers;
  tp_channel *in, *out;
  int ins, outs;
  tp_body body;
  int kind;                 /* TP_VARIANT_* that runs the current box */
  double points;            /* of it, while tile functions are being timed */
  double busy;              /* tp_busy at its begin, while they are */
  tp_counts counts;
} tp_lane;

/* What a thread steps through: its own CPU, or all CPUs of the rank when the team is too small. */
struct tp_cpu {
  _Alignas(128) tp_pipeline *pipeline;
  int first, first_served; /* threads: the first whose tiles it runs, for which it communicates */
  tp_lane *lane;   /* the first of `lanes` of this pass, whose tiles it runs */
  int lanes;
  tp_lane *served; /* the first of `served_lanes`, for which it communicates */
  int served_lanes;
  int barriers;    /* 1: pass the group's barrier after each round but the last */
  int needs_progress;    /* 1: some of its links move only while they are poked, so every wait pokes */
  long long passed;
  tp_int fine;     /* steps per CPU and round: its tile rows times the pieces of a tile */
  tp_int rounds, passes;
  tp_step at;      /* the step that the following describe: */
  tp_int pass, round;
  int which;       /* the CPU among `lanes` */
  tp_int piece;    /* 0 .. fine-1 */
  double clock;    /* when the current phase began */
  double joined, busy; /* when it came to this run, and tp_busy then; of teams of one thread the first alone */
  double lost;     /* seconds from then to its last step in which it had no core */
  int inside;      /* 1: in a tile, in the program's context */
  tp_context own;  /* of the thread, before it joined */
  tp_effects effects; /* of its tiles */
};

struct tp_pipeline {
  const tp_region *region;
  const void *args;
  tp_plan plan;
  int rank;
  tp_transport *transport; /* null: one rank */
  tp_trace *trace;         /* null: off */
  struct tp_timeline *timeline; /* null: off */
  long run;                /* its number there */
  int watchdog;            /* seconds, 0: off */
  int alone;               /* this run has no team: threads cannot be had */
  int lockstep;
  int pieces;              /* a tile is run in so many pieces: subtiles, or with progress in between */
  tp_int passes;
  tp_lane *lane;           /* one per pass and thread */
  tp_cpu *cpu;
  tp_padded *done;         /* per lane: tiles k finished */
  tp_padded arrived, released; /* the group's barrier */
  tp_float_env floats;     /* the program's */
  tp_effects effects;      /* of other ranks' tiles */
  tp_fresh fresh;          /* of this run */
  tp_additions additions;  /* of this run */
  struct tp_copies *copies; /* of arrays that are combined, in this run; null: there are none */
};

/* --- setup.c --- */

/* Builds the rank's part of a plan; null: out of memory. args: those of the first run. */
tp_pipeline *tp_pipeline_build(const tp_region *r, const void *args, const tp_plan *plan, int rank,
                       tp_transport *transport);
/* Prepares the plan for a run. args: as in the first run, but for base pointers. floats: the floating-point environment
   of its tiles. */
void tp_pipeline_reset(tp_pipeline *p, const void *args, const tp_float_env *floats);
/* The same space has other bounds from here on: of a plan of one rank. */
void tp_pipeline_move(tp_pipeline *p, const void *args, const tp_box *space);
void tp_pipeline_free(tp_pipeline *p);
/* How much of this rank's part of a run is done, from 0 to 1: by any thread, while it runs. */
double tp_pipeline_share(const tp_pipeline *p);
/* What a thread did in the last run, in all its passes. */
tp_counts tp_pipeline_counts(const tp_pipeline *p, int thread);
/* Of the run that began at `start`, the most seconds for which one of this rank's threads was not there, or had no core.
   INFINITY: not known. */
double tp_pipeline_lost(const tp_pipeline *p, double start);
/* What the tiles of the last run left behind: this rank's, and those added to p->effects. */
tp_effects tp_pipeline_effects(const tp_pipeline *p);

/* --- channels.c --- */

/* Makes the channels of the CPU at these coordinates, whose lane is l; 0: out of memory. */
int tp_channels_make(tp_pipeline *p, tp_lane *l, const tp_int *at);
/* Makes them ready for another run of so many tiles along the mapped dimension. */
void tp_channels_reset(tp_lane *l, tp_int tiles);
void tp_channels_free(tp_lane *l);
/* Rounds by which a CPU runs later than the first one of its group (hyperplane). */
int tp_offset_of(const tp_plan *c, const tp_int *at);

/* --- faces.c: each starts or completes the faces k of one CPU --- */
/* Posts all receives of the channels that are to be posted since the pass. */
void tp_faces_post_since(tp_pipeline *p, tp_lane *l, tp_int pass);
/* Posts the receives that are due at k and have not been posted yet. */
void tp_faces_post(tp_pipeline *p, tp_lane *l, tp_int k);
/* Waits for the faces k and unpacks them. */
void tp_faces_take(tp_pipeline *p, tp_lane *l, tp_int k);
void tp_faces_send(tp_pipeline *p, tp_lane *l, tp_int k);
/* Waits until the faces up to k are sent. */
void tp_faces_flush(tp_pipeline *p, tp_lane *l, tp_int k);
void tp_faces_poke(tp_lane *l);
/* Starts the messages by which the two ends of each link of a CPU learn of each other, without a wait. */
void tp_faces_announce(tp_lane *l);
/* Waits until the links of a CPU know their other ends, before its first face; 1: they need poking. */
int tp_faces_connect(tp_pipeline *p, tp_lane *l);
/* Visits what the rank gets from others in a run. */
void tp_faces_visit(const tp_pipeline *p, void (*visit)(tp_stream *s, int array, void *run, tp_int bytes), void *visitor);
/* Bytes of a channel's largest face. */
tp_int tp_faces_largest(const tp_pipeline *p, tp_channel *c);
/* To be called before each look of a wait. */
void tp_faces_progress(tp_cpu *c);

/* --- step.c --- */
/* What a lane's progress counter has counted behind its last tile. */
tp_int tp_lane_units(const tp_pipeline *p);

/* --- step.c: parts of the emitted code's calls, for teams of the runtime's own --- */
/* Makes p->cpu[thread] ready for a run; 0: that thread has no part in it. */
int tp_cpu_prepare(tp_pipeline *p, int thread, int team);
/* Sets pass, round, which and piece for step s. */
void tp_cpu_locate(tp_cpu *c, tp_step s);
/* What tp_begin and tp_end do for the tile alone. */
void tp_tile_begin(tp_cpu *c, tp_step s);
void tp_tile_end(tp_cpu *c);

/* --- round.c: what a thread does between the tiles of two rounds --- */
/* Number of rounds of a plan. */
tp_int tp_rounds(const tp_pipeline *p);
/* The k that lane l runs in a round; it may lie outside 0 .. tiles-1. */
tp_int tp_k_of(const tp_pipeline *p, const tp_lane *l, tp_int round);
/* Starts what travels during the round, and waits for what its tiles need. */
void tp_round_open(tp_cpu *c);
/* Starts and waits for what has to be on its way before the next round. */
void tp_round_close(tp_cpu *c);

/* --- fine.c --- */
/* One team for one round: calls tp_fine_tiles from each of its threads and returns when all have. */
typedef void tp_fine_team(tp_pipeline *p, tp_int round, void *data);
void tp_fine_run(tp_pipeline *p, tp_fine_team *team, void *data);
/* The tiles of a thread in a round; with fewer threads than planned thread 0 runs all. */
void tp_fine_tiles(tp_pipeline *p, int thread, int team, tp_int round);

/* The calling thread is number `thread` of the team that runs p. */
void tp_team_enter(const tp_pipeline *p, int thread);

/* --- team.c --- */
/* Runs the plan with a team of threads, as its hybrid model says. */
void tp_pipeline_run(tp_pipeline *p, const void *args);

/* Reports a wait longer than the watchdog allows, and ends all ranks. */
void tp_stuck(const tp_pipeline *p, const tp_lane *l, tp_int k, double slept, const char *what, int whom);

#endif
