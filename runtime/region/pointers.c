/* pointers.c - arrays that are the same as before are not looked at again where that is dear. */
#include "region/pointers.h"

#include "region/overlap.h"
#include "util/hash.h"

#include <stdio.h>

int tp_pointer_set_has(const tp_pointer_set *set, unsigned long long arrays) {
  for (int i = 0; i < TP_POINTERS_KEPT; i++)
    if (set->at[i] == arrays)
      return 1;
  return 0;
}

void tp_pointer_set_add(tp_pointer_set *set, unsigned long long arrays) {
  if (tp_pointer_set_has(set, arrays))
    return;
  set->at[set->added] = arrays;
  set->added = (set->added + 1) % TP_POINTERS_KEPT;
}

static unsigned long long number_of(const tp_region *r, const void *args) {
  unsigned long long number = 1;
  for (int a = 0; a < r->tp_arrays; a++) {
    const void *base = *(void *const *)((const char *)args + r->tp_array[a].tp_field);
    number = tp_hash_word(number, (uintptr_t)base);
  }
  return number ? number : 1;
}

void tp_pointers_take(tp_pointers *p, const tp_region *r, const void *args) {
  const char *why = "";
  p->arrays = number_of(r, args);
  p->status = tp_overlap_check(r, args, &why);
  snprintf(p->why, sizeof p->why, "%s", why);
}
