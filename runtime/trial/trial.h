/* trial.h - a trial measures a candidate on the program's own calls and keeps the better one. docs/Trials.md says it whole.
 *
 * Candidate: a plan, or the program's own loop. (Of a plan's two tile functions each CPU chooses by itself: body.h.)
 * Measurement: the seconds of a run. The least of a few runs counts; what runs show of points goes into the store that the
 * model reads (plan/measured.h).
 * Forgotten: with the start it belongs to, but for what the store, or the file of tuned plans, keeps.
 * Begin: each start has a trial of the model's plan; region/trials.c begins the other kinds.
 * Asked by: region/trials.c alone, once after each run and once before a run that a trial wants to be another. */
#ifndef TP_TRIAL_H
#define TP_TRIAL_H

#include "plan/measured.h"
#include "trial/candidates.h"

typedef enum tp_trial_kind {
  TP_TRIAL_MODEL,   /* what the model says by what runs have shown; two to eight runs of a plan */
  TP_TRIAL_ONE_CPU, /* a plan of one CPU, the program's own loop, where runs are short strips */
  TP_TRIAL_THREADS, /* the plan of several threads, of a few the program's own loop, where runs are short strips */
  TP_TRIAL_TUNE     /* TILEPIPE_TUNE: neighbours of the best plan until no more is found, or the seconds are over */
} tp_trial_kind;

enum {
  TP_REVISIONS = 3,    /* so that the model's plans come to rest; the last one only goes back */
  TP_RUNS_TO_LOSE = 4, /* the least seconds of so many runs are no bad luck */
  TP_RUNS_TO_LEARN = 8
};

typedef struct tp_trial {
  tp_trial_kind kind;
  int active;                  /* not MODEL. 0: `best` is the plan from here on */
  int runs;                    /* of what runs now */
  int measured;                /* plans so far, without the one that runs now */
  tp_candidate first;          /* not of MODEL: what was measured before all others */
  tp_candidate best, now;      /* of MODEL: `seconds` alone; best.seconds 0: there is none */
  double around;               /* least start and moves of what runs now, its first run left out; 0: not known */
  /* MODEL */
  tp_plan kept;                /* the plan that took best.seconds */
  double expected;             /* seconds per point that the current plan was chosen for */
  /* the other kinds */
  int looping;                 /* 1: not `now` but the program's own loop runs */
  double met;                  /* what the best took when the loop was last measured */
  tp_candidate rival;          /* took less time than the best: which therefore runs again, as the program is now */
  int round;                   /* of the best against the rival, 0: there is none */
  int attacking;               /* 1: in this round `now` is the rival so far, 0: the best */
  double best_rounds, rival_rounds; /* sums of the least times of both, of all rounds but the first */
  tp_candidates near;          /* to the best, still to be measured */
  tp_tried tried;
  double budget, saved;        /* seconds for all; best.spent when it was last to be kept */
} tp_trial;

/* --- plans of the model ----------------------------------------------------------------------- */

/* Notes a run of plan p, and in the problem's store what it shows. MODEL, which begins with zeros but for `expected`: 1: it
   is to be asked what is next before the next run: after the first run if points cost quite another time than expected, else
   after two (the first also touches memory and makes threads), and after four, should it be losing. Else 0. */
int tp_trial_add(tp_trial *t, tp_problem *problem, const tp_plan *p, const tp_seen *seen);

/* Another plan has taken the place of `now`, chosen for so many seconds per point. */
void tp_trial_replace(tp_trial *t, const tp_plan *now, double expected);

/* --- the others ------------------------------------------------------------------------------- */

/* Begins with a plan, or with what an earlier run of the program found, which is measured again: the machine may have
   become slower. tried: what was measured before, null: nothing. ONE_CPU: a few runs of each candidate, of what is clearly
   slower two; the loop stays unless a plan takes 5 % less. THREADS: the same; of more than a few threads without the loop,
   which takes as long as many of their runs. */
void tp_trial_measure(tp_trial *t, tp_trial_kind kind, const tp_candidate *first, const tp_tried *tried, double budget);

enum { TP_TRIAL_SAVE = 1, TP_TRIAL_SWITCH = 2 };
/* A run of `now`, or of the loop, took so long. TP_TRIAL_SAVE: there is something new to keep in `best`; TP_TRIAL_SWITCH:
   something else runs next. */
int tp_trial_timed(tp_trial *t, const tp_problem *problem, double seconds);

/* The loop has its turns, but nobody tells that it ended: what is measured goes on without it. ONE_CPU: the loop stays. */
int tp_trial_without_loop(tp_trial *t);

/* --- all -------------------------------------------------------------------------------------- */

typedef enum tp_verdict {
  TP_KEEP,    /* the plan stays, or the loop has its turn */
  TP_REPLACE, /* *out runs next */
  TP_STOP     /* the program's own loop is better; *why says so */
} tp_verdict;

/* What is to run next, after `now`. */
tp_verdict tp_trial_next(const tp_trial *t, const tp_problem *problem, const tp_plan *now, tp_plan *out, const char **why);

/* 1: `found` is the program's own loop, which no setting forbids. */
int tp_trial_declines(const tp_trial *t, const tp_problem *problem, const tp_candidate *found, const char **why);

#endif
