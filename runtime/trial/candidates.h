/* candidates.h - plans that a trial measures. */
#ifndef TP_CANDIDATES_H
#define TP_CANDIDATES_H

#include "plan/plan.h"

/* What a trial decides about a plan; all else follows from it and the settings. Also the text of tuned plans. */
typedef struct tp_candidate {
  int dims, mapped;
  tp_int extent[TP_DIMS], mesh[TP_DIMS], group[TP_DIMS];
  /* Words of settings that are TUNED. AUTO: as the rules say. */
#define TP_FIELD_TUNED(name) int name;
#define TP_FIELD_FIXED(name)
#define TP_SETTING(name, kind, initial, binds, tuned, asks, words) TP_FIELD_##tuned(name)
#include "settings/settings.def"
  int none;       /* 1: the program's own loop is as fast; dims 0: no plan beside it */
  double seconds; /* least measured, 0: not yet */
  double loop;    /* the same of the program's own loop */
  double spent;   /* seconds of all runs measured so far */
  int done;       /* 1: no neighbour of it is better */
} tp_candidate;

tp_candidate tp_candidate_of(const tp_plan *p);

/* The same way of working for another start of the region. */
tp_candidate tp_candidate_for(const tp_problem *problem, const tp_plan *p);

enum { TP_CANDIDATES = 48, TP_TRIED = 512 };

/* Hashes of what was measured; one in a hundred candidates may be taken for another. */
typedef struct tp_tried {
  int count;
  unsigned short hash[TP_TRIED];
} tp_tried;

/* The plan that it stands for. TP_DECLINED: it does not fit the region, the machine or the settings (which
   come first). */
tp_status tp_candidate_build(const tp_problem *problem, const tp_candidate *t, tp_plan *out);

/* Of the plan alone, not of what is known about it. */
unsigned short tp_candidate_hash(const tp_candidate *t);
int tp_candidate_tried(const tp_tried *tried, const tp_candidate *x);

typedef struct tp_candidates {
  tp_candidate next[TP_CANDIDATES]; /* the most promising first */
  int count, at;
} tp_candidates;

/* Plans that differ from the best in one respect; not those tried, nor what is predicted to be far slower.
   only_strips: narrow tiles across each CPU's part of the space alone, on the CPUs of the best; where a dependence runs,
   for rows without one have nothing to overlap. */
void tp_candidates_near(tp_candidates *found, const tp_candidate *best, const tp_tried *tried, const tp_problem *problem,
                        int only_strips);

#endif
