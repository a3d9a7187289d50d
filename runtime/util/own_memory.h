/* own_memory.h - memory that is none of the C library's.
 *
 * The library frees memory under a lock of the thread that has allocated it. A handler may have interrupted that thread in
 * malloc, where it holds the lock. The thread that serves the handler's touch must not wait for it. */
#ifndef TP_OWN_MEMORY_H
#define TP_OWN_MEMORY_H

#include <stddef.h>

/* An array of `before` bytes (null: of none) gets `bytes`, at least as many, of which the new ones are 0. Null: there is no
   memory, and the array is as it was. */
void *tp_own_grow(void *at, size_t before, size_t bytes);
void tp_own_free(void *at, size_t bytes);

#endif
