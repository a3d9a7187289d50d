/* decisions.h - the decisions that are kept, by region and sizes. */
#ifndef TP_DECISIONS_H
#define TP_DECISIONS_H

#include "region/decide.h"

/* The decision for the sizes among these arguments, for the threads allowed now (alone: one CPU), and for the ranks and
   settings of now, perhaps still to be made; it has these arguments. Null: out of memory. */
tp_decision *tp_decision_find(const tp_region *r, const void *args, int alone);

/* The decision for the same region, threads and settings whose plan runs on the number of points nearest to this one's;
   null: there is none. */
const tp_decision *tp_decision_like(const tp_decision *e);

#endif
