/* balance.h - smaller parts for threads that also communicate (P3 section 5), and rows for cyclic
 * assignment. */
#ifndef TP_BALANCE_H
#define TP_BALANCE_H

#include "plan/request.h"

/* Coarse hybrid with constant or variable balance: sets p->cut and p->bal, and makes rows along the cut as
   thin as the parts need where the extent was left open. Groups of several dimensions have no cut: their
   balance becomes NONE. */
void tp_balance_parts(const tp_problem *problem, const tp_request *q, tp_plan *p);

/* Cyclic assignment: several rows for each CPU where the extents were left open. */
void tp_cyclic_rows(const tp_shape *shape, const tp_request *q, tp_plan *p);

#endif
