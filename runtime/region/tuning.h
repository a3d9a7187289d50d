/* tuning.h - tuned plans of a decided start: found in the file, measured, kept there. */
#ifndef TP_TUNING_H
#define TP_TUNING_H

#include "region/decide.h"

/* A plan that was tuned before takes the place of the model's, and what is left of the time is spent on better
   ones. status, *plan and *why: what the model says, and what holds then. */
tp_status tp_tuning_begin(tp_decision *e, tp_status status, tp_plan *plan, const char **why);

/* 1: what tuning found is the program's own loop; *why says so. */
int tp_tuning_declines(const tp_decision *e, const tp_tuned *found, const char **why);

/* What nobody asked for: the program's own loop against plans of one CPU, where the model declines or has chosen one
   CPU, once a start has had some calls. 1: *plan is the one to begin with. */
int tp_tuning_compare(tp_decision *e, tp_plan *plan);

/* Not 0: it is the turn of the program's own loop, which is measured too. -1: it is to run, and tells its end. 1: the
   nest has been run as one tile, nearly the same loop, in that environment; what it left behind is in *effects. */
int tp_tuning_loop(tp_decision *e, const void *args, const tp_float_env *floats, tp_effects *effects);

/* The own loop of this thread that the last answer -1 was about had ended at `end`. */
void tp_tuning_ended(double end);

/* A run of the plan that is being measured took so long. */
void tp_tuning_ran(tp_decision *e, double seconds);

/* The decision is forgotten, and with it the tuner. */
void tp_tuning_end(tp_decision *e);

#endif
