/* overlap.h - pointers may alias: the nest was analysed as if arrays were different objects. */
#ifndef TP_OVERLAP_H
#define TP_OVERLAP_H

#include "util/status.h"
#include "tilepipe/runtime.h"

enum { TP_ARRAYS_COMPARED = 64 }; /* regions with more arrays decline */

/* TP_DECLINED, with a reason that lasts until this thread's next call, when what the nest may write
   meets another array or a captured scalar. Declared arrays are different objects whatever their
   ranges say. */
tp_status tp_overlap_check(const tp_region *r, const void *args, const char **why);

#endif
