/* rig.h - runs a region on several ranks inside one process, through the in-process transport. Threads
 * are those of spawn.h. */
#ifndef RIG_H
#define RIG_H

#include "rig_nests.h"

#ifdef __cplusplus
extern "C" {
#endif
#include "comm/transport.h"
#include "plan/plan.h"

typedef struct rig_event {
  int kind, rank, thread, by;
  tp_int k, step;
} rig_event;

enum { RIG_POST, RIG_RECEIVED, RIG_BEGIN, RIG_FINISH, RIG_SEND, RIG_BARRIER, RIG_TEAM };

typedef struct rig_result {
  long differing;   /* elements that differ from the sequential nest */
  long pending;     /* messages that nobody received, requests that nobody completed */
  long tiles, messages;
  long direct;      /* messages from where the face is */
  int transports;   /* 1 << TP_TRANSPORT_*: those that faces left by */
  int with_work, that_ran;
  int miscounted;   /* ranks whose share of a run (tp_pipeline_share) was not 0 before it or not 1 behind it */
  int stuck;        /* nobody could go on: the rest is not filled in */
  char *report;     /* then: who waits for whom */
  rig_event *event; /* in order */
  long events;
} rig_result;

typedef struct rig_options {
  int alone;               /* 0: a rank has the planned threads; 1: teams of one although the plan has
                              more; 2: only ranks with odd numbers have such teams */
  int repeat;              /* runs of the same plan, as of a cached one */
  unsigned long long seed; /* 0: a kind world; else an unbuffered one with this order of delivery */
  int behind;              /* 1: receives are posted as late as they can, against the argument for
                              groups that march in step. For a test that needs a deadlock */
  int host;                /* ranks per host, which share memory; 0: all */
  int held;                /* 1: the other ranks begin their tiles when rank 0 has computed all of its own */
} rig_options;

void rig_run(const nest *n, const nest_facts *f, const tp_plan *c, const rig_options *o,
             rig_result *out);
/* One rank of rig_run, for whoever has ranks of his own: runs the plan's share. */
typedef struct rig_rank rig_rank;
rig_rank *rig_rank_create(const tp_plan *c, tp_transport *t, nest_region *region, const nest *n,
                          const nest_facts *f, int alone);
void *rig_rank_run(void *rank);
double *rig_rank_array(rig_rank *rank);
long rig_rank_messages(const rig_rank *rank);
/* 1 << TP_TRANSPORT_* of those that its faces left by. */
int rig_rank_transports(const rig_rank *rank);
void rig_rank_free(rig_rank *rank);

void rig_free(rig_result *r);

/* The choice with these extents, mesh and group, all else computed as the planner must. */
void rig_choice(const nest *n, const nest_facts *f, int mapped, const tp_int *extent, const int *mesh,
                const int *group, tp_plan *out);
tp_int rig_reach(const nest_facts *f, int d);

#ifdef __cplusplus
}
#endif

#endif
