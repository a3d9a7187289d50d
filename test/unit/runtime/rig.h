/* rig.h - runs a region on several ranks inside one process, through the in-process transport. */
#ifndef RIG_H
#define RIG_H

#include "nests.h"

#ifdef __cplusplus
extern "C" {
#endif
#include "plan/plan.h"

typedef struct rig_event {
  int kind, rank, thread;
  tp_int k, step;
} rig_event;

enum { RIG_POST, RIG_RECEIVED, RIG_BEGIN, RIG_FINISH, RIG_SEND, RIG_BARRIER };

typedef struct rig_result {
  long differing;   /* elements that differ from the sequential nest */
  long pending;     /* messages that nobody received */
  long tiles, messages;
  int with_work, that_ran;
  rig_event *event; /* in order */
  long events;
} rig_result;

/* alone: 0: a rank has the planned threads; 1: teams of one although the plan has more; 2: only ranks
   with odd numbers have such teams. repeat: runs of the same plan, as of a cached one. */
void rig_run(const nest *n, const nest_facts *f, const tp_choice *c, int alone, int repeat,
             rig_result *out);
void rig_free(rig_result *r);

/* The choice with these extents, mesh and group, all else computed as the planner must. */
void rig_choice(const nest *n, const nest_facts *f, int mapped, const tp_int *extent, const int *mesh,
                const int *group, tp_choice *out);
tp_int rig_reach(const nest_facts *f, int d);

#ifdef __cplusplus
}
#endif

#endif
