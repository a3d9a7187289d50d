/* terms.h - how many terms the ordered sums of a start have. */
#ifndef TP_TERMS_H
#define TP_TERMS_H

#include "tilepipe/runtime.h"

static inline tp_sum *tp_sums_of(const tp_region *r, const void *args) {
  return (tp_sum *)(*(char *const *)((const char *)args + r->tp_results) + r->tp_first_sum);
}

/* Places of the box: at most 2^62. */
static inline tp_int tp_terms_of(const tp_sum *s) {
  tp_int terms = 1, most = (tp_int)1 << 62;
  for (int d = 0; d < s->tp_loops; d++) {
    tp_int width = s->tp_past[d] - s->tp_first[d];
    if (width <= 0)
      return 0;
    terms = terms > most / width ? most : terms * width;
  }
  return terms;
}

#endif
