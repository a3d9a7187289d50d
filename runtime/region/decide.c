/* decide.c - from a region and its arguments to a plan.
 *
 * Everything that depends only on region, sizes and settings is decided once and kept: a repeated start
 * costs a hash of the sizes and a comparison, whatever arrays and values it comes with. What its runs change
 * about it is up to trials.c. */
#include "region/decide.h"

#include "cache/plans_file.h"
#include "process/process.h"
#include "settings/settings_text.h"
#include "cache/profile_lookup.h"
#include "report/report.h"
#include "region/trials.h"
#include "plan/fewer.h"
#include "plan/ignored.h"
#include "plan/traffic.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- deciding --------------------------------------------------------------------------------- */

/* Whether other ranks can take part; sets e->chosen.number. */
static void find_ranks(tp_decision *e) {
  const tp_region *r = e->key.region;
  e->chosen.number = -1;
  if (e->record)
    e->record->alone =
        e->key.ranks < tp_here.ranks ? "the program handles SIGFPE, which other ranks could not" : tp_here.alone;
  if (e->key.alone || e->key.ranks < 2 || r->tp_flags & TP_REGION_THREADS_ONLY)
    return;
  if (r->tp_flags & TP_REGION_LIBM && !tp_here.same_cpus)
    return;
  e->chosen.number = tp_region_number(r);
}

static tp_status know_machine(tp_decision *e, const char **why) {
  tp_profile_source profile;
  int ranks = e->chosen.number < 0 ? 1 : tp_here.ranks;
  tp_status status = tp_profile_lookup(&e->problem.settings, ranks, e->key.threads, tp_here.hosts, &e->problem.machine,
                                       &profile, why);
  if (e->record) {
    e->record->decided++;
    e->record->profile = profile.file;
    e->record->profile_ignored = profile.ignored;
  }
  return status;
}

/* Without a search: the plan of the nearest number of points, cut for these. */
static tp_status follow(const tp_decision *e, const tp_decision *other, tp_plan *plan, const char **why) {
  tp_candidate way = tp_candidate_for(&e->problem, &other->chosen.pipeline->plan);
  tp_status status = tp_candidate_build(&e->problem, &way, plan);
  return status == TP_OK ? tp_plan_pays(&e->problem, plan, why) : status;
}

static tp_status first_choice(tp_decision *e, const tp_budget *budget, tp_plan *plan, const char **why) {
  const tp_region *r = e->key.region;
  *why = "the nest has no iterations";
  tp_status status = tp_shape_of(r, e->args, &e->problem.shape);
  if (status != TP_OK)
    return status;
  snprintf(e->problem.region, sizeof e->problem.region, "%.100s (%.120s:%d)", r->tp_name, r->tp_file, r->tp_line);
  tp_shape *shape = &e->problem.shape;
  shape->kinds.blocked &= e->problem.settings.body == TP_BODY_BLOCKS || tp_blocks_may_gain(shape);
  shape->kinds.filled = tp_blocks_filled(shape);
  e->problem.shape.stays = (e->problem.settings.data == TP_DATA_STAY || e->key.stays) && !e->problem.settings.verify &&
                           !e->problem.shape.maybe_written;
  if (e->record)
    tp_measured_begin(&e->problem.shape.measured, &e->record->measured, e->problem.shape.work);
  find_ranks(e);
  /* One process alone leaves nothing to ignore: a mesh of several ranks is then a mistake. */
  e->problem.shape.threads_only |= e->chosen.number < 0 && (tp_here.ranks > 1 || tp_here.alone);
  if (e->chosen.number >= 0)
    tp_shape_add_moved(r, e->args, &e->problem.shape);
  status = know_machine(e, why);
  if (status != TP_OK)
    return status;
  e->problem.machine.transports = tp_here.transports;
  e->problem.shape.point = tp_point_estimate(&r->tp_ops, &e->problem.machine) * e->problem.shape.work;
  const tp_decision *other = tp_budget_is_spent(budget) ? tp_decision_like(e) : NULL;
  status = other ? follow(e, other, plan, why) : tp_plan_choose(&e->problem, plan, why);
  e->experience.unsure = status == TP_DECLINED;
  return status;
}

/* Why the plan leaves CPUs out; for the statistics alone. */
static void note_fewer(tp_decision *e) {
  tp_region_record *record = e->record;
  const tp_plan *p = &e->chosen.pipeline->plan;
  char *why = e->chosen.fewer;
  size_t size = sizeof e->chosen.fewer;
  *why = 0;
  if (!record || !e->problem.settings.stats.set)
    return;
  if (e->key.alone)
    snprintf(why, size, "%s", TP_OVERSUBSCRIBED);
  else if (p->ranks < tp_here.ranks && e->key.region->tp_flags & TP_REGION_THREADS_ONLY)
    snprintf(why, size, "its data cannot be moved between ranks");
  else if (p->ranks < tp_here.ranks && e->key.region->tp_flags & TP_REGION_LIBM && !tp_here.same_cpus)
    snprintf(why, size, "the mathematical library may compute in another way on other ranks' processors");
  else if (p->ranks < tp_here.ranks && e->chosen.number < 0)
    snprintf(why, size, "the region belongs to a library that other ranks do not know");
  else
    tp_fewer_why(&e->problem, p, tp_here.ranks, e->key.threads, why, (int)size);
}

tp_status tp_decision_take(tp_decision *e, const tp_plan *chosen) {
  static long long serial;
  tp_plan numbered = *chosen, *plan = &numbered;
  memcpy(numbered.lo, e->problem.shape.lo, sizeof numbered.lo); /* one that ran before may have run elsewhere */
  memcpy(numbered.hi, e->problem.shape.hi, sizeof numbered.hi);
  numbered.index = e->index;
  numbered.serial = ++serial;
  numbered.ignored |= tp_ignored(&e->problem, chosen);
  tp_pipeline *pipeline = tp_pipeline_build(e->key.region, e->args, plan, 0, tp_here.transport);
  if (!pipeline)
    return TP_FAILED;
  tp_pipeline_free(e->chosen.pipeline);
  pipeline->watchdog = e->problem.settings.watchdog;
  e->chosen.pipeline = pipeline;
  memset(&e->pointers.asked, 0, sizeof e->pointers.asked);
  e->chosen.moves = 0;
  e->chosen.status = TP_OK;
  tp_predict(&e->problem, plan, &e->chosen.cost);
  note_fewer(e);
  return TP_OK;
}

/* Says once what a transport that was asked for cannot do here. */
static void note_transport(const tp_decision *e) {
  static int noted;
  char name[32];
  int asked = e->problem.settings.transport;
  if (e->chosen.status != TP_OK || e->chosen.pipeline->plan.ranks == 1 || asked == TP_TRANSPORT_AUTO ||
      asked == e->chosen.pipeline->plan.transport || noted >> asked & 1)
    return;
  noted |= 1 << asked;
  tp_setting_word(TP_SETTING_transport, asked, name, sizeof name);
  fprintf(stderr, "tilepipe: transport %s: %s; messages are used [transport]\n", name, tp_here.why_not[asked]);
}

static tp_status decide(tp_decision *e, const tp_budget *budget) {
  const char *why = "";
  tp_plan plan;
  memset(&plan, 0, sizeof plan);
  tp_status status = tp_settings_for(e->key.region, &e->problem.settings, &why);
  if (status == TP_OK)
    tp_report_at_exit(&e->problem.settings.stats, e->key.threads);
  if (status == TP_OK)
    status = first_choice(e, budget, &plan, &why);
  if (status == TP_OK || (status == TP_DECLINED && e->experience.unsure))
    status = tp_trials_begin(e, status, &plan, &why);
  if (status == TP_OK && (status = tp_decision_take(e, &plan)) != TP_OK)
    why = "out of memory";
  if (status == TP_OK)
    e->experience.trial.expected = tp_point_seconds(&e->problem.shape, &plan);
  else
    e->chosen.why = strdup(why);
  return status;
}

/* --- starts ------------------------------------------------------------------------------------ */

int tp_decision_is_known(const tp_decision *e) {
  return tp_pointer_set_has(&e->pointers.asked, e->pointers.arrays);
}

void tp_decision_asked(tp_decision *e) { tp_pointer_set_add(&e->pointers.asked, e->pointers.arrays); }

tp_decision *tp_decide(const tp_region *r, const void *args, tp_start_way way, const tp_budget *budget, double *seconds) {
  tp_decision *e = tp_decision_find(r, args, way);
  *seconds = 0;
  if (!e || e->pointers.status != TP_OK)
    return e;
  if (budget && e->chosen.status == TP_DECLINED)
    e->experience.calls += budget->skipped;
  int new = !e->decided, looks = new || tp_trials_are_due(e);
  /* Other processes' turns on the core are no cost of deciding. */
  double start = looks ? tp_busy() : 0;
  if (new) {
    e->chosen.status = decide(e, budget);
    e->decided = 1;
    note_transport(e);
  }
  tp_trials_look(e);
  if (looks) {
    *seconds = tp_busy() - start;
    if (e->record)
      e->record->deciding += *seconds;
  }
  return e;
}
