/* data.c - see data.h. */
#include "region/data.h"

#include "process/process.h"
#include "ranks/stay.h"
#include "residency/worth.h"

/* 1: other ranks could take part, and nobody has said where arrays are to be. */
static int is_open(const tp_decision *e) {
  const tp_settings *s = &e->problem.settings;
  return e->decided && tp_here.ranks > 1 && e->chosen.number >= 0 && s->data == TP_DATA_AUTO && !s->verify &&
         !e->problem.shape.maybe_written;
}

/* Calls in which plans come to rest: those before may have tried several ranks once. */
enum { AT_REST = 24 };

int tp_data_is_to_stay(const tp_decision *e) {
  if (!is_open(e) || e->pointers.status != TP_OK)
    return 0;
  int moves = e->chosen.status == TP_OK && e->chosen.pipeline->plan.ranks > 1;
  return tp_stay_is_worth(e->pair, !moves ? 0 : e->problem.settings.always ? TP_WORTH_CALLS : AT_REST);
}

int tp_data_stays(const tp_decision *e) {
  return !e->problem.settings.verify && (e->key.stays || e->problem.settings.data == TP_DATA_STAY);
}

void tp_data_ran(const tp_decision *e, double seconds) {
  if (is_open(e))
    tp_stay_ran(e->pair, e->key.stays, seconds, tp_stay_seconds(&e->problem));
}
