/* tune.c - coordinate search over measured plans, the model's favourites first. */
#include "plan/tune.h"

#include "plan/build.h"
#include "plan/formulas.h"
#include "plan/neighbours.h"

#include <math.h>
#include <string.h>

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
/* Without being asked: a second run so much slower is enough, too; the loop stays unless so much is gained; strips,
   which pay in caches, where runs are so short. */
#define HOPELESS_UNASKED 1.25
#define GAIN_UNASKED 0.95
#define SHORT_SECONDS 5e-3

tp_tuned tp_tuned_of(const tp_plan *p) {
  tp_tuned t;
  memset(&t, 0, sizeof t);
  t.dims = p->dims;
  t.mapped = p->mapped;
#define TAKE_TUNED(name) t.name = p->name;
#define TAKE_FIXED(name)
#define TP_SETTING(name, kind, initial, binds, tuned, asks, words) TAKE_##tuned(name)
#include "settings/settings.def"
  t.piece = p->piece;
  for (int d = 0; d < p->dims; d++) {
    t.extent[d] = p->extent[d];
    t.mesh[d] = p->mesh[d];
    t.group[d] = p->group[d];
  }
  return t;
}

/* --- from what is tuned to a plan ------------------------------------------------------------- */

static int agrees(const tp_list *list, int dims, const tp_int *mine) {
  for (int d = 0; list->count == dims && d < dims; d++)
    if (list->at[d] && list->at[d] != mine[d])
      return 0;
  return 1;
}

static int open_or(int asked, int mine) { return !asked || !mine || asked == mine; }

#define FOLLOWS_TUNED(name) &&open_or(asked.name, t->name)
#define FOLLOWS_FIXED(name)

/* What call and environment say comes before any file. A transport that was asked for may not work here, and parts
   that were asked for may not apply (balance is then NONE). */
static int follows(const tp_settings *s, const tp_tuned *t) {
  tp_settings asked = *s;
  asked.transport = TP_TRANSPORT_AUTO;
  if (t->balance <= TP_BALANCE_NONE)
    asked.balance = TP_BALANCE_AUTO;
  return (!s->piece || s->piece == t->piece) && agrees(&s->tile, t->dims, t->extent) &&
         agrees(&s->mesh, t->dims, t->mesh) && agrees(&s->group, t->dims, t->group)
#define TP_SETTING(name, kind, initial, binds, tuned, asks, words) FOLLOWS_##tuned(name)
#include "settings/settings.def"
      ;
}

#define BIND_TUNED(name)                                                                                               \
  if (!way.settings.name)                                                                                              \
    way.settings.name = t->name;
#define BIND_FIXED(name)

tp_status tp_tuned_build(const tp_problem *problem, const tp_tuned *t, tp_plan *out) {
  const tp_shape *shape = &problem->shape;
  tp_problem way = *problem;
  tp_request q;
  const char *why;
  tp_int ranks = 1, threads = 1;
  if (t->dims != shape->dims || t->mapped < 0 || t->mapped >= t->dims || !follows(&problem->settings, t) ||
      tp_request_for(problem, &q, &why) != TP_OK)
    return TP_DECLINED;
  for (int d = 0; d < t->dims; d++) {
    tp_int least = shape->reach[d] > 1 ? shape->reach[d] : 1, length = tp_length(shape->lo[d], shape->hi[d]);
    if (t->mesh[d] < 1 || t->group[d] < 1 || t->extent[d] < least || length < 1 || length == TP_HUGE)
      return TP_DECLINED;
    ranks = tp_mul_sat(ranks, t->mesh[d]);
    threads = tp_mul_sat(threads, t->group[d]);
    q.tried_mesh[d] = t->mesh[d];
    q.tried_group[d] = t->group[d];
    q.extent[d] = t->extent[d] > length && length > least ? length : t->extent[d];
    q.mesh[d] = q.group[d] = 0;
  }
  if (ranks > q.ranks || threads > q.threads || t->mesh[t->mapped] != 1 || t->group[t->mapped] != 1)
    return TP_DECLINED;
  q.mapped = t->mapped;
#define TP_SETTING(name, kind, initial, binds, tuned, asks, words) BIND_##tuned(name)
#include "settings/settings.def"
  way.settings.piece = (int)t->piece;
  *out = tp_plan_make(&way, &q, (int)ranks, (int)threads);
  return TP_OK;
}

/* --- the tuner -------------------------------------------------------------------------------- */

void tp_tuner_start(tp_tuner *t, const tp_tuned *first, const tp_tried *tried, double budget) {
  memset(t, 0, sizeof *t);
  t->best = *first;
  t->best.seconds = t->best.loop = 0;
  t->now = t->best;
  if (tried)
    t->tried = *tried;
  t->budget = budget;
  t->saved = first->spent;
  t->active = !first->done && first->spent < budget && t->tried.count < TP_TRIED;
}

void tp_tuner_start_unasked(tp_tuner *t, const tp_tuned *first) {
  tp_tuner_start(t, first, NULL, INFINITY);
  t->unasked = 1;
}

static int runs_at_rest(double seconds) {
  double runs = seconds > 0 ? SECONDS_AT_REST / seconds : RUNS;
  return runs > RUNS_AT_REST ? RUNS_AT_REST : runs > RUNS ? (int)runs : RUNS;
}

/* Programs of a few calls, too, are to know how the first plan and the loop compare, where they ask for it. */
static int runs_needed(const tp_tuner *t) {
  int needed = t->measured == 0 && !t->unasked ? FIRST_RUNS : runs_at_rest(t->now.seconds);
  return t->round > 1 && needed < ROUND_RUNS ? ROUND_RUNS : needed;
}

static int is_far_off(const tp_tuner *t, double seconds) {
  return seconds > (t->best.seconds > LONG_SECONDS ? HOPELESS_LONG : HOPELESS) * t->best.seconds;
}

static int is_hopeless(const tp_tuner *t, double seconds) {
  return is_far_off(t, seconds) ||
         (t->unasked && t->runs >= RUNS && t->now.seconds > HOPELESS_UNASKED * t->best.seconds);
}

/* The next candidate that was not measured; 0: there is none. */
static int advance(tp_tuner *t) {
  while (t->at < t->count && tp_tuned_tried(&t->tried, &t->next[t->at]))
    t->at++;
  if (t->at == t->count)
    return 0;
  t->now = t->next[t->at++];
  t->now.seconds = 0;
  t->runs = 0;
  return 1;
}

/* 1: the plan is no better than the loop. */
static int loses(const tp_tuner *t, const tp_tuned *x, double loop) {
  return loop > 0 && x->seconds >= (t->unasked ? GAIN_UNASKED : BETTER) * loop;
}

/* The best so far, with what is known of the loop. */
static void take(tp_tuner *t, const tp_tuned *x) {
  tp_tuned old = t->best;
  t->best = *x;
  t->best.spent = old.spent;
  t->best.loop = old.loop;
  t->best.none = loses(t, x, old.loop);
  t->best.done = 0;
}

static int over(const tp_tuner *t) { return t->best.spent >= t->budget || t->tried.count == TP_TRIED; }

static int run_loop(tp_tuner *t) {
  t->looping = 1;
  t->runs = 0;
  return TP_TUNER_SWITCH;
}

/* The loop had its turn when the program may have been slower than it is by now: before it gives way to a plan that
   takes less time than any did then, it runs again. */
static int is_outdated(const tp_tuner *t) {
  return !t->best.none && t->best.seconds < BETTER * t->met && !is_far_off(t, t->best.loop);
}

/* Goes on to what is next, or ends with the best; what was spent is kept now and then, for the program may be
   interrupted. */
static int go_on(tp_tuner *t, int save) {
  if (over(t) || !advance(t)) {
    if (is_outdated(t))
      return save | run_loop(t);
    t->best.done = !over(t);
    t->now = t->best;
    t->active = 0;
    save = TP_TUNER_SAVE;
  }
  double part = SAVE_PART * t->budget;
  if (t->best.spent - t->saved >= (part < SAVE_SECONDS ? part : SAVE_SECONDS))
    save = TP_TUNER_SAVE;
  if (save)
    t->saved = t->best.spent;
  return save | TP_TUNER_SWITCH;
}

/* The loop is first measured once the first plan is, whatever is left of the time: without it nobody knows whether any
   plan is worth keeping. */
static int loop_ran(tp_tuner *t, double seconds) {
  t->runs++;
  if (t->best.loop == 0 || seconds < t->best.loop)
    t->best.loop = seconds;
  int needed = t->unasked ? runs_at_rest(t->best.loop) : RUNS, enough = t->unasked ? RUNS : 1;
  if (t->runs < needed && !(t->runs >= enough && is_far_off(t, t->best.loop)))
    return 0;
  t->looping = 0;
  t->met = t->best.seconds;
  t->best.none = loses(t, &t->best, t->best.loop);
  return go_on(t, TP_TUNER_SAVE);
}

int tp_tuner_without_loop(tp_tuner *t) {
  t->looping = 0;
  t->met = 0;
  if (t->unasked && t->best.loop == 0) {
    t->best.none = 1;
    t->at = t->count;
  }
  return go_on(t, 0);
}

static int change_sides(tp_tuner *t, const tp_tuned *next) {
  t->now = *next;
  t->now.seconds = 0;
  t->runs = 0;
  t->attacking = !t->attacking;
  return TP_TUNER_SWITCH;
}

/* Programs become faster after their first calls, and networks: what was measured then is no match for a plan that is
   measured now. */
static int defend(tp_tuner *t) {
  t->rival = t->now;
  t->round = t->attacking = 1;
  t->best_rounds = t->rival_rounds = 0;
  return change_sides(t, &t->best);
}

static int may_be_noise(const tp_tuner *t) {
  double seconds = ROUND_RUNS * (t->rival.seconds + t->best.seconds);
  return t->rival.seconds > CLEARLY_BETTER * t->best.seconds && t->round < ROUNDS &&
         seconds < ROUND_PART * (t->budget - t->best.spent);
}

/* So far: in the first round, or in all behind it, which is where noise chose no rival. */
static int is_ahead(const tp_tuner *t) {
  if (t->round == 1)
    return t->rival.seconds < BETTER * t->now.seconds;
  return t->rival_rounds < BETTER * (t->best_rounds + t->now.seconds);
}

/* The best and a rival run by turns, `now` once more: 1 if the rival has won, 0 if the best has (`now` is the rival).
   Less: more is to be seen, TP_TUNER_SWITCH in *what if of the other one. */
static int go_round(tp_tuner *t, int *what) {
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
static void settle(tp_tuner *t, const tp_problem *problem, int better) {
  int first = t->measured++ == 0;
  if (t->tried.count < TP_TRIED && !tp_tuned_tried(&t->tried, &t->now))
    t->tried.hash[t->tried.count++] = tp_tuned_hash(&t->now);
  if (!better)
    return;
  take(t, &t->now);
  if (!t->unasked)
    tp_tuner_neighbours(t, problem);
  else if (first && t->now.seconds < SHORT_SECONDS)
    tp_tuner_strips(t, problem);
}

int tp_tuner_ran(tp_tuner *t, const tp_problem *problem, double seconds) {
  if (!t->active)
    return 0;
  t->best.spent += seconds;
  if (t->looping)
    return loop_ran(t, seconds);
  int first = t->measured == 0, better = first;
  t->runs++;
  if (t->now.seconds == 0 || seconds < t->now.seconds)
    t->now.seconds = seconds;
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
  if (first)
    return run_loop(t);
  return go_on(t, better ? TP_TUNER_SAVE : 0);
}
