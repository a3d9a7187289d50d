/* tune.h - TILEPIPE_TUNE: plans measured on the first runs of a region, the best one kept.
 *
 * Every plan is correct, so a candidate costs nothing but time. Pure functions of plain data: seconds are
 * handed in, files are somebody else's (cache/plans_file.h). */
#ifndef TP_TUNE_H
#define TP_TUNE_H

#include "plan/plan.h"

/* What tuning decides about a region; all else follows from it and the settings. */
typedef struct tp_tuned {
  int dims, mapped;
  tp_int extent[TP_DIMS], mesh[TP_DIMS], group[TP_DIMS];
  /* Words of settings that are TUNED. AUTO: as the rules say. */
#define TP_FIELD_TUNED(name) int name;
#define TP_FIELD_FIXED(name)
#define TP_SETTING(name, kind, initial, binds, tuned, asks, words) TP_FIELD_##tuned(name)
#include "settings/settings.def"
  tp_int piece;
  int none;       /* 1: the program's own loop is as fast; dims 0: no plan beside it */
  double seconds; /* least measured, 0: not yet */
  double loop;    /* the same of the program's own loop */
  double spent;   /* seconds spent on tuning the region so far */
  int done;       /* 1: no neighbour of it is better */
} tp_tuned;

tp_tuned tp_tuned_of(const tp_plan *p);

enum { TP_CANDIDATES = 48, TP_TRIED = 512 };

/* Hashes of what was measured; one in a hundred candidates may be taken for another. */
typedef struct tp_tried {
  int count;
  unsigned short hash[TP_TRIED];
} tp_tried;

/* The plan that it stands for. TP_DECLINED: it does not fit the region, the machine or the settings (which
   come first). */
tp_status tp_tuned_build(const tp_problem *problem, const tp_tuned *t, tp_plan *out);

typedef struct tp_tuner {
  tp_tuned best, now;          /* the best so far; what the next run is to measure */
  tp_tuned rival;              /* took less time than the best: which therefore runs again, as the program is now */
  int round;                   /* of the best against the rival, 0: there is none */
  int attacking;               /* 1: in this round `now` is the rival so far, 0: the best */
  double best_rounds;          /* sums of the least times of both, of all rounds but the first */
  double rival_rounds;
  int looping;                 /* 1: not `now` but the program's own loop */
  double met;                  /* what the best took when the loop was last measured */
  int measured;                /* plans so far */
  int runs;                    /* of `now`, or of the loop */
  tp_tuned next[TP_CANDIDATES]; /* neighbours of the best, most promising first */
  int count, at;
  tp_tried tried;
  double budget;
  double saved;                /* best.spent when it was last to be kept */
  int active;                  /* 0: `best` is the plan from here on */
  int unasked;                 /* 1: nobody asked for tuning */
} tp_tuner;

/* Starts with a plan, or with what an earlier run of the program found, which is measured again: the machine may have
   become slower. tried: what was measured before, null: nothing. */
void tp_tuner_start(tp_tuner *t, const tp_tuned *first, const tp_tried *tried, double budget);

/* Starts what is measured without being asked: a plan of one CPU, the program's own loop, and where runs are short
   strips; a few runs of each, and of what is clearly slower two. The loop stays unless a plan takes 5 % less. */
void tp_tuner_start_unasked(tp_tuner *t, const tp_tuned *first);

enum { TP_TUNER_SAVE = 1, TP_TUNER_SWITCH = 2 };
/* A run of `now`, or of the loop, took so long. TP_TUNER_SAVE: there is something new to keep in `best`; TP_TUNER_SWITCH: `now` is
   another plan. */
int tp_tuner_ran(tp_tuner *t, const tp_problem *problem, double seconds);

/* The loop has its turns, but nobody tells that it ended: what is measured goes on without it. Where nobody asked
   for that, the loop stays. */
int tp_tuner_without_loop(tp_tuner *t);

#endif
