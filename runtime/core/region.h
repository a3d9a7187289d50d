/* region.h - parts of starting a region. */
#ifndef TP_REGION_H
#define TP_REGION_H

#include "core/settings.h"
#include "core/status.h"
#include "exec/pipeline.h"

/* --- overlap.c --- */

/* TP_DECLINED with a reason when what the nest writes may overlap another array or a captured scalar. */
tp_status tp_overlap_check(const tp_region *r, const void *args, const char **why);

/* --- verify.c --- */

typedef struct tp_verification tp_verification;

/* Copies what the nest reads and writes, before it runs; null: out of memory. */
tp_verification *tp_verify_begin(const tp_region *r, const void *args, const tp_choice *choice);
/* Runs the user's own nest on the copies and compares; ends the program at the first difference. */
void tp_verify_end(tp_verification *v);

#endif
