/* data.h - whether the arrays of a start stay on ranks (TILEPIPE_DATA). With `auto` a start has two decisions: one that
 * gathers, and one that is planned for data that stays. What both take decides which of them runs (residency/worth.h). */
#ifndef TP_DATA_H
#define TP_DATA_H

#include "region/budget.h"
#include "region/decide.h"

/* The decision that runs in place of e, which gathers: e, or that of TP_START_STAYS. Adds the seconds of deciding. */
tp_decision *tp_data_choose(tp_decision *e, const void *args, const tp_budget *budget, double *seconds);
/* 1: arrays stay in a run of this decision. */
int tp_data_stays(const tp_decision *e);
/* It has run, in so many seconds. args: of the run. */
void tp_data_ran(const tp_decision *e, const void *args, double seconds);
/* The program's own loop is about to run, as in the calls before that were not looked at. */
void tp_data_declined(const tp_decision *e, const tp_budget *budget, long long calls);
/* It has ended. */
void tp_data_loop_ended(void);

#endif
