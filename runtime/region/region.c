/* region.c - from the emitted call to a run of the pipeline. */
#include "process/descriptors.h"
#include "region/budget.h"
#include "process/caller.h"
#include "region/oversubscribed.h"
#include "region/data.h"
#include "report/report.h"
#include "region/decide.h"
#include "region/own.h"
#include "region/rows.h"
#include "region/progress.h"
#include "process/process.h"
#include "ranks/service.h"
#include "ranks/stay.h"
#include "ranks/survey.h"
#include "region/sums.h"
#include "region/trials.h"
#include "region/verify.h"
#include "exec/copies.h"
#include "exec/statistics.h"
#include "timeline/timeline.h"
#include "tilepipe/testing.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Emitted code refers to the runtime weakly, which pulls nothing from an archive: whoever links asks for this name
   (-Wl,-u,__tp_runtime), and with it comes all the rest. It is hidden: a shared library that has the runtime, and hides
   none of it, does not satisfy the linker. */
char __tp_runtime;

__attribute__((used)) static void (*const public_functions[])(void) = {
    (void (*)(void))tp_threads, (void (*)(void))tp_join,   (void (*)(void))tp_team,
    (void (*)(void))tp_first,   (void (*)(void))tp_more,   (void (*)(void))tp_next,
    (void (*)(void))tp_begin,   (void (*)(void))tp_kind,       (void (*)(void))tp_arguments,
    (void (*)(void))tp_box_at, (void (*)(void))tp_end,    (void (*)(void))tp_partial_of,
    (void (*)(void))tp_set,     (void (*)(void))tp_set_region, (void (*)(void))tp_gather,
    (void (*)(void))tp_test_last,
    (void (*)(void))tp_test_forget};

static _Atomic int running;

int tp_region_running(void) { return running; }

int tp_region_hold(void) { return !atomic_exchange(&running, 1); }

void tp_region_release(void) { running = 0; }

/* The reason of a declined run is remembered by the record beyond the entry's life. */
static const char *lasting(const char *text) {
  static char *kept[64];
  static int next;
  for (int i = 0; i < 64 && kept[i]; i++)
    if (strcmp(kept[i], text) == 0)
      return kept[i];
  if (next == 64)
    return "several reasons";
  kept[next] = strdup(text);
  return kept[next] ? kept[next++] : "out of memory";
}

/* --- running ---------------------------------------------------------------------------------- */

/* A call: the program's context, and what the tiles do to it. */
typedef struct call {
  tp_context program;
  tp_effects effects;
  tp_budget *budget; /* of the region, null: none */
  double looked;     /* seconds that a look at rows behind pointers took, which each run needs */
} call;

/* TP_FAILED, with the reason in *why: the region cannot be verified, and has to be. */
static tp_status verify(tp_decision *e, const void *args, tp_verification **v, const char **why) {
  static char line[600];
  const tp_region *r = e->key.region;
  const char *reason;
  int known = e->record ? e->record->verified : 0;
  *v = tp_verify_begin(r, args, &e->chosen.pipeline->plan,
                       e->problem.settings.verify == TP_VERIFY_REQUIRE, &reason);
  if (e->record)
    e->record->verified = *v ? 1 : -1;
  if (*v)
    return TP_OK;
  if (e->problem.settings.verify == TP_VERIFY_REQUIRE) {
    snprintf(line, sizeof line, "TILEPIPE_VERIFY=require: region %.100s (%.200s:%d) cannot be verified: %s", r->tp_name,
             r->tp_file, r->tp_line, reason);
    *why = line;
    return TP_FAILED;
  }
  if (known >= 0)
    tp_verify_missed(r, reason);
  return TP_OK;
}

/* What a run shows of its plan, and of busy cores. lost: tp_pipeline_lost. */
static void judge(tp_decision *e, const call *c, int known, const tp_region_counts *counts, double lost) {
  enum { MOVES = 3 };
  int stays = e->problem.shape.stays && e->chosen.pipeline->plan.ranks > 1;
  /* Arrays that stay move once, into fresh memory. Those that are new each time are no exception. */
  if (stays && !known && e->chosen.moves++ < MOVES)
    return;
  /* What runs take while threads have no cores says nothing about the plan. */
  if (!tp_oversubscribed_ran(e, c->budget, stays ? counts->seconds - counts->livein : counts->seconds, lost))
  {
    /* A plan that leaves arrays where the program has to fetch them takes that time, too. */
    tp_region_counts with = *counts;
    with.seconds += counts->touched + c->looked;
    tp_trials_ran(e, &with);
  }
}

/* The run that begins has a number in the trace. */
static void enter_timeline(tp_pipeline *p) {
  static long runs;
  p->timeline = tp_here.timeline;
  p->run = ++runs;
  if (p->timeline)
    tp_timeline_enter(p->timeline, p->region->tp_name, p->run, p->plan.threads);
}

/* Before a region's first run little is known of its length. */
static tp_progress *begin_progress(const tp_decision *e) {
  int how = e->problem.settings.progress, ran = e->record && e->record->ran > 0;
  const tp_trial *t = &e->experience.trial;
  double expected = e->chosen.cost.total, seconds = ran ? e->record->last.seconds : 1;
  if (how == TP_PROGRESS_OFF)
    return NULL;
  tp_tuning tuning = {0, 0};
  if (t->active && t->kind == TP_TRIAL_TUNE)
    tuning = (tp_tuning){t->budget, t->best.spent};
  return tp_progress_begin(e->chosen.pipeline, how, expected > seconds ? expected : seconds, tuning);
}

/* Nothing has happened, with the reason in *why: TP_DECLINED: other ranks cannot take part; TP_FAILED: a verification
   that was asked for cannot be had. *ran: what tp_region_run answers. */
static tp_status run(tp_decision *e, void *args, call *c, int *ran, const char **why) {
  tp_pipeline *p = e->chosen.pipeline;
  tp_region_counts counts = {0};
  tp_verification *v = NULL;
  *ran = 1;
  if (p->plan.ranks == 1 || e->problem.settings.verify)
    tp_stay_return(e->key.region, args);
  if (e->problem.settings.verify && verify(e, args, &v, why) != TP_OK)
    return TP_FAILED;
  int known = tp_decision_is_known(e);
  if (e->record && e->problem.settings.stats.set)
    counts.by_rank = tp_record_by_rank(e->record);
  enter_timeline(p);
  double start = tp_now();
  tp_pipeline_reset(p, args, &c->program.floats);
  p->fresh.count = 0;
  if (p->plan.ranks == 1)
    tp_fresh_find(&p->fresh, e->key.region, args, e->problem.shape.points);
  tp_progress *progress = begin_progress(e);
  tp_status status = TP_OK;
  if (p->plan.ranks == 1)
    tp_pipeline_run(p, args);
  else
    status = tp_service_region(p, e->chosen.number, !known, tp_data_stays(e), &counts, why);
  tp_progress_end(progress);
  if (status != TP_OK)
    return v ? TP_FAILED : TP_DECLINED;
  tp_decision_asked(e);
  c->effects = tp_pipeline_effects(p);
  if (p->copies) { /* floating-point numbers may be among them */
    tp_context_enter(&c->program.floats);
    tp_copies_end(p);
    tp_context_leave(&c->effects);
  }
  counts.sums = tp_sums_end(p, &c->effects);
  double end = tp_now();
  counts.seconds = end - start;
  tp_timeline_outside(p->timeline, TP_SLICE_REGION, start, end);
  for (int t = 0; t < p->plan.threads; t++) {
    tp_counts cpu = tp_pipeline_counts(p, t);
    tp_counts_add(&counts, 0, &cpu, 1);
  }
  if (!tp_here.one_clock)
    counts.first = counts.last = 0;
  counts.transfer =
      tp_faces_seconds(&e->problem.machine, &p->plan, (double)counts.messages, (double)counts.bytes);
  counts.points = (double)e->problem.shape.points;
  tp_cost predicted = e->chosen.cost;
  judge(e, c, known, &counts, tp_pipeline_lost(p, start));
  tp_data_ran(e, args, counts.seconds);
  if (e->record) {
    int threads = e->problem.settings.stats.set ? tp_threads_allowed() : p->plan.threads;
    tp_record_given(e->record, tp_here.ranks, threads, *e->chosen.fewer ? lasting(e->chosen.fewer) : NULL);
    tp_record_run(e->record, &p->plan, &predicted, &counts);
  }
  if (v)
    *ran = tp_verify_end(v, &p->floats);
  if (*ran < 0) /* the program's own loop has its effects itself */
    memset(&c->effects, 0, sizeof c->effects);
  return TP_OK;
}

/* Also called by several threads at once. */
static int decline(const tp_region *r, tp_region_record *record, const char *why) {
  const char *ignored;
  tp_settings settings;
  if (!record && !(record = tp_record_known(r)) && !tp_in_handler())
    record = tp_record_of(r);
  if (!record)
    return 0;
  if (record->calls == 0 && tp_settings_for(r, &settings, &ignored) == TP_OK)
    tp_report_at_exit(&settings.stats, 0);
  tp_record_declined(record, why);
  return 0;
}

/* Declines a call after a look that took so many seconds beside the usual. */
static int decline_after(const tp_decision *e, tp_budget *b, const void *args, double seconds, const char *why) {
  const tp_region *r = e->key.region;
  why = lasting(why);
  decline(r, e->record, why);
  return tp_budget_declined(b, args, seconds, why, (r->tp_flags & TP_REGION_TIMES_LOOP) != 0);
}

/* Said once: the program goes on slower than its user expects, whose statistics may be off. */
static void say_alone(const char *why) {
  static int said;
  if (!said)
    fprintf(stderr, "tilepipe: %s; rank 0 runs the program's own loop [rank-memory]\n", why);
  said = 1;
}

/* A start for which other ranks have too little memory is declined from then on. */
static int run_or_decline(tp_decision *e, void *args, call *c, double seconds) {
  int ran = 0;
  const char *why = "";
  double start = tp_now();
  tp_status status = run(e, args, c, &ran, &why);
  if (status == TP_OK) {
    tp_budget_ran(c->budget, args, seconds, tp_now() - start);
    return ran;
  }
  if (status == TP_FAILED) {
    char line[700];
    snprintf(line, sizeof line, "%.680s [cannot-verify]", why);
    tp_region_release();
    tp_end_program(1, line);
  }
  say_alone(why);
  tp_trials_give_up(e, why);
  return decline_after(e, c->budget, args, seconds + tp_now() - start, why);
}

/* Where rows behind pointers lie; the region is to run. */
static tp_status look_at_rows(const tp_region *r, const void *args, call *c, const char **why) {
  if (!tp_rows_any(r))
    return TP_OK;
  double start = tp_now();
  tp_status status = tp_rows_check(r, args, why);
  c->looked = tp_now() - start;
  return status;
}

static int decide_and_run(const tp_region *r, void *args, call *c) {
  tp_budget *b = c->budget;
  int ran = 0, alone = 0;
  const char *why;
  double seconds = 0, more = 0, start = tp_here.timeline ? tp_now() : 0;
  long long skipped = b ? b->skipped : 0;
  if (tp_own_arrays(r, args) != TP_OK)
    return decline(r, NULL, "no memory for what its iterations have for themselves");
  tp_decision *e = tp_decide(r, args, TP_START_USUAL, b, &seconds);
  if (e && e->chosen.status == TP_OK && e->pointers.status == TP_OK && (alone = tp_oversubscribed(e, b)) != 0 &&
      tp_plan_may_gain_alone(&e->problem)) {
    e = tp_decide(r, args, TP_START_ALONE, b, &more);
    seconds += more;
    alone = e && e->chosen.status != TP_OK;
  } else if (e) {
    e = tp_data_choose(e, args, b, &seconds);
  }
  if (tp_here.timeline && seconds > 0) {
    tp_timeline_enter(tp_here.timeline, r->tp_name, 0, 1);
    tp_timeline_outside(tp_here.timeline, TP_SLICE_DECISION, start, tp_now());
  }
  if (!e) {
    decline(r, NULL, "out of memory");
  } else if (e->chosen.status == TP_INVALID) {
    tp_region_release();
    tp_end_program(2, e->chosen.why);
  } else if (e->pointers.status != TP_OK) {
    ran = decline_after(e, b, args, seconds, e->pointers.why);
  } else if (alone) {
    ran = decline_after(e, b, args, seconds, TP_OVERSUBSCRIBED);
    tp_budget_passing(b);
  } else if (e->chosen.status != TP_OK) {
    ran = decline_after(e, b, args, seconds, e->chosen.why);
    tp_data_declined(e, b, skipped + 1);
  } else if (look_at_rows(r, args, c, &why) != TP_OK) {
    ran = decline_after(e, b, args, seconds + c->looked, why);
  } else if (e->chosen.pipeline->plan.ranks > 1 && !tp_service_has_room()) {
    decline(r, e->record, "the program has limited its memory, and messages need some");
  } else if (tp_trials_stand_back(e)) {
    decline(r, e->record, "the program's own loop is being timed");
  } else if ((ran = tp_trials_loop(e, args, &c->program.floats, &c->effects)) != 0) {
    decline(r, e->record, "the program's own loop is being timed");
  } else if ((why = tp_sums_begin(r, args, &c->program.floats, e->chosen.pipeline->plan.threads)) != NULL) {
    decline(r, e->record, why);
  } else if (tp_copies_begin(e->chosen.pipeline, args) != TP_OK) {
    decline(r, e->record, "out of memory");
  } else if (e->chosen.pipeline->plan.ranks > 1 && tp_descriptors_lost()) {
    tp_region_release();
    exit(1); /* leaving MPI says why */
  } else {
    ran = run_or_decline(e, args, c, seconds);
  }
  return ran;
}

/* Where nothing may be allocated: a region of which nothing is known yet is not counted. */
static int decline_quietly(const tp_region *r, const char *why) {
  tp_region_record *record = tp_record_known(r);
  if (record)
    tp_record_declined(record, why);
  return 0;
}

/* In the runtime's context, and not inlined: computing must not be moved out of it. */
__attribute__((noinline)) static int start(const tp_region *r, void *args, int parallel, call *c) {
  if (r->tp_abi != TP_ABI)
    return decline(r, NULL, "compiled for another version of the runtime");
  if (parallel)
    return decline(r, NULL, "inside a parallel region of the program");
  if (tp_float_traps(&c->program.floats))
    return decline(r, NULL, "the program traps floating-point exceptions");
  if (!tp_region_hold())
    return decline(r, NULL, "inside another region");
  if (tp_in_handler()) {
    tp_region_release();
    return decline_quietly(r, "inside a signal handler");
  }
  int defers, ran = 0;
  tp_survey_end(r, args);
  tp_budget *b = tp_budget_of(r, args, &defers);
  if (defers) {
    decline(r, b->record, b->reason);
    ran = tp_budget_deferred(b, args, (r->tp_flags & TP_REGION_TIMES_LOOP) != 0);
  } else {
    c->budget = b;
    ran = decide_and_run(r, args, c);
  }
  tp_region_release();
  return ran;
}

/* Separate, for the frame of what follows is larger. */
__attribute__((noinline)) static int start_in_context(const tp_region *r, void *args, int parallel) {
  call c;
  memset(&c.effects, 0, sizeof c.effects);
  c.looked = 0;
  tp_context_hold(&c.program);
  int ran = start(r, args, parallel, &c);
  tp_context_release(&c.program, &c.effects);
  return ran;
}

int tp_region_run(const tp_region *r, void *args, int parallel) {
  if (tp_is_child() || (!parallel && !tp_survey_is_on() && tp_budget_declines(r, args)))
    return 0;
  if (tp_here.confined)
    return decline_quietly(r, "the program has confined itself to some system calls");
  if (!tp_stack_suffices(TP_STACK_NEEDED))
    return decline_quietly(r, "too little is left of the thread's own stack, or another stack is used");
  return start_in_context(r, args, parallel);
}

void tp_region_accumulated(const char *name, const void *got, const void *wanted, tp_int bytes) {
  if (!tp_is_child())
    tp_verify_accumulated(name, got, wanted, bytes);
}

void tp_region_reassociated(const char *name, const void *got, const void *wanted, tp_int bytes) {
  if (!tp_is_child())
    tp_verify_reassociated(name, got, wanted, bytes);
}

/* Another thread may be running a region: then nobody knows how long the loop took. */
void tp_region_ended(void) {
  tp_context c;
  if (tp_is_child())
    return;
  tp_context_hold(&c);
  double end = tp_now();
  tp_verify_ended();
  if (tp_region_hold()) {
    tp_trials_ended(end);
    tp_budget_loop_ended(end);
    tp_data_loop_ended();
    tp_region_release();
  }
  tp_context_release(&c, NULL);
}
