/* build.h - a whole plan from what is asked for. */
#ifndef TP_BUILD_H
#define TP_BUILD_H

#include "plan/request.h"

/* The plan for at most so many ranks and threads; what *q leaves open follows rules (docs/Plan.md). */
tp_plan tp_plan_make(const tp_problem *problem, const tp_request *q, int ranks, int threads);

#endif
