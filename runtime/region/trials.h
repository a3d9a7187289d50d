/* trials.h - trials of a decided start (trial/trial.h): begun, fed with runs, obeyed; what they find is kept in the file. */
#ifndef TP_TRIALS_H
#define TP_TRIALS_H

#include "region/decide.h"

/* A plan that was tuned before takes the place of the model's, and what is left of the time is spent on better
   ones. status, *plan and *why: what the model says, and what holds then. */
tp_status tp_trials_begin(tp_decision *e, tp_status status, tp_plan *plan, const char **why);

/* 1: tp_trials_look will look for a plan, which takes time. */
int tp_trials_are_due(const tp_decision *e);

/* Before a run: another plan may take its turn, or the program's own loop. */
void tp_trials_look(tp_decision *e);

/* 1: the program's own loop is to run, and the time until the next call counts. */
int tp_trials_stand_back(const tp_decision *e);

/* Not 0: it is the turn of the program's own loop, which is measured too. -1: it is to run, and tells its end. 1: the
   nest has been run as one tile, nearly the same loop, in that environment; what it left behind is in *effects. */
int tp_trials_loop(tp_decision *e, const void *args, const tp_float_env *floats, tp_effects *effects);

/* The own loop of this thread that the last answer -1 was about had ended at `end`. */
void tp_trials_ended(double end);

/* Notes what a run of the decided plan took. */
void tp_trials_ran(tp_decision *e, const tp_region_counts *counts);

/* The start cannot run on other ranks, and is declined from now on. */
void tp_trials_give_up(tp_decision *e, const char *why);

/* The decision is forgotten, or its trial is over. */
void tp_trials_end(tp_decision *e);

#endif
