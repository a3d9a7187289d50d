/* decide.c - from a region and its arguments to a plan.
 *
 * Everything that depends only on region, sizes and settings is decided once and kept: a repeated start
 * costs a hash of the sizes and a comparison, whatever arrays and values it comes with. The first runs show
 * what points really cost; then a plan may be replaced by a better one, twice at most, and a declined region
 * may get its turn. */
#include "region/decide.h"

#include "region/decisions.h"
#include "cache/plans_file.h"
#include "process/process.h"
#include "settings/settings_text.h"
#include "cache/profile_lookup.h"
#include "region/tuning.h"
#include "plan/fewer.h"
#include "plan/ignored.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RUNS_TO_LEARN = 8 };

/* --- deciding --------------------------------------------------------------------------------- */

/* Whether other ranks can take part; sets e->number. */
static void find_ranks(tp_decision *e) {
  const tp_region *r = e->region;
  e->number = -1;
  if (e->record)
    e->record->alone = e->ranks < tp_here.ranks ? "the program handles SIGFPE, which other ranks could not" : tp_here.alone;
  if (e->alone || e->ranks < 2 || r->tp_flags & TP_REGION_THREADS_ONLY)
    return;
  if (r->tp_flags & TP_REGION_LIBM && !tp_here.same_cpus)
    return;
  e->number = tp_region_number(r);
}

static tp_status know_machine(tp_decision *e, const char **why) {
  tp_profile_source profile;
  tp_status status = tp_profile_lookup(&e->problem.settings, e->number < 0 ? 1 : tp_here.ranks, e->threads,
                                        tp_here.hosts, &e->problem.machine, &profile, why);
  if (e->record) {
    e->record->decided++;
    e->record->profile = profile.file;
    e->record->profile_ignored = profile.ignored;
  }
  return status;
}

/* Without a search: the plan of the nearest number of points, cut for these. */
static tp_status follow(const tp_decision *e, const tp_decision *other, tp_plan *plan, const char **why) {
  tp_tuned way = tp_tuned_of(&other->pipeline->plan);
  tp_status status = tp_tuned_build(&e->problem, &way, plan);
  return status == TP_OK ? tp_plan_pays(&e->problem, plan, why) : status;
}

static tp_status first_choice(tp_decision *e, const tp_budget *budget, tp_plan *plan, const char **why) {
  const tp_region *r = e->region;
  *why = "the nest has no iterations";
  tp_status status = tp_shape_of(r, e->args, &e->problem.shape);
  if (status != TP_OK)
    return status;
  snprintf(e->problem.region, sizeof e->problem.region, "%.100s (%.120s:%d)", r->tp_name, r->tp_file, r->tp_line);
  if (e->record)
    e->problem.shape.measured = e->record->measured;
  find_ranks(e);
  /* One process alone leaves nothing to ignore: a mesh of several ranks is then a mistake. */
  e->problem.shape.threads_only |= e->number < 0 && (tp_here.ranks > 1 || tp_here.alone);
  status = know_machine(e, why);
  if (status != TP_OK)
    return status;
  e->problem.machine.transports = tp_here.transports;
  e->problem.shape.point = tp_point_estimate(&r->tp_ops, &e->problem.machine);
  const tp_decision *other = tp_budget_is_spent(budget) ? tp_decision_like(e) : NULL;
  status = other ? follow(e, other, plan, why) : tp_plan_choose(&e->problem, plan, why);
  e->unsure = status == TP_DECLINED;
  return status;
}

/* Why the plan leaves CPUs out; for the statistics alone. */
static void note_fewer(tp_decision *e) {
  tp_region_record *record = e->record;
  const tp_plan *p = &e->pipeline->plan;
  char *why = e->fewer;
  size_t size = sizeof e->fewer;
  *why = 0;
  if (!record || !e->problem.settings.stats)
    return;
  if (e->alone)
    snprintf(why, size, "%s", TP_CROWDED);
  else if (p->ranks < tp_here.ranks && e->region->tp_flags & TP_REGION_THREADS_ONLY)
    snprintf(why, size, "its data cannot be moved between ranks");
  else if (p->ranks < tp_here.ranks && e->region->tp_flags & TP_REGION_LIBM && !tp_here.same_cpus)
    snprintf(why, size, "the mathematical library may compute in another way on other ranks' processors");
  else if (p->ranks < tp_here.ranks && e->number < 0)
    snprintf(why, size, "the region belongs to a library that other ranks do not know");
  else
    tp_fewer_why(&e->problem, p, tp_here.ranks, e->threads, why, (int)size);
}

/* Makes a pipeline of the chosen plan; the one before stays if there is no memory. */
static tp_status take(tp_decision *e, const tp_plan *chosen) {
  static long long serial;
  tp_plan numbered = *chosen, *plan = &numbered;
  memcpy(numbered.lo, e->problem.shape.lo, sizeof numbered.lo); /* one that ran before may have run elsewhere */
  memcpy(numbered.hi, e->problem.shape.hi, sizeof numbered.hi);
  numbered.slot = e->slot;
  numbered.serial = ++serial;
  numbered.ignored |= tp_ignored(&e->problem, chosen);
  tp_pipeline *pipeline = tp_pipeline_build(e->region, e->args, plan, 0, tp_here.transport);
  if (!pipeline)
    return TP_FAILED;
  tp_pipeline_free(e->pipeline);
  pipeline->watchdog = e->problem.settings.watchdog;
  e->pipeline = pipeline;
  memset(&e->pointers.asked, 0, sizeof e->pointers.asked);
  e->status = TP_OK;
  tp_predict(&e->problem, plan, &e->cost);
  note_fewer(e);
  return TP_OK;
}

/* Says once what a transport that was asked for cannot do here. */
static void note_transport(const tp_decision *e) {
  static int noted;
  char name[32];
  int asked = e->problem.settings.transport;
  if (e->status != TP_OK || e->pipeline->plan.ranks == 1 || asked == TP_TRANSPORT_AUTO ||
      asked == e->pipeline->plan.transport || noted >> asked & 1)
    return;
  noted |= 1 << asked;
  tp_setting_word(TP_SETTING_transport, asked, name, sizeof name);
  fprintf(stderr, "tilepipe: transport %s: %s; messages are used\n", name, tp_here.why_not[asked]);
}

static double expected(const tp_decision *e, const tp_plan *plan) {
  return tp_point_seconds(&e->problem.shape, plan);
}

static tp_status decide(tp_decision *e, const tp_budget *budget) {
  const char *why = "";
  tp_plan plan;
  memset(&plan, 0, sizeof plan);
  tp_status status = tp_settings_for(e->region, &e->problem.settings, &why);
  if (status == TP_OK && e->problem.settings.stats)
    tp_statistics_at_exit();
  if (status == TP_OK)
    status = first_choice(e, budget, &plan, &why);
  if (status == TP_OK || (status == TP_DECLINED && e->unsure))
    status = tp_tuning_begin(e, status, &plan, &why);
  if (status == TP_OK && (status = take(e, &plan)) != TP_OK)
    why = "out of memory";
  if (status == TP_OK)
    e->history.expected = expected(e, &plan);
  else
    e->why = strdup(why);
  return status;
}

/* --- the second look -------------------------------------------------------------------------- */

/* A declined start: decided by what points cost, once that is known; tried once, on one CPU, to know it.
   Whether it is worth trying is asked when the number of calls has doubled. */
static void reconsider(tp_decision *e) {
  const char *why;
  tp_plan plan;
  if (tp_measured_any(&e->record->measured)) {
    e->unsure = 0;
    e->problem.shape.measured = e->record->measured;
    if (tp_plan_choose(&e->problem, &plan, &why) == TP_OK && take(e, &plan) == TP_OK)
      e->history.expected = expected(e, &plan);
  } else if (!e->record->tried &&
             tp_plan_try(&e->problem, tp_record_all_declined(e->record),
                         &plan) == TP_OK &&
             take(e, &plan) == TP_OK) {
    e->trial = e->record->tried = 1;
  }
}

static void stop(tp_decision *e, const char *why) {
  e->status = TP_DECLINED;
  free(e->why);
  e->why = strdup(why);
  tp_pipeline_free(e->pipeline);
  e->pipeline = NULL;
}

/* The tuner's next plan, or its last. The program's own loop needs none. */
static void retune(tp_decision *e) {
  const char *why;
  tp_plan next;
  e->due = 0;
  e->problem.shape.touched |= e->pipeline->plan.ranks > 1;
  if (!e->tuner->active && tp_tuning_declines(e, &e->tuner->best, &why)) {
    e->unsure = 0;
    stop(e, why);
  } else if (!e->tuner->looping &&
             tp_tuned_build(&e->problem, &e->tuner->now, &next) == TP_OK) {
    take(e, &next);
  }
  if (e->tuner->unasked && !e->tuner->active) {
    tp_tuning_end(e);
    memset(&e->history, 0, sizeof e->history);
  }
}

/* The program's own loop and plans of one CPU take turns from here on. */
static void compare(tp_decision *e) {
  tp_plan plan;
  if (tp_tuning_compare(e, &plan) && take(e, &plan) != TP_OK)
    tp_tuning_end(e);
}

/* Into what is known of the region, too; but what was compared holds for these sizes: others may not fit caches. */
static void learn(tp_decision *e) {
  tp_history_teach(&e->history, &e->pipeline->plan, &e->problem);
  if (e->record && !e->compared)
    tp_measured_take(&e->record->measured, &e->problem.shape.measured);
}

static void revise(tp_decision *e) {
  const char *why = "";
  tp_plan next, now = e->pipeline->plan;
  e->due = e->trial = 0;
  e->problem.shape.touched = now.ranks > 1;
  learn(e);
  tp_revision what = e->compared ? TP_KEEP
                                 : tp_plan_revise(&e->problem, &now,
                                                  &e->history, &next, &why);
  if (what == TP_STOP) {
    stop(e, why);
  } else if (what == TP_REPLACE && take(e, &next) == TP_OK) {
    tp_history_replace(&e->history, &now, expected(e, &next));
    if (e->record)
      e->record->revised++;
  } else {
    tp_predict(&e->problem, &now, &e->cost);
  }
}

/* Declined, and asked about again. */
static int is_in_question(const tp_decision *e) {
  return e->unsure && e->status == TP_DECLINED && e->record && tp_record_all_declined(e->record) >= e->record->ask;
}

static int is_due(const tp_decision *e) { return e->due || is_in_question(e); }

static void look_again(tp_decision *e) {
  if (e->due && e->tuner)
    retune(e);
  else if (e->due)
    revise(e);
  else if (is_in_question(e)) {
    e->record->ask = 2 * tp_record_all_declined(e->record) + 1;
    reconsider(e);
  } else {
    compare(e);
  }
}

/* What a run shows of the costs of points and of all that is around them. */
static void note_costs(tp_decision *e, const tp_region_counts *counts) {
  tp_seen seen = {.seconds = counts->seconds, .compute = counts->compute,
                  .points = (double)e->problem.shape.points, .tiles = counts->tiles, .jammed = counts->jammed};
  if (counts->last > counts->first)
    seen.around = counts->seconds - (counts->last - counts->first);
  for (int t = 0; t < e->pipeline->plan.threads; t++)
    for (int k = 0; k < 2; k++) {
      double best = e->pipeline->lane[t].body.best[k];
      if (best > 0 && (seen.best[k] == 0 || best < seen.best[k]))
        seen.best[k] = best;
    }
  int due = tp_history_add(&e->history, &e->pipeline->plan, &seen) | e->trial;
  /* What was tuned is not judged by a model; what is being tuned takes its candidates in the model's order. */
  e->due |= due && !e->tuner && !e->tuned;
  if (e->tuner && e->tuner->measured == 0)
    learn(e);
  if (e->record && !e->compared)
    tp_measured_take(&e->record->measured, &e->history.measured);
}

void tp_decision_ran(tp_decision *e, const tp_region_counts *counts) {
  if (e->history.runs < RUNS_TO_LEARN)
    note_costs(e, counts);
  if (e->tuner && e->tuner->active)
    tp_tuning_ran(e, counts->seconds);
  else if (e->tuned && e->record)
    e->record->plans = tp_plans_place(&e->problem.settings);
}

/* --- starts ------------------------------------------------------------------------------------ */

int tp_decision_is_known(const tp_decision *e) {
  return tp_pointer_set_has(&e->pointers.asked, e->pointers.arrays);
}

void tp_decision_asked(tp_decision *e) { tp_pointer_set_add(&e->pointers.asked, e->pointers.arrays); }

/* A plan is made, or made anew, for a start that runs it: its links greet their other ends, which know of no plan
   that they have not run. */
tp_decision *tp_decide(const tp_region *r, const void *args, int alone, const tp_budget *budget, double *seconds) {
  tp_decision *e = tp_decision_find(r, args, alone);
  *seconds = 0;
  if (!e || e->pointers.status != TP_OK)
    return e;
  if (budget && e->status == TP_DECLINED)
    e->calls += budget->skipped;
  int new = !e->decided, looks = new || is_due(e);
  /* Other processes' turns on the core are no cost of deciding. */
  double start = looks ? tp_busy() : 0;
  if (new) {
    e->status = decide(e, budget);
    e->decided = 1;
    note_transport(e);
  }
  look_again(e);
  if (looks) {
    *seconds = tp_busy() - start;
    if (e->record)
      e->record->deciding += *seconds;
  }
  return e;
}
