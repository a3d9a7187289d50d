/* fewer.h - why a plan uses fewer CPUs than there are, with the model's numbers, for the statistics. */
#ifndef TP_FEWER_H
#define TP_FEWER_H

#include "plan/plan.h"

/* Writes one line: what all of `ranks` (or, where the plan has these, all of `threads`) would cost and gain; "": the plan
   uses them, or settings ask for it. */
void tp_fewer_why(const tp_problem *problem, const tp_plan *p, int ranks, int threads, char *out, int size);

#endif
