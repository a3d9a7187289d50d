/* search.h - the plan of least predicted time among those that the settings leave open. */
#ifndef TP_SEARCH_H
#define TP_SEARCH_H

#include "plan/request.h"

/* Starts from the plan that the rules make, and looks from coarse to fine for a better mapped dimension,
   mesh, group, schedule, grouping and hybrid model, then for the extent along the mapped dimension. The number of
   predictions is bounded, and by what the region may gain from them: a short region is not
   worth a long search. The same input gives the same plan. */
tp_plan tp_search(const tp_problem *problem, const tp_request *q, int ranks, int threads);

#endif
