/* neighbours.h - candidates of the tuner. */
#ifndef TP_NEIGHBOURS_H
#define TP_NEIGHBOURS_H

#include "plan/tune.h"

/* Plans that differ from the best in one respect, the most promising first, into t->next; not those tried, nor what
   is predicted to be far slower. */
void tp_tuner_neighbours(tp_tuner *t, const tp_problem *problem);

/* Strips across the whole space alone. */
void tp_tuner_strips(tp_tuner *t, const tp_problem *problem);

/* Of the plan alone, not of what is known about it. */
unsigned short tp_tuned_hash(const tp_tuned *t);
int tp_tuned_tried(const tp_tried *tried, const tp_tuned *x);

#endif
