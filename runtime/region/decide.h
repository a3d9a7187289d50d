/* decide.h - what is decided about the start of a region, kept for the next one with equal sizes. */
#ifndef TP_DECIDE_H
#define TP_DECIDE_H

#include "region/budget.h"
#include "region/pointers.h"
#include "exec/pipeline.h"
#include "exec/statistics.h"
#include "plan/learn.h"
#include "plan/tune.h"

/* Why one CPU runs what several could, for the statistics. */
#define TP_CROWDED "other processes have the cores: threads would wait for them"

/* One decided start. */
typedef struct tp_decision {
  const tp_region *region;
  unsigned long generation;
  int threads; /* allowed when it was decided */
  int alone;   /* one CPU was asked for, whatever is allowed */
  int ranks;   /* of the program then */
  void *args;  /* of the last start */
  tp_pointers pointers; /* among them */
  tp_int extent[TP_DIMS], points; /* of the space; 0 points: not asked for */
  int decided; /* 0: no start could run yet */
  char *why;   /* declined or invalid: the reason */
  tp_status status;
  tp_problem problem;
  int number;  /* in the program's table, -1: threads only */
  tp_pipeline *pipeline;
  char fewer[128];  /* why the plan uses fewer CPUs than there are, "": it does not */
  tp_cost cost;     /* of the plan, by what is known now */
  tp_history history;
  int due;          /* the plan is to be looked at again before its next run */
  int trial;        /* the plan only finds out what points cost */
  int unsure;       /* declined for estimated costs alone */
  tp_tuner *tuner;  /* null: nothing is being measured */
  struct tp_decision *next_tuned; /* with a tuner, too */
  int untimed;      /* turns of the program's own loop that nobody has told the end of */
  int tuned;        /* the plan comes from a file */
  long calls;       /* while plans of one CPU may be compared; at so many, 0: the least, that is asked next */
  long compare_at;
  int compared;     /* they are, or have been */
  tp_region_record *record;
  int slot;                 /* in the table of decisions, and there its last time */
  unsigned long long asked;
} tp_decision;

/* The decision for the sizes among these arguments, made or found, and what it depends on besides: `pointers`.
   Null: out of memory. alone: one CPU is to run it, whatever is allowed.
   budget: of the region, null: none; *seconds: what looking for a plan took, 0: it was known. */
tp_decision *tp_decide(const tp_region *r, const void *args, int alone, const tp_budget *budget, double *seconds);

/* 1: the ranks have had the plan's memory for these arrays. tp_decision_asked: they have it. */
int tp_decision_is_known(const tp_decision *e);
void tp_decision_asked(tp_decision *e);

/* Notes what a run of the decided plan took. */
void tp_decision_ran(tp_decision *e, const tp_region_counts *counts);

#endif
