/* part.c - see part.h. */
#include "util/part.h"

#include <stdatomic.h>

static _Atomic long run = 1;
static _Thread_local long mine;

void tp_part_begin(void) { atomic_fetch_add(&run, 1); }

void tp_part_take(void) { mine = atomic_load(&run); }

int tp_part_is_taken(void) { return mine == atomic_load(&run); }
