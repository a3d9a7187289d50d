/* ignored.h - settings that make no difference to a plan. */
#ifndef TP_IGNORED_H
#define TP_IGNORED_H

#include "plan/plan.h"

/* TP_SETTING_BIT of what was asked for and changes nothing about the plan p: there is nothing that it could be about,
   or another setting leaves it no say. */
int tp_ignored(const tp_problem *problem, const tp_plan *p);

#endif
