/* data.c - see data.h. */
#include "region/data.h"

#include "process/process.h"
#include "ranks/stay.h"
#include "ranks/survey.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/* A declined start whose own loop runs; what the program touches behind it is to be surveyed. */
static struct {
  const tp_region *region; /* null: there is none */
  void *args;
  long long start;
  pthread_t thread;
} awaited;

/* 1: other ranks could take part, and nobody has said where arrays are to be. */
static int is_open(const tp_decision *e) {
  const tp_settings *s = &e->problem.settings;
  return e->decided && tp_here.ranks > 1 && e->chosen.number >= 0 && s->data == TP_DATA_AUTO && !s->verify &&
         !e->problem.shape.maybe_written;
}

static int moves(const tp_decision *e) { return e->chosen.status == TP_OK && e->chosen.pipeline->plan.ranks > 1; }

tp_decision *tp_data_choose(tp_decision *e, const void *args, const tp_budget *budget, double *seconds) {
  tp_decision *other = NULL;
  double more = 0;
  awaited.region = NULL;
  if (!is_open(e) || e->pointers.status != TP_OK)
    return e;
  if (tp_stay_wants_prediction(e->pair)) {
    other = tp_decide(e->key.region, args, TP_START_STAYS, budget, &more);
    tp_stay_predicted(e->pair, other && moves(other) ? other->chosen.cost.total : 0);
  }
  int is_worth = tp_stay_is_worth(e->pair, moves(e) && e->problem.settings.always, e->problem.shape.held_bytes);
  if (is_worth && !other)
    other = tp_decide(e->key.region, args, TP_START_STAYS, budget, &more);
  *seconds += more;
  if (!is_worth || !other || other->chosen.status != TP_OK)
    return e;
  other->pair = e->pair;
  return other;
}

int tp_data_stays(const tp_decision *e) {
  return !e->problem.settings.verify && (e->key.stays || e->problem.settings.data == TP_DATA_STAY);
}

void tp_data_ran(const tp_decision *e, const void *args, double seconds) {
  if (is_open(e) && tp_stay_ran(e->pair, e->key.stays, seconds, tp_stay_seconds(&e->problem), moves(e), 1))
    tp_survey_begin(e->key.region, args, e->pair);
}

void tp_data_declined(const tp_decision *e, const tp_budget *budget, long long calls) {
  double measured = tp_budget_loop_seconds(budget, e->args);
  double seconds = measured > 0 ? measured : tp_sequential_seconds(&e->problem.shape);
  if (!is_open(e) || !tp_stay_ran(e->pair, e->key.stays, seconds, tp_stay_seconds(&e->problem), 0, calls))
    return;
  void *args = realloc(awaited.args, (size_t)e->key.region->tp_args + 1);
  if (!args)
    return;
  memcpy(args, e->args, (size_t)e->key.region->tp_args);
  awaited.args = args;
  awaited.region = e->key.region;
  awaited.start = e->pair;
  awaited.thread = pthread_self();
}

void tp_data_loop_ended(void) {
  if (!awaited.region || !pthread_equal(awaited.thread, pthread_self()))
    return;
  tp_survey_begin(awaited.region, awaited.args, awaited.start);
  awaited.region = NULL;
}
