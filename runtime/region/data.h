/* data.h - whether the arrays of a start stay on ranks (TILEPIPE_DATA). With `auto` a start has two decisions: one that
 * gathers, and one that is planned for data that stays. What both take decides which of them runs (residency/worth.h). */
#ifndef TP_DATA_H
#define TP_DATA_H

#include "region/decide.h"

/* 1: the decision, which gathers, gives way to the one of TP_START_STAYS. */
int tp_data_is_to_stay(const tp_decision *e);
/* 1: arrays stay in a run of this decision. */
int tp_data_stays(const tp_decision *e);
/* It has run, or the program's own loop is about to, in so many seconds. */
void tp_data_ran(const tp_decision *e, double seconds);

#endif
