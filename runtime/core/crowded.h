/* crowded.h - plans of threads on a machine whose cores other processes use. */
#ifndef TP_CROWDED_H
#define TP_CROWDED_H

#include "core/budget.h"
#include "core/decide.h"

/* 1: the decided plan's threads would wait for cores: the program's own loop is to run. */
int tp_crowded(const tp_decision *e, const tp_budget *b);

/* A run of the plan took so long. 1: that shows that its threads did not get cores, and nothing about the plan. */
int tp_crowded_ran(const tp_decision *e, const tp_budget *b, double seconds);

#endif
