/* memory_calls.h - what start/memory_functions.c, an object of its own, calls of the runtime. */
#ifndef TP_MEMORY_CALLS_H
#define TP_MEMORY_CALLS_H

#include "ranks/deferral.h"

#include <signal.h>
#include <stddef.h>

/* See ranks/stay.h. any: 1: an array stays. handle, handles: see tp_pages_handle, tp_pages_are_handled. hides: 1: to the
   program there is no such handler. defer: see tp_deferral_handle. stack: signals are handled on a stack of so many bytes.
   real: see process/library_function.h. */
typedef struct tp_memory_calls {
  int (*any)(void);
  void (*leave)(const void *at, size_t bytes, int with_data);
  void (*touch)(const void *at, size_t bytes, int written);
  int (*handle)(const struct sigaction *now, struct sigaction *before);
  int (*hides)(void (*handler)(int));
  int (*handles)(void);
  int (*defer)(int number, const struct sigaction *now, struct sigaction *before, tp_sigaction *real, int *failed);
  void (*stack)(size_t bytes);
  void *(*real)(const char *name, const void *own);
} tp_memory_calls;
extern const tp_memory_calls __tp_memory_calls;

/* Its address is null where the program does without them. */
extern char __tp_memory_functions __attribute__((weak));

#endif
