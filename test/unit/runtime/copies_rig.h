/* copies_rig.h - the threads of a region that combines arrays, without tiles: for CopiesTest.cpp. */
#ifndef COPIES_RIG_H
#define COPIES_RIG_H

#include "tilepipe/runtime.h"

typedef struct copies_rig copies_rig;

/* Null: out of memory. */
copies_rig *copies_rig_make(const tp_region *r, int threads);
/* Begins a run with these arguments; 0: there is no memory for the copies. */
int copies_rig_begin(copies_rig *c, const void *args);
/* What a thread's tiles get as arguments. */
const void *copies_rig_arguments(copies_rig *c, int thread);
int copies_rig_has_copies(const copies_rig *c);
void copies_rig_end(copies_rig *c);
void copies_rig_free(copies_rig *c);

#endif
