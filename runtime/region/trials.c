/* trials.c - trials of a decided start: what runs next, and what becomes of what they find. */
#include "region/trials.h"

#include "cache/plans_file.h"
#include "process/process.h"
#include "ranks/service.h"
#include "util/wait.h"

#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* What nobody asked for is measured after so many calls, if they came to so many seconds. */
enum { CALLS_TO_COMPARE = 24, CALLS_TO_COMPARE_THREADS = 4 * CALLS_TO_COMPARE };
#define WORTH_COMPARING 1e-3
/* Shorter calls have nothing to gain: a start takes a part of it. */
#define LONG_ENOUGH 1e-5
/* So many loops of which nobody hears the end, for other threads run regions then, are enough. */
enum { UNTIMED = 64 };
/* Longer runs outweigh what a CPU's caches take to be filled again. */
#define SHORT_ENOUGH 1e-3
/* Starts wait so many calls for one whose cycles are being compared: it may have no more calls. */
enum { CALLS_TO_WAIT = 256 };

/* The loop whose end is to come. */
static struct {
  tp_decision *decision; /* null: none */
  pthread_t thread;
  double start;
} awaited;

/* One start at a time has its cycles compared, for its turns are part of others' cycles. */
static struct {
  const tp_decision *decision; /* null: none */
  int waited;                  /* calls of other starts since its last one */
} cycling;

static int is_measuring(const tp_decision *e) { return e->experience.trial.kind != TP_TRIAL_MODEL; }

/* --- what is known is kept -------------------------------------------------------------------- */

static void note_tuned(tp_tuned *out, const tp_trial *t) {
  *out = (tp_tuned){.plans = t->measured, .first = t->first.seconds, .best = t->best.seconds, .loop = t->best.loop};
  tp_plans_changes(&t->first, &t->best, out->changes, sizeof out->changes);
}

static void keep_tuned(const tp_decision *e) {
  static int told;
  const char *why;
  const tp_trial *t = &e->experience.trial;
  if (e->record && t->measured > 0)
    note_tuned(&e->record->tuned, t);
  tp_status status = tp_plans_keep(e->key.region, &e->problem, &t->best, &t->tried, &why);
  if (status == TP_OK && e->record)
    e->record->plans = tp_plans_place(&e->problem.settings);
  if (status != TP_OK && why && !told++)
    fprintf(stderr, "tilepipe: %s [plans-kept]\n", why);
}

/* Programs may be shorter than what tuning takes: the next one goes on where this one ended. The descriptor of a
   shared library may be gone by then. */
static void keep_rest(const tp_decision *e) {
  const tp_trial *t = &e->experience.trial;
  if (t->kind == TP_TRIAL_TUNE && t->active && t->best.loop > 0 && t->best.spent > t->saved &&
      tp_region_number(e->key.region) >= 0)
    keep_tuned(e);
}

static tp_decision *tuned_now; /* those that TILEPIPE_TUNE measures */
static pid_t keeper;

static void keep_all(void) {
  tp_context program;
  if (getpid() != keeper || !tp_region_hold())
    return;
  tp_context_hold(&program);
  for (const tp_decision *e = tuned_now; e; e = e->experience.next_tuned)
    keep_rest(e);
  tp_context_release(&program, NULL);
  tp_region_release();
}

static void keep_at_exit(tp_decision *e) {
  e->experience.next_tuned = tuned_now;
  tuned_now = e;
  if (keeper)
    return;
  keeper = getpid();
  atexit(keep_all);
  at_quick_exit(keep_all);
}

void tp_trials_end(tp_decision *e) {
  if (awaited.decision == e)
    awaited.decision = NULL;
  if (cycling.decision == e)
    cycling.decision = NULL;
  if (getpid() == keeper)
    keep_rest(e);
  for (tp_decision **at = &tuned_now; *at; at = &(*at)->experience.next_tuned)
    if (*at == e) {
      *at = e->experience.next_tuned;
      break;
    }
  memset(&e->experience.trial, 0, sizeof e->experience.trial);
}

/* --- beginning -------------------------------------------------------------------------------- */

/* Tuned plans that are not used: the statistics say why. */
static void note_ignored(tp_decision *e, const char *why) {
  if (!e->record || !why)
    return;
  free(e->record->plans_ignored);
  e->record->plans_ignored = strdup(why);
}

/* Measures what there is time for; begins with what was found, or with the plan that the model chose, or with one CPU
   where it declines, for it may be wrong. */
static tp_status tune(tp_decision *e, tp_status status, const tp_candidate *found, const tp_tried *tried,
                      tp_plan *plan) {
  if (status == TP_DECLINED)
    status = tp_plan_alone(&e->problem, plan);
  if (status != TP_OK)
    return status;
  tp_trial *t = &e->experience.trial;
  tp_candidate first = found ? *found : tp_candidate_of(plan);
  tp_trial_measure(t, TP_TRIAL_TUNE, &first, found ? tried : NULL, e->problem.settings.tune);
  if (t->active)
    keep_at_exit(e);
  else
    memset(t, 0, sizeof *t);
  return status;
}

tp_status tp_trials_begin(tp_decision *e, tp_status status, tp_plan *plan, const char **why) {
  tp_candidate found;
  tp_tried tried;
  tp_plan tuned;
  const char *reason, *sequential = NULL;
  tp_status known = tp_plans_find(e->key.region, &e->problem, &found, &tried, &reason);
  if (known == TP_INVALID) {
    *why = reason;
    return known;
  }
  int fits = known == TP_OK && found.dims > 0;
  int none = known == TP_OK && tp_trial_declines(&e->experience.trial, &e->problem, &found, &sequential);
  if (fits && tp_candidate_build(&e->problem, &found, &tuned) != TP_OK) {
    reason = tp_plans_unfit(&e->problem.settings);
    fits = none = 0;
  }
  e->chosen.tuned = fits || none;
  note_ignored(e, reason);
  if (fits) {
    *plan = tuned;
    status = TP_OK;
  }
  if (e->problem.settings.tune > 0)
    status = tune(e, status, fits ? &found : NULL, &tried, plan);
  if (none && !e->experience.trial.active) {
    *why = sequential;
    e->experience.unsure = 0;
    return TP_DECLINED;
  }
  return status;
}

/* --- looks ------------------------------------------------------------------------------------ */

static void stop(tp_decision *e, const char *why) {
  e->chosen.status = TP_DECLINED;
  free(e->chosen.why);
  e->chosen.why = strdup(why);
  tp_pipeline_free(e->chosen.pipeline);
  e->chosen.pipeline = NULL;
}

void tp_trials_give_up(tp_decision *e, const char *why) {
  if (e->experience.trial.active)
    tp_trials_end(e);
  e->experience.due = e->experience.learning = e->experience.unsure = 0;
  e->experience.compared = 1;
  stop(e, why);
}

/* What the trial wants to run next. What was compared with the loop is not judged by the model. */
static void go_on(tp_decision *e) {
  tp_experience *x = &e->experience;
  const char *why;
  tp_plan next, now = e->chosen.pipeline->plan;
  int of_model = x->trial.kind == TP_TRIAL_MODEL;
  tp_shape *shape = &e->problem.shape;
  x->due = x->learning = 0;
  shape->touched = now.ranks > 1 || (!of_model && shape->touched);
  tp_verdict verdict = TP_KEEP;
  if (!of_model || !x->compared)
    verdict = tp_trial_next(&x->trial, &e->problem, &now, &next, &why);
  if (verdict == TP_STOP) {
    x->unsure &= of_model;
    stop(e, why);
  } else if (verdict == TP_REPLACE && tp_decision_take(e, &next) == TP_OK && of_model) {
    tp_trial_replace(&x->trial, &now, tp_point_seconds(shape, &next));
    if (e->record)
      e->record->revised++;
  }
  if ((x->trial.kind == TP_TRIAL_ONE_CPU || x->trial.kind == TP_TRIAL_THREADS) && !x->trial.active)
    tp_trials_end(e);
}

/* A declined start: decided by what points cost, once that is known; tried once, on one CPU, to know it. */
static void reconsider(tp_decision *e) {
  const char *why;
  tp_plan plan;
  if (tp_measured_any(&e->record->measured)) {
    e->experience.unsure = 0;
    tp_measured_begin(&e->problem.shape.measured, &e->record->measured, e->problem.shape.work);
    if (tp_plan_choose(&e->problem, &plan, &why) == TP_OK && tp_decision_take(e, &plan) == TP_OK)
      e->experience.trial.expected = tp_point_seconds(&e->problem.shape, &plan);
  } else if (!e->record->tried &&
             tp_plan_try(&e->problem, tp_record_all_declined(e->record), &plan) == TP_OK &&
             tp_decision_take(e, &plan) == TP_OK) {
    e->experience.learning = e->record->tried = 1;
  }
}

/* What to compare. One CPU: where the model declines, or has chosen one, since the program's own loop and the tile
   functions are compiled apart. Several threads: where a dependence runs, which strips may hide; they need the more calls
   the less they have to win. MODEL: nothing. */
static tp_trial_kind kind_of(const tp_decision *e) {
  const tp_pipeline *p = e->chosen.pipeline;
  if (e->chosen.status == TP_DECLINED)
    return TP_TRIAL_ONE_CPU;
  if (!p || p->plan.ranks > 1 || e->experience.trial.runs < TP_RUNS_TO_LOSE)
    return TP_TRIAL_MODEL;
  if (p->plan.threads == 1)
    return TP_TRIAL_ONE_CPU;
  return tp_carries_dependence(&e->problem.shape) && e->experience.calls >= CALLS_TO_COMPARE_THREADS ? TP_TRIAL_THREADS
                                                                                                    : TP_TRIAL_MODEL;
}

/* What nobody asked for, once a start has had some calls. */
static void compare(tp_decision *e) {
  tp_experience *x = &e->experience;
  tp_cost cost;
  tp_plan plan;
  if (x->compared || is_measuring(e) || e->chosen.tuned || e->problem.settings.always ||
      !(e->key.region->tp_flags & TP_REGION_TIMES_LOOP) ||
      ++x->calls < (x->compare_at ? x->compare_at : CALLS_TO_COMPARE))
    return;
  x->compare_at = 2 * x->calls;
  tp_trial_kind kind = kind_of(e);
  if (kind == TP_TRIAL_MODEL || (e->chosen.status != TP_OK && tp_plan_alone(&e->problem, &plan) != TP_OK))
    return;
  if (e->chosen.status == TP_OK)
    plan = e->chosen.pipeline->plan;
  tp_predict(&e->problem, &plan, &cost);
  if (cost.sequential < LONG_ENOUGH || (double)x->calls * cost.sequential < WORTH_COMPARING)
    return;
  tp_candidate first = tp_candidate_of(&plan);
  tp_trial_measure(&x->trial, kind, &first, NULL, INFINITY);
  x->compared = 1;
  if (tp_decision_take(e, &plan) != TP_OK)
    tp_trials_end(e);
}

/* A plan of several threads that runs is worth its comparison with the time between calls. */
static int has_cycle(tp_decision *e) {
  tp_experience *x = &e->experience;
  const tp_settings *s = &e->problem.settings;
  const tp_plan *p = e->chosen.status == TP_OK ? &e->chosen.pipeline->plan : NULL;
  return !x->cycle_over && p && p->ranks == 1 && p->threads > 1 && !is_measuring(e) && !e->chosen.tuned && !s->always &&
         !s->verify && ++x->cycle_calls >= CALLS_TO_COMPARE &&
         e->chosen.cost.total < SHORT_ENOUGH && x->cycle_calls * e->chosen.cost.total >= WORTH_COMPARING;
}

/* The turn of a start among others that wait for theirs. */
static int takes_turn(const tp_decision *e) {
  if (cycling.decision && cycling.decision != e && ++cycling.waited < CALLS_TO_WAIT)
    return 0;
  cycling.decision = e;
  cycling.waited = 0;
  return 1;
}

static void compare_cycles(tp_decision *e) {
  tp_experience *x = &e->experience;
  x->cycle_loops = 0;
  if (!has_cycle(e) || !takes_turn(e))
    return;
  tp_cycle_answer answer = tp_cycle_begins(&x->cycle, tp_now(), e->chosen.cost.total);
  x->cycle_loops = answer == TP_CYCLE_LOOP;
  x->cycle_over = answer == TP_CYCLE_KEEPS || answer == TP_CYCLE_LOSES;
  if (!x->cycle_over)
    return;
  cycling.decision = NULL;
  if (answer == TP_CYCLE_LOSES) {
    x->unsure = 0;
    stop(e, "the program around the loop takes longer with threads, as measured");
  }
}

/* Declined, and asked about again: when the number of calls has doubled. */
static int is_in_question(const tp_decision *e) {
  return e->experience.unsure && e->chosen.status == TP_DECLINED && e->record &&
         tp_record_all_declined(e->record) >= e->record->ask;
}

int tp_trials_are_due(const tp_decision *e) { return e->experience.due || is_in_question(e); }

void tp_trials_look(tp_decision *e) {
  if (e->experience.due) {
    go_on(e);
  } else if (is_in_question(e)) {
    e->record->ask = 2 * tp_record_all_declined(e->record) + 1;
    reconsider(e);
  } else {
    compare(e);
    compare_cycles(e);
  }
}

/* --- runs ------------------------------------------------------------------------------------- */

/* What the trial answers, TP_TRIAL_*. */
static void follow(tp_decision *e, int what) {
  if (what & TP_TRIAL_SAVE && e->experience.trial.kind == TP_TRIAL_TUNE)
    keep_tuned(e);
  e->experience.due = (what & TP_TRIAL_SWITCH) != 0;
}

static void timed(tp_decision *e, double seconds) {
  follow(e, tp_trial_timed(&e->experience.trial, &e->problem, seconds));
}

/* What a run shows of the costs of points and of all that is around them. */
static tp_seen seen_in(const tp_decision *e, const tp_region_counts *counts) {
  tp_seen seen = {.seconds = counts->seconds, .compute = counts->compute,
                  .points = (double)e->problem.shape.points, .tiles = counts->tiles};
  memcpy(seen.of_kind, counts->of_kind, sizeof seen.of_kind);
  if (counts->last > counts->first)
    seen.around = seen.seconds - (counts->last - counts->first);
  for (int t = 0; t < e->chosen.pipeline->plan.threads; t++)
    for (int k = 0; k < TP_VARIANTS; k++) {
      double best = e->chosen.pipeline->lane[t].body.best[k];
      if (best > 0 && (seen.best[k] == 0 || best < seen.best[k]))
        seen.best[k] = best;
    }
  return seen;
}

/* Into what is known of the region, too; but what was compared holds for these sizes: others may not fit caches. What
   was tuned is not judged by the model. */
static void learn(tp_decision *e, const tp_region_counts *counts) {
  tp_experience *x = &e->experience;
  const tp_plan *plan = &e->chosen.pipeline->plan;
  tp_seen seen = seen_in(e, counts);
  int due = tp_trial_add(&x->trial, &e->problem, plan, &seen) | x->learning;
  x->due |= due && !is_measuring(e) && !e->chosen.tuned;
  tp_predict(&e->problem, plan, &e->chosen.cost);
  if (e->record && !x->compared)
    tp_measured_take(&e->record->measured, &e->problem.shape.measured, e->problem.shape.work);
}

void tp_trials_ran(tp_decision *e, const tp_region_counts *counts) {
  const tp_trial *t = &e->experience.trial;
  if (is_measuring(e) ? t->measured == 0 : t->runs < TP_RUNS_TO_LEARN)
    learn(e, counts);
  if (t->active)
    timed(e, counts->seconds);
  else if (e->chosen.tuned && e->record)
    e->record->plans = tp_plans_place(&e->problem.settings);
}

/* The loop runs, and its end is awaited: unless too many were in vain. */
static void await(tp_decision *e) {
  if (e->experience.untimed++ >= UNTIMED) {
    follow(e, tp_trial_without_loop(&e->experience.trial));
    return;
  }
  awaited.decision = e;
  awaited.thread = pthread_self();
  awaited.start = tp_now();
}

int tp_trials_stand_back(const tp_decision *e) { return e->experience.cycle_loops; }

int tp_trials_loop(tp_decision *e, const void *args, const tp_float_env *floats, tp_effects *effects) {
  const tp_region *r = e->key.region;
  tp_box all;
  awaited.decision = NULL;
  if (!e->experience.trial.looping)
    return 0;
  if (r->tp_flags & TP_REGION_TIMES_LOOP) {
    await(e);
    return -1;
  }
  memcpy(all.tp_lo, e->problem.shape.lo, sizeof all.tp_lo);
  memcpy(all.tp_hi, e->problem.shape.hi, sizeof all.tp_hi);
  double start = tp_now();
  tp_context_enter(floats);
  r->tp_variants[TP_VARIANT_PLAIN].tp_tile(&all, args);
  tp_context_leave(effects);
  timed(e, tp_now() - start);
  return 1;
}

void tp_trials_ended(double end) {
  tp_decision *e = awaited.decision;
  if (!e || !pthread_equal(awaited.thread, pthread_self()))
    return;
  awaited.decision = NULL;
  e->experience.untimed = 0;
  timed(e, end - awaited.start);
}
