/* own.h - arrays that the program does not have: elements of scalars that each iteration of a loop has for itself. */
#ifndef TP_OWN_H
#define TP_OWN_H

#include "tilepipe/runtime.h"
#include "util/status.h"

/* Gives the region's arrays with TP_ARRAY_OWN memory, and their bases in the arguments values. Before the arrays of a
   start are looked at: as long as it suffices a region's memory stays where it is. TP_DECLINED: there is no memory. */
tp_status tp_own_arrays(const tp_region *r, void *args);

#endif
