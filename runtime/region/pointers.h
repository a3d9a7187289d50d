/* pointers.h - what hangs on the arrays of a start, not on its sizes. */
#ifndef TP_POINTERS_H
#define TP_POINTERS_H

#include "util/status.h"
#include "tilepipe/runtime.h"

#include <stdint.h>

enum { TP_POINTERS_KEPT = 16 };

/* Sets of arrays, as numbers; the last ones that were added. */
typedef struct tp_pointer_set {
  unsigned long long at[TP_POINTERS_KEPT];
  int added;
} tp_pointer_set;

typedef struct tp_pointers {
  unsigned long long arrays; /* of the last start, as a number; never 0 */
  tp_status status;          /* TP_OK: they lie apart */
  char why[160];
  tp_pointer_set asked;      /* those for which the ranks have said that they have the memory for the plan */
} tp_pointers;

/* Looks at the arrays of a start. */
void tp_pointers_take(tp_pointers *p, const tp_region *r, const void *args);

int tp_pointer_set_has(const tp_pointer_set *set, unsigned long long arrays);
void tp_pointer_set_add(tp_pointer_set *set, unsigned long long arrays);

#endif
