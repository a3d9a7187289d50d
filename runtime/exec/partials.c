/* partials.c - sums and products of floating-point numbers whose order the user has given up. */
#include "exec/partials.h"

enum { LINE = 64 }; /* bytes of a partial result: no two CPUs share a line */

static _Thread_local int current; /* CPU whose tile this thread runs */

void tp_partials_of_cpu(int cpu) { current = cpu; }

static void *partial(const tp_sum *s, int cpu) { return (char *)s->tp_terms + (size_t)cpu * LINE; }

void *tp_partial_of(const tp_sum *s) { return partial(s, current); }

size_t tp_partials_bytes(int cpus) { return (size_t)cpus * LINE; }

/* Zeros keep their sign. */
void tp_partials_begin(const tp_sum *s, int cpus) {
  double neutral = s->tp_partial == TP_PARTIAL_PRODUCTS ? 1 : -0.0;
  for (int t = 0; t < cpus; t++)
    if (s->tp_is_float)
      *(float *)partial(s, t) = (float)neutral;
    else
      *(double *)partial(s, t) = neutral;
}

void tp_partials_end(const tp_sum *s, int cpus) {
#define COMBINE(type, operator)                                                                    \
  for (int t = 0; t < cpus; t++)                                                                   \
  *(type *)s->tp_result operator *(const type *)partial(s, t)
  int multiplies = s->tp_partial == TP_PARTIAL_PRODUCTS;
  if (multiplies && s->tp_is_float)
    COMBINE(float, *=);
  else if (multiplies)
    COMBINE(double, *=);
  else if (s->tp_is_float)
    COMBINE(float, +=);
  else
    COMBINE(double, +=);
#undef COMBINE
}
