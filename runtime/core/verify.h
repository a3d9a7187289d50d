/* verify.h - TILEPIPE_VERIFY: the user's own nest, run on copies, must give the same bits. */
#ifndef TP_VERIFY_H
#define TP_VERIFY_H

#include "exec/context.h"
#include "plan/plan.h"

typedef struct tp_verification tp_verification;

/* Copies what the nest reads and writes, before it runs; null: out of memory. */
tp_verification *tp_verify_begin(const tp_region *r, const void *args, const tp_choice *choice);
/* Runs the user's own nest on the copies, in that environment, and compares; ends the program at the first
   difference. */
void tp_verify_end(tp_verification *v, const tp_float_env *floats);

#endif
