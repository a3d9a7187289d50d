/* oversubscribed.h - plans of several CPUs on a machine whose cores other processes use. */
#ifndef TP_OVERSUBSCRIBED_H
#define TP_OVERSUBSCRIBED_H

#include "region/budget.h"
#include "region/decide.h"

/* 1: the decided plan's CPUs would wait for cores: one CPU is to run the region, or the program's own loop. */
int tp_oversubscribed(const tp_decision *e, const tp_budget *b);

/* A run of the plan took so long; lost: see tp_pipeline_lost. 1: it shows that its CPUs did not get cores, and nothing about
   the plan. */
int tp_oversubscribed_ran(const tp_decision *e, const tp_budget *b, double seconds, double lost);

#endif
