/* context.c - see context.h. */
#include "util/context.h"

#include <stdatomic.h>

__thread volatile sig_atomic_t tp_context_is_held;
static void (*_Atomic when_back)(void);

void tp_context_when_back(void (*call)(void)) { atomic_store(&when_back, call); }

void tp_context_back(void) {
  void (*call)(void) = atomic_load(&when_back);
  if (call)
    call();
}
