/* tuning.c - tuned plans of a decided start. */
#include "region/tuning.h"

#include "cache/plans_file.h"
#include "process/process.h"
#include "ranks/service.h"
#include "util/wait.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* What nobody asked for is measured after so many calls, if they came to so many seconds. */
enum { CALLS_TO_COMPARE = 24 };
#define WORTH_COMPARING 1e-3
/* Shorter calls have nothing to gain: a start takes a part of it. */
#define LONG_ENOUGH 1e-5
/* So many loops of which nobody hears the end, for other threads run regions then, are enough. */
enum { UNTIMED = 64 };

/* The loop whose end is to come. */
static struct {
  tp_decision *decision; /* null: none */
  pthread_t thread;
  double start;
} awaited;

/* --- what is known is kept -------------------------------------------------------------------- */

static void keep_tuned(const tp_decision *e) {
  static int told;
  const char *why;
  tp_status status = tp_plans_keep(e->region, &e->problem, &e->tuner->best, &e->tuner->tried,
                                   &why);
  if (status == TP_OK && e->record)
    e->record->plans = tp_plans_place(&e->problem.settings);
  if (status != TP_OK && why && !told++)
    fprintf(stderr, "tilepipe: %s\n", why);
}

/* Programs may be shorter than what tuning takes: the next one goes on where this one ended. The descriptor of a
   shared library may be gone by then. */
static void keep_rest(const tp_decision *e) {
  if (tp_region_number(e->region) >= 0 && e->tuner->active && e->tuner->best.loop > 0 && e->tuner->best.spent > e->tuner->saved)
    keep_tuned(e);
}

static tp_decision *tuned_now; /* those with a tuner */
static pid_t keeper;

static void keep_all(void) {
  tp_context program;
  if (getpid() != keeper || !tp_region_hold())
    return;
  tp_context_hold(&program);
  for (const tp_decision *e = tuned_now; e; e = e->next_tuned)
    keep_rest(e);
  tp_context_release(&program, NULL);
  tp_region_release();
}

static void keep_at_exit(tp_decision *e) {
  e->next_tuned = tuned_now;
  tuned_now = e;
  if (keeper)
    return;
  keeper = getpid();
  atexit(keep_all);
  at_quick_exit(keep_all);
}

void tp_tuning_end(tp_decision *e) {
  if (awaited.decision == e)
    awaited.decision = NULL;
  if (!e->tuner)
    return;
  if (getpid() == keeper && !e->tuner->unasked)
    keep_rest(e);
  for (tp_decision **at = &tuned_now; *at; at = &(*at)->next_tuned)
    if (*at == e) {
      *at = e->next_tuned;
      break;
    }
  free(e->tuner);
  e->tuner = NULL;
}

/* --- beginning -------------------------------------------------------------------------------- */

/* Tuned plans that are not used: the statistics say why. */
static void note_ignored(tp_decision *e, const char *why) {
  if (!e->record || !why)
    return;
  free(e->record->plans_ignored);
  e->record->plans_ignored = strdup(why);
}

int tp_tuning_declines(const tp_decision *e, const tp_tuned *found, const char **why) {
  int is_untimed = e->tuner && e->tuner->best.loop == 0;
  if (!found->none || e->problem.settings.always)
    return 0;
  *why = is_untimed ? "what the program's own loop takes is not known"
                    : "the program's own loop is the fastest, as measured";
  return 1;
}

/* Measures what there is time for; begins with what was found, or with the plan that the model chose, or with one CPU
   where it declines, for it may be wrong. */
static tp_status start_tuning(tp_decision *e, tp_status status, const tp_tuned *found, const tp_tried *tried,
                              tp_plan *plan) {
  if (status == TP_DECLINED)
    status = tp_plan_alone(&e->problem, plan);
  if (status != TP_OK || !(e->tuner = calloc(1, sizeof *e->tuner)))
    return status;
  tp_tuned first = tp_tuned_of(plan);
  tp_tuner_start(e->tuner, found ? found : &first, found ? tried : NULL, e->problem.settings.tune);
  keep_at_exit(e);
  return status;
}

tp_status tp_tuning_begin(tp_decision *e, tp_status status, tp_plan *plan, const char **why) {
  tp_tuned found;
  tp_tried tried;
  tp_plan tuned;
  const char *reason, *sequential = NULL;
  tp_status known = tp_plans_find(e->region, &e->problem, &found, &tried, &reason);
  if (known == TP_INVALID) {
    *why = reason;
    return known;
  }
  int none = known == TP_OK && tp_tuning_declines(e, &found, &sequential), fits = known == TP_OK && found.dims > 0;
  if (fits && tp_tuned_build(&e->problem, &found, &tuned) != TP_OK) {
    reason = tp_plans_unfit(&e->problem.settings);
    fits = none = 0;
  }
  e->tuned = fits || none;
  note_ignored(e, reason);
  if (fits) {
    *plan = tuned;
    status = TP_OK;
  }
  if (e->problem.settings.tune > 0)
    status = start_tuning(e, status, fits ? &found : NULL, &tried, plan);
  if (none && !(e->tuner && e->tuner->active)) {
    *why = sequential;
    e->unsure = 0;
    return TP_DECLINED;
  }
  return status;
}

/* A region of several CPUs is left to the model: strips and the luck of a compilation are small beside them. */
static int is_of_one_cpu(const tp_decision *e) {
  return e->status == TP_DECLINED || (e->status == TP_OK && e->pipeline->plan.ranks * e->pipeline->plan.threads == 1 &&
                                      e->history.runs >= TP_RUNS_TO_LOSE);
}

int tp_tuning_compare(tp_decision *e, tp_plan *plan) {
  tp_cost cost;
  if (e->compared || e->tuner || e->tuned || e->problem.settings.always || !(e->region->tp_flags & TP_REGION_TIMES_LOOP) ||
      ++e->calls < (e->compare_at ? e->compare_at : CALLS_TO_COMPARE))
    return 0;
  e->compare_at = 2 * e->calls;
  if (!is_of_one_cpu(e) ||
      tp_plan_alone(&e->problem, plan) != TP_OK)
    return 0;
  if (e->status == TP_OK)
    *plan = e->pipeline->plan;
  tp_predict(&e->problem, plan, &cost);
  if (cost.sequential < LONG_ENOUGH || (double)e->calls * cost.sequential < WORTH_COMPARING || !(e->tuner = calloc(1, sizeof *e->tuner)))
    return 0;
  tp_tuned first = tp_tuned_of(plan);
  tp_tuner_start_unasked(e->tuner, &first);
  e->compared = 1;
  return 1;
}

/* --- runs ------------------------------------------------------------------------------------- */

/* What the tuner answers, TP_TUNER_*. */
static void follow(tp_decision *e, int what) {
  if (what & TP_TUNER_SAVE && !e->tuner->unasked)
    keep_tuned(e);
  e->due = (what & TP_TUNER_SWITCH) != 0;
}

void tp_tuning_ran(tp_decision *e, double seconds) {
  follow(e, tp_tuner_ran(e->tuner, &e->problem, seconds));
}

/* The loop runs, and its end is awaited: unless too many were in vain. */
static void await(tp_decision *e) {
  if (e->untimed++ >= UNTIMED) {
    follow(e, tp_tuner_without_loop(e->tuner));
    return;
  }
  awaited.decision = e;
  awaited.thread = pthread_self();
  awaited.start = tp_now();
}

int tp_tuning_loop(tp_decision *e, const void *args, const tp_float_env *floats, tp_effects *effects) {
  const tp_region *r = e->region;
  tp_box all;
  awaited.decision = NULL;
  if (!e->tuner || !e->tuner->looping)
    return 0;
  if (r->tp_flags & TP_REGION_TIMES_LOOP) {
    await(e);
    return -1;
  }
  memcpy(all.tp_lo, e->problem.shape.lo, sizeof all.tp_lo);
  memcpy(all.tp_hi, e->problem.shape.hi, sizeof all.tp_hi);
  double start = tp_now();
  tp_context_enter(floats);
  r->tp_tile(&all, args);
  tp_context_leave(effects);
  tp_tuning_ran(e, tp_now() - start);
  return 1;
}

void tp_tuning_ended(double end) {
  tp_decision *e = awaited.decision;
  if (!e || !pthread_equal(awaited.thread, pthread_self()))
    return;
  awaited.decision = NULL;
  e->untimed = 0;
  tp_tuning_ran(e, end - awaited.start);
}
