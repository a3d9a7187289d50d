/* context.c - what many tiles leave behind, as one. */
#include "util/context.h"

#include <string.h>

/* The dimensions that a region does not have are 0. */
static int comes_before(const tp_int *a, const tp_int *b) {
  for (int d = 0; d < TP_DIMS; d++)
    if (a[d] != b[d])
      return a[d] < b[d];
  return 0;
}

void tp_effects_error(tp_effects *e, int error, const tp_int *at) {
  if (e->error && comes_before(at, e->at))
    return;
  e->error = error;
  memcpy(e->at, at, sizeof e->at);
}

void tp_effects_add(tp_effects *sum, const tp_effects *more) {
  sum->raised |= more->raised;
  if (more->error)
    tp_effects_error(sum, more->error, more->at);
}
