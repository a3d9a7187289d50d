/* protection.h - memory that may not be written. */
#ifndef TP_PROTECTION_H
#define TP_PROTECTION_H

#include "core/status.h"
#include "tilepipe/runtime.h"

/* Rank 0 stores what workers return of every array that the nest may write. The program itself may store
   nothing: where all stores are conditional, the memory may be read-only. TP_DECLINED, with a reason that
   lasts, when it is. Reads the process's memory map: some 50 us, so ask once for the same arrays. */
tp_status tp_protection_check(const tp_region *r, const void *args, const char **why);

#endif
