/* own_memory.h - memory that is none of the C library's.
 *
 * A thread that serves faults must not take the library's lock of memory that another thread has allocated: that thread may
 * hold it, interrupted in malloc by a handler whose touch is to be served. */
#ifndef TP_OWN_MEMORY_H
#define TP_OWN_MEMORY_H

#include <stddef.h>

/* An array of `before` bytes (null: of none) gets `bytes`, at least as many, of which the new ones are 0. Null: there is no
   memory, and the array is as it was. */
void *tp_own_grow(void *at, size_t before, size_t bytes);
void tp_own_free(void *at, size_t bytes);

#endif
