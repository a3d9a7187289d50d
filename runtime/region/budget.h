/* budget.h - what deciding about a region may take, and the short way for calls that are declined anyway.
 *
 * Each look at a start (a search, or finding the kept decision) is owed to the region; each of its calls pays a small
 * share of the time that it takes. While something is owed, calls no larger than those that were declined run the
 * program's own loop at once. Of small calls the inline test in front of the region knows it (tp_allowance). So the time spent deciding stays a small part of what the region takes, whatever sizes
 * its calls have. Settings that ask for something have no budget. */
#ifndef TP_BUDGET_H
#define TP_BUDGET_H

#include "exec/statistics.h"

#include <pthread.h>

/* How much a call does. */
typedef struct tp_amount {
  tp_int points; /* of the bounding box */
  tp_int all;    /* these, times the iterations that loops inside statements have at a point in the middle */
} tp_amount;

typedef struct tp_budget {
  const tp_region *_Atomic region; /* null: a free place */
  tp_allowance allowance;          /* what calls may still do unasked */
  int allowed;                     /* points that it had when it was given */
  tp_region_record *record;
  pthread_t owner;          /* the thread that called the region first: others have no budget */
  unsigned long generation; /* of the settings */
  int exempt;               /* settings ask for something */
  tp_amount limit;          /* calls that do so much or less are declined while something is owed */
  tp_amount known;          /* of the last start that was declined: finding it again takes little */
  long long owed;           /* picoseconds, for searches */
  long long looked;         /* the same for finding decisions */
  long long point;          /* picoseconds of the own loop for a point of the bounding box */
  tp_int timed;             /* `all` of the call whose own loop took `fastest` in picoseconds, 0: none was measured */
  long long fastest;
  int passing;              /* the last look declined for what other processes do, and nothing about the start */
  int declines;             /* looks in a row that declined */
  long skipped;             /* calls declined the short way since the last look */
  int unasked;              /* calls that were declined at once, where points do not tell what a call does */
  const char *reason;       /* of the last look that declined */
} tp_budget;

/* 1: the call is declined at once. Computes with integers alone, so it may run in the program's context. */
int tp_budget_declines(const tp_region *r, const void *args);

/* The budget of a region, made at its first call; null: it has none for this thread. The caller holds the regions.
   *defers: the call is too short to be looked at before others of its kind have come. */
tp_budget *tp_budget_of(const tp_region *r, const void *args, int *defers);

/* 1: a plan for new sizes is to be found without a search. */
int tp_budget_is_spent(const tp_budget *b);

/* A look that took `seconds` beside what finding a decision takes declined a call. reason: storage that stays.
   times_loop: the caller's loop tells its end; the answer is then -1 instead of 0, and its time is noted. */
int tp_budget_declined(tp_budget *b, const void *args, double seconds, const char *reason, int times_loop);

/* What declined the last look is no matter of sizes and may be over soon: searches that are owed wait for later. */
void tp_budget_passing(tp_budget *b);

/* A call that is not looked at yet, or not now: its own loop is timed. */
int tp_budget_deferred(tp_budget *b, const void *args, int times_loop);

/* A call ran, and took `run` seconds. */
void tp_budget_ran(tp_budget *b, const void *args, double seconds, double run);

/* The least seconds measured of the own loop for about as many points and iterations inside them; 0: not measured. */
double tp_budget_loop_seconds(const tp_budget *b, const void *args);

/* The own loop of this thread has ended. */
void tp_budget_loop_ended(double end);

#endif
