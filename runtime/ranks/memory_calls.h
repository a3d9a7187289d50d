/* memory_calls.h - what start/memory_functions.c, an object of its own, calls of the runtime. */
#ifndef TP_MEMORY_CALLS_H
#define TP_MEMORY_CALLS_H

#include <signal.h>
#include <stddef.h>

/* See ranks/stay.h. any: 1: an array stays. handle, handles: see tp_pages_handle,
   tp_pages_are_handled. real: see
   process/library_function.h. */
typedef struct tp_memory_calls {
  int (*any)(void);
  void (*leave)(const void *at, size_t bytes, int with_data);
  void (*touch)(const void *at, size_t bytes, int written);
  int (*handle)(const struct sigaction *now, struct sigaction *before);
  int (*handles)(void);
  void *(*real)(const char *name, const void *own);
} tp_memory_calls;
extern const tp_memory_calls __tp_memory_calls;

/* Its address is null where the program does without them. */
extern char __tp_memory_functions __attribute__((weak));

#endif
