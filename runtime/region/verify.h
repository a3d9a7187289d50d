/* verify.h - TILEPIPE_VERIFY: the user's own nest must give the same bits as the region.
 *
 * Where the caller tells the end of its loop (TP_REGION_TIMES_LOOP), that loop itself is the reference: the region's
 * results are kept aside, the memory is put back, the loop runs, and its results stay. Elsewhere the emitted copy of
 * the nest runs on copies of the arrays. */
#ifndef TP_VERIFY_H
#define TP_VERIFY_H

#include "util/context.h"
#include "plan/plan.h"

typedef struct tp_verification tp_verification;

/* Before the region runs. Null: it cannot be verified, *why says the reason. required: whatever cannot be verified
   ends the program. */
tp_verification *tp_verify_begin(const tp_region *r, const void *args, const tp_plan *plan, int required, const char **why);

/* After it: 1: verified; -1: the caller's loop is to run, and tp_verify_ended to be called behind it, by the same
   thread. A difference ends the program. */
int tp_verify_end(tp_verification *v, const tp_float_env *floats);

/* Before that, for each variable that the region accumulates in: its result, and what the caller's loop has. */
void tp_verify_accumulated(const char *name, const void *got, const void *wanted, tp_int bytes);

/* The same for doubles, or floats, that were computed in another order. What differs by more than rounding usually makes
   is not verified. */
void tp_verify_reassociated(const char *name, const void *got, const void *wanted, tp_int bytes);

/* The caller's loop has ended. */
void tp_verify_ended(void);

/* A region runs that cannot be verified. */
void tp_verify_missed(const tp_region *r, const char *why);

/* Says at the program's end that no region ran, if none did. */
void tp_verify_at_exit(void);

#endif
