/* caller.c - the simulator gives each rank a stack, which the system knows nothing of. Simulated programs have no
 * signal handlers. */
#include "process/caller.h"

/* What the simulator gives by default. */
enum { SIMULATED_STACK = 8 << 20 };

int tp_stack_suffices(size_t bytes) {
  (void)bytes;
  return 1;
}

size_t tp_stack_size(void) { return SIMULATED_STACK; }

void tp_stack_raise(size_t bytes) { (void)bytes; }

int tp_in_handler(void) { return 0; }
