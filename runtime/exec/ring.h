/* ring.h - tp_from_ring for large arrays */
#ifndef TP_RING_H
#define TP_RING_H

#include "tilepipe/runtime.h"

/* 1: what this thread's tiles store from rings goes past the caches, where the processor can; for arrays that no cache
   holds. */
void tp_ring_streams(int yes);

#endif
