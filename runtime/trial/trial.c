/* trial.c - what a trial measures next, and what it keeps. */
#include "trial/trial.h"

#include "plan/model.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* A ratio between expected and measured cost that does not wait for a second run. */
#define FAR_OFF 1.5
/* Another plan must promise so much, and a measured loss be so large. */
#define MARGIN 1.1
/* A rank alone may take so much longer by the model than what was measured of several, and gets a try. */
#define TRY_ALONE 1.25
/* Runs of a candidate: the first one also builds it and warms it up. Short ones have few steps each to time tile
   functions in: so many seconds of them, or runs, bring a plan to rest. */
enum { RUNS = 2, FIRST_RUNS = 3, RUNS_AT_REST = 12 };
#define SECONDS_AT_REST 5e-3
/* What was spent is kept after so many seconds, or this part of what there is. */
#define SAVE_SECONDS 1.0
#define SAVE_PART 0.1
/* A first run so much slower than the best is enough, where runs are long and warm themselves up a little slower one;
   so much faster is better. */
#define HOPELESS 2.0
#define HOPELESS_LONG 1.2
#define LONG_SECONDS 50e-3
#define BETTER 0.98
/* What is a little better, for noise may have made it so, is to be so in several rounds of several runs, where a round
   takes no more than a part of the time left. */
#define CLEARLY_BETTER 0.9
enum { ROUNDS = 3, ROUND_RUNS = 4 };
#define ROUND_PART 0.05
/* ONE_CPU, THREADS: a second run so much slower is enough, too; the loop stays unless so much is gained; strips,
   which pay in caches, where runs are so short. */
#define HOPELESS_ONE_CPU 1.25
#define GAIN_ONE_CPU 0.95
#define SHORT_SECONDS 5e-3
/* THREADS: more of them do not wait for the loop, which takes as long as many of their runs. */
enum { THREADS_BESIDE_LOOP = 4 };

/* --- plans of the model ----------------------------------------------------------------------- */

static void note_run(tp_trial *t, double seconds) {
  t->runs++;
  if (t->now.seconds == 0 || seconds < t->now.seconds)
    t->now.seconds = seconds;
}

int tp_trial_add(tp_trial *t, tp_problem *problem, const tp_plan *p, const tp_seen *seen) {
  int first = t->runs == 0;
  tp_measured_add(&problem->shape.measured, p, seen);
  if (!first && seen->around > 0 && (t->around == 0 || seen->around < t->around))
    t->around = seen->around;
  if (p->ranks > 1 && t->around > 0)
    tp_measured_add_around(problem, p, t->around);
  if (t->kind != TP_TRIAL_MODEL)
    return 0;
  note_run(t, seen->seconds);
  if (t->measured >= TP_REVISIONS)
    return 0;
  if (!first)
    return t->runs == 2 || t->runs == TP_RUNS_TO_LOSE;
  double each = seen->points > 0 ? seen->compute / seen->points : 0;
  return t->measured == 0 && t->expected > 0 && (each > FAR_OFF * t->expected || each * FAR_OFF < t->expected);
}

void tp_trial_replace(tp_trial *t, const tp_plan *now, double expected) {
  if (t->runs > 1 && (t->best.seconds == 0 || t->now.seconds < t->best.seconds)) {
    t->best.seconds = t->now.seconds;
    t->kept = *now;
  }
  t->runs = 0;
  t->now.seconds = t->around = 0;
  t->measured++;
  t->expected = expected;
}

/* 1: the two plans run alike; what they promise, and their names, may differ. */
static int same(const tp_plan *a, const tp_plan *b) {
  tp_plan x = *a, y = *b;
  x.predicted = y.predicted = 0;
  x.index = y.index = 0;
  x.serial = y.serial = 0;
  return memcmp(&x, &y, sizeof x) == 0;
}

/* A plan that loses against the sequential loop, whatever the model says: ranks give way to threads,
   threads to the loop. */
static tp_verdict retreat(const tp_problem *problem, const tp_plan *now, tp_plan *out, const char **why) {
  static char text[128];
  tp_problem here = *problem;
  tp_plan fewer;
  here.machine.ranks = 1;
  if (now->ranks > 1) {
    tp_status status = tp_plan_choose(&here, &fewer, why);
    if (status == TP_OK)
      *out = fewer;
    return status == TP_OK ? TP_REPLACE : status == TP_DECLINED ? TP_STOP : TP_KEEP;
  }
  snprintf(text, sizeof text, "no gain found in %d CPUs", now->threads);
  *why = text;
  return TP_STOP;
}

/* Ranks of one machine that work at the same time may slow each other down, by what shares their caches, cores and
   memory: no model knows it, and one try shows it. What turns out to be slower gives way again. The first run of several
   ranks is no measure, and nothing of it is kept: their memory is fresh, and data that stays moves. Where it was left to
   the runtime that data stays, it knows what one rank takes, and a try would bring all back. */
static int deserves_try(const tp_problem *problem, const tp_plan *now, const tp_trial *t, tp_plan *out) {
  tp_problem here = *problem;
  const char *why;
  here.machine.ranks = 1;
  if (problem->shape.stays && problem->settings.data == TP_DATA_AUTO)
    return 0;
  return now->ranks > 1 && t->runs > 1 && problem->machine.hosts == 1 && !problem->settings.always &&
         t->measured + 2 <= TP_REVISIONS && tp_plan_choose(&here, out, &why) == TP_OK &&
         out->predicted < TRY_ALONE * t->now.seconds;
}

static tp_verdict revise(const tp_trial *t, const tp_problem *problem, const tp_plan *now, tp_plan *out,
                         const char **why) {
  tp_cost current, next;
  tp_plan chosen;
  if (t->best.seconds > 0 && t->runs > 1 && t->best.seconds < t->now.seconds) {
    *out = t->kept;
    return TP_REPLACE;
  }
  if (t->measured + 1 >= TP_REVISIONS)
    return TP_KEEP; /* the last way is the way back */
  tp_predict(problem, now, &current);
  if (t->runs >= TP_RUNS_TO_LOSE && !problem->settings.always && tp_measured_any(&problem->shape.measured) &&
      t->now.seconds > MARGIN * current.sequential)
    return retreat(problem, now, out, why);
  tp_status status = tp_plan_choose(problem, &chosen, why);
  if (status == TP_DECLINED)
    /* What was measured speaks louder than what is predicted. */
    return t->now.seconds * (now->ranks * now->threads == 1 ? TP_GAIN_ALONE : 1) > current.sequential ? TP_STOP : TP_KEEP;
  if (status != TP_OK)
    return TP_KEEP;
  tp_predict(problem, &chosen, &next);
  int is_better = !same(now, &chosen) && next.total * MARGIN < current.total;
  if (is_better)
    *out = chosen;
  return is_better || deserves_try(problem, now, t, out) ? TP_REPLACE : TP_KEEP;
}

/* --- the others ------------------------------------------------------------------------------- */

void tp_trial_measure(tp_trial *t, tp_trial_kind kind, const tp_candidate *first, const tp_tried *tried, double budget) {
  memset(t, 0, sizeof *t);
  t->kind = kind;
  t->best = *first;
  t->best.seconds = t->best.loop = 0;
  t->now = t->best;
  if (tried)
    t->tried = *tried;
  t->budget = budget;
  t->saved = first->spent;
  t->active = !first->done && first->spent < budget && t->tried.count < TP_TRIED;
}

/* What nobody asked for may cost little. */
static int is_brief(const tp_trial *t) { return t->kind == TP_TRIAL_ONE_CPU || t->kind == TP_TRIAL_THREADS; }

static int runs_at_rest(double seconds) {
  double runs = seconds > 0 ? SECONDS_AT_REST / seconds : RUNS;
  return runs > RUNS_AT_REST ? RUNS_AT_REST : runs > RUNS ? (int)runs : RUNS;
}

static int compares_loop(const tp_trial *t) {
  int threads = 1;
  for (int d = 0; d < t->first.dims; d++)
    threads *= (int)t->first.group[d];
  return t->kind != TP_TRIAL_THREADS || threads <= THREADS_BESIDE_LOOP;
}

/* Programs of a few calls, too, are to know how the first plan and the loop compare, where they ask for it. */
static int runs_needed(const tp_trial *t) {
  int needed = t->measured == 0 && t->kind == TP_TRIAL_TUNE ? FIRST_RUNS : runs_at_rest(t->now.seconds);
  return t->round > 1 && needed < ROUND_RUNS ? ROUND_RUNS : needed;
}

static int is_far_off(const tp_trial *t, double seconds) {
  return seconds > (t->best.seconds > LONG_SECONDS ? HOPELESS_LONG : HOPELESS) * t->best.seconds;
}

static int is_hopeless(const tp_trial *t, double seconds) {
  return is_far_off(t, seconds) ||
         (is_brief(t) && t->runs >= RUNS && t->now.seconds > HOPELESS_ONE_CPU * t->best.seconds);
}

/* The next candidate that was not measured; 0: there is none. */
static int advance(tp_trial *t) {
  while (t->near.at < t->near.count && tp_candidate_tried(&t->tried, &t->near.next[t->near.at]))
    t->near.at++;
  if (t->near.at == t->near.count)
    return 0;
  t->now = t->near.next[t->near.at++];
  t->now.seconds = 0;
  t->runs = 0;
  return 1;
}

/* 1: the plan is no better than the loop. */
static int loses(const tp_trial *t, const tp_candidate *x, double loop) {
  return loop > 0 && x->seconds >= (t->kind == TP_TRIAL_ONE_CPU ? GAIN_ONE_CPU : BETTER) * loop;
}

/* The best so far, with what is known of the loop. */
static void take(tp_trial *t, const tp_candidate *x) {
  tp_candidate old = t->best;
  t->best = *x;
  t->best.spent = old.spent;
  t->best.loop = old.loop;
  t->best.none = loses(t, x, old.loop);
  t->best.done = 0;
}

static int over(const tp_trial *t) { return t->best.spent >= t->budget || t->tried.count == TP_TRIED; }

static int run_loop(tp_trial *t) {
  t->looping = 1;
  t->runs = 0;
  return TP_TRIAL_SWITCH;
}

/* The loop had its turn when the program may have been slower than it is by now: before it gives way to a plan that
   takes less time than any did then, it runs again. */
static int is_outdated(const tp_trial *t) {
  return !t->best.none && t->best.seconds < BETTER * t->met && !is_far_off(t, t->best.loop);
}

/* Goes on to what is next, or ends with the best; what was spent is kept now and then, for the program may be
   interrupted. */
static int go_on(tp_trial *t, int save) {
  if (over(t) || !advance(t)) {
    if (is_outdated(t))
      return save | run_loop(t);
    t->best.done = !over(t);
    t->now = t->best;
    t->active = 0;
    save = TP_TRIAL_SAVE;
  }
  double part = SAVE_PART * t->budget;
  if (t->best.spent - t->saved >= (part < SAVE_SECONDS ? part : SAVE_SECONDS))
    save = TP_TRIAL_SAVE;
  if (save)
    t->saved = t->best.spent;
  return save | TP_TRIAL_SWITCH;
}

/* The loop is first measured once the first plan is, whatever is left of the time: without it nobody knows whether any
   plan is worth keeping. */
static int loop_ran(tp_trial *t, double seconds) {
  t->runs++;
  if (t->best.loop == 0 || seconds < t->best.loop)
    t->best.loop = seconds;
  int one_cpu = t->kind == TP_TRIAL_ONE_CPU;
  int needed = one_cpu ? runs_at_rest(t->best.loop) : RUNS, enough = one_cpu ? RUNS : 1;
  if (t->runs < needed && !(t->runs >= enough && is_far_off(t, t->best.loop)))
    return 0;
  t->looping = 0;
  t->met = t->best.seconds;
  t->best.none = loses(t, &t->best, t->best.loop);
  if (is_brief(t) && t->best.seconds > HOPELESS * t->best.loop)
    t->near.at = t->near.count; /* strips do not gain that much */
  return go_on(t, TP_TRIAL_SAVE);
}

int tp_trial_without_loop(tp_trial *t) {
  t->looping = 0;
  t->met = 0;
  if (t->kind == TP_TRIAL_ONE_CPU && t->best.loop == 0) {
    t->best.none = 1;
    t->near.at = t->near.count;
  }
  return go_on(t, 0);
}

static int change_sides(tp_trial *t, const tp_candidate *next) {
  t->now = *next;
  t->now.seconds = 0;
  t->runs = 0;
  t->attacking = !t->attacking;
  return TP_TRIAL_SWITCH;
}

/* Programs become faster after their first calls, and networks: what was measured then is no match for a plan that is
   measured now. */
static int defend(tp_trial *t) {
  t->rival = t->now;
  t->round = t->attacking = 1;
  t->best_rounds = t->rival_rounds = 0;
  return change_sides(t, &t->best);
}

static int may_be_noise(const tp_trial *t) {
  double seconds = ROUND_RUNS * (t->rival.seconds + t->best.seconds);
  return t->rival.seconds > CLEARLY_BETTER * t->best.seconds && t->round < ROUNDS &&
         seconds < ROUND_PART * (t->budget - t->best.spent);
}

/* So far: in the first round, or in all behind it, which is where noise chose no rival. */
static int is_ahead(const tp_trial *t) {
  if (t->round == 1)
    return t->rival.seconds < BETTER * t->now.seconds;
  return t->rival_rounds < BETTER * (t->best_rounds + t->now.seconds);
}

/* The best and a rival run by turns, `now` once more: 1 if the rival has won, 0 if the best has (`now` is the rival).
   Less: more is to be seen, TP_TRIAL_SWITCH in *what if of the other one. */
static int go_round(tp_trial *t, int *what) {
  int is_enough = t->runs >= runs_needed(t), ahead = t->attacking || is_ahead(t);
  *what = 0;
  if (!is_enough && ahead)
    return -1;
  if (t->attacking) {
    t->rival_rounds += t->now.seconds;
    t->rival.seconds = fmin(t->rival.seconds, t->now.seconds);
    *what = change_sides(t, &t->best);
    return -1;
  }
  t->best_rounds += t->round > 1 ? t->now.seconds : 0;
  t->best.seconds = t->round > 1 ? fmin(t->best.seconds, t->now.seconds) : t->now.seconds;
  t->best.none = loses(t, &t->best, t->best.loop);
  if (ahead && may_be_noise(t)) {
    t->round++;
    *what = change_sides(t, &t->rival);
    return -1;
  }
  t->now = t->rival;
  t->round = 0;
  return ahead;
}

/* `now` is measured: another best, or not. */
static void settle(tp_trial *t, const tp_problem *problem, int better) {
  int first = t->measured++ == 0;
  if (first)
    t->first = t->now;
  if (t->tried.count < TP_TRIED && !tp_candidate_tried(&t->tried, &t->now))
    t->tried.hash[t->tried.count++] = tp_candidate_hash(&t->now);
  if (!better)
    return;
  take(t, &t->now);
  int brief = is_brief(t);
  if (!brief || (first && t->now.seconds < SHORT_SECONDS))
    tp_candidates_near(&t->near, &t->best, &t->tried, problem, brief);
}

int tp_trial_timed(tp_trial *t, const tp_problem *problem, double seconds) {
  if (!t->active)
    return 0;
  t->best.spent += seconds;
  if (t->looping)
    return loop_ran(t, seconds);
  int first = t->measured == 0, better = first;
  note_run(t, seconds);
  if (t->round) {
    int what;
    better = go_round(t, &what);
    if (better < 0)
      return what;
  } else if (t->runs < runs_needed(t) && (first || !is_hopeless(t, seconds))) {
    return 0;
  } else if (!first && t->now.seconds < BETTER * t->best.seconds) {
    return defend(t);
  }
  settle(t, problem, better);
  if (first && compares_loop(t))
    return run_loop(t);
  return go_on(t, better ? TP_TRIAL_SAVE : 0);
}

/* --- all -------------------------------------------------------------------------------------- */

int tp_trial_declines(const tp_trial *t, const tp_problem *problem, const tp_candidate *found, const char **why) {
  if (!found->none || problem->settings.always)
    return 0;
  *why = t->kind != TP_TRIAL_MODEL && t->best.loop == 0 ? "what the program's own loop takes is not known"
                                                        : "the program's own loop is the fastest, as measured";
  return 1;
}

tp_verdict tp_trial_next(const tp_trial *t, const tp_problem *problem, const tp_plan *now, tp_plan *out, const char **why) {
  if (t->kind == TP_TRIAL_MODEL)
    return revise(t, problem, now, out, why);
  if (!t->active && tp_trial_declines(t, problem, &t->best, why))
    return TP_STOP;
  return !t->looping && tp_candidate_build(problem, &t->now, out) == TP_OK ? TP_REPLACE : TP_KEEP;
}
