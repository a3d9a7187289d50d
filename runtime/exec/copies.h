/* copies.h - arrays that a nest combines with values: each CPU but the first has a copy of its own. */
#ifndef TP_COPIES_H
#define TP_COPIES_H

#include "exec/pipeline.h"

/* In front of a run, of which args are the arguments: room for the copies. TP_FAILED: out of memory. */
tp_status tp_copies_begin(tp_pipeline *p, const void *args);
/* Behind it: what the CPUs have is combined with the program's elements. Elements that no CPU has changed are not
   touched: they may not exist. */
void tp_copies_end(tp_pipeline *p);

#endif
