/* decide.h - what is decided about the start of a region, kept for the next one with equal sizes. */
#ifndef TP_DECIDE_H
#define TP_DECIDE_H

#include "region/budget.h"
#include "region/pointers.h"
#include "exec/pipeline.h"
#include "exec/statistics.h"
#include "trial/cycle.h"
#include "trial/trial.h"

/* Why one CPU runs what several could, for the statistics. */
#define TP_OVERSUBSCRIBED "other processes have the cores: threads would wait for them"

/* What a start of a region is found by. Where a plan holds for a space wherever it lies: the extents, the number of
   points, and about how much is done at each; else the sizes among the arguments. */
typedef struct tp_decision_key {
  const tp_region *region;
  int threads; /* allowed when it was decided */
  int alone;   /* one CPU was asked for, whatever is allowed */
  int stays;   /* arrays are to stay on ranks, where that is left to the runtime */
  tp_int extent[TP_DIMS], points; /* of the space; 0 points: not asked for */
  int work;    /* class of the iterations of loops inside statements, of a point */
  int ranks;   /* of the program then */
  unsigned long generation; /* of the settings then */
} tp_decision_key;

/* What was chosen for it. */
typedef struct tp_chosen {
  tp_status status;
  char *why;    /* declined or invalid: the reason */
  tp_pipeline *pipeline; /* of the plan; null: declined or invalid */
  tp_cost cost; /* of the plan, by what is known now */
  int number;   /* of the region in the program's table, -1: threads only */
  int moves;    /* runs of the plan that brought arrays to ranks where they stay */
  int tuned;    /* the plan comes from a file */
  char fewer[128]; /* why the plan uses fewer CPUs than there are, "": it does not */
} tp_chosen;

/* What its calls have shown; of points see problem.shape.measured. */
typedef struct tp_experience {
  tp_trial trial;
  int due;         /* the trial is to be asked what runs next */
  int learning;    /* the plan only finds out what points cost */
  int unsure;      /* declined for estimated costs alone */
  int compared;    /* plans of one CPU were compared with the program's own loop, or are */
  long calls, compare_at; /* until that is asked; at so many, 0: the least, the next time */
  int untimed;     /* turns of the program's own loop that nobody has told the end of */
  tp_cycle cycle;  /* a plan of several threads with all that lies between calls */
  int cycle_calls; /* until that is compared */
  int cycle_over;  /* it was */
  int cycle_loops; /* it is being compared, and the program's own loop runs */
  struct tp_decision *next_tuned; /* that TILEPIPE_TUNE measures, too */
} tp_experience;

/* How a start is to run: as usual; on one CPU, whatever is allowed; with arrays that stay on ranks. */
typedef enum tp_start_way { TP_START_USUAL, TP_START_ALONE, TP_START_STAYS } tp_start_way;

/* One decided start. */
typedef struct tp_decision {
  tp_decision_key key;
  tp_problem problem;
  tp_chosen chosen;
  tp_experience experience;
  long long pair;       /* a number that the decisions of both ways share (region/data.h) */
  int decided;          /* 0: no start could run yet */
  void *args;           /* of the last start */
  tp_pointers pointers; /* among them */
  tp_region_record *record;
  int index;            /* in the table of decisions, and there its last time */
  unsigned long long asked;
} tp_decision;

/* The decision for the sizes among these arguments, made or found, and what it depends on besides: `pointers`.
   Null: out of memory.
   budget: of the region, null: none; *seconds: what looking for a plan took, 0: it was known. */
tp_decision *tp_decide(const tp_region *r, const void *args, tp_start_way way, const tp_budget *budget, double *seconds);

/* --- the table of decisions (decisions.c) ----------------------------------------------------- */

/* The decision for the sizes among these arguments, for the threads allowed now, and for the ranks and settings of now,
   perhaps still to be made; it has these arguments. Null: out of memory. */
tp_decision *tp_decision_find(const tp_region *r, const void *args, tp_start_way way);

/* The decision for the same region, threads and settings whose plan runs on the number of points nearest to this one's;
   null: there is none. */
const tp_decision *tp_decision_like(const tp_decision *e);

/* --- what was chosen (decide.c) --------------------------------------------------------------- */

/* Makes a pipeline of the plan, which is the chosen one from then on; the one before stays if there is no memory. */
tp_status tp_decision_take(tp_decision *e, const tp_plan *plan);

/* 1: the ranks have had the plan's memory for these arrays. tp_decision_asked: they have it. */
int tp_decision_is_known(const tp_decision *e);
void tp_decision_asked(tp_decision *e);

#endif
