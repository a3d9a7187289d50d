/* sums.c - sums of floating-point numbers that keep the program's order, and partial results that do not. */
#include "region/sums.h"

#include "exec/partials.h"
#include "plan/terms.h"
#include "ranks/memory.h"
#include "util/wait.h"

#include <stdlib.h>
#include <unistd.h>

/* Room for terms, kept from run to run: regions run one at a time. */
static char *room;
static size_t room_bytes;

enum { ALIGNED = 64, PART = 8 }; /* of the memory: one in so many bytes */

static size_t bytes_of(const tp_sum *s, int cpus) {
  if (s->tp_partial)
    return tp_partials_bytes(cpus);
  size_t bytes = (size_t)tp_terms_of(s) * (s->tp_is_float ? sizeof(float) : sizeof(double));
  return (bytes + ALIGNED - 1) / ALIGNED * ALIGNED;
}

/* x + -0.0 is x, and -0.0 + x too: not where zeros are rounded down, or small numbers are flushed to zero. */
static int changes_nothing(void) {
  volatile double none = -0.0, zero = 0, tiny = 4.9406564584124654e-324;
  volatile double kept = none + zero, small = none + tiny;
  return !__builtin_signbit(kept) && small != 0;
}

/* A container may have less than the machine. Asked when room has to grow alone: that reads files. */
static int is_spare(size_t bytes) {
  double left = bytes > room_bytes ? tp_memory_free() : -1;
  return left < 0 || (double)bytes <= left / PART;
}

static int grow(size_t bytes) {
  if (bytes <= room_bytes)
    return 1;
  free(room);
  room = aligned_alloc(ALIGNED, bytes);
  room_bytes = room ? bytes : 0;
  return room != NULL;
}

static void empty(const tp_sum *s) {
  tp_int terms = tp_terms_of(s);
  if (s->tp_is_float)
    for (tp_int k = 0; k < terms; k++)
      ((float *)s->tp_terms)[k] = -0.0F;
  else
    for (tp_int k = 0; k < terms; k++)
      ((double *)s->tp_terms)[k] = -0.0;
}

/* Some sum keeps the program's order, and terms cannot be told from what points without one have. */
static int is_disturbed(const tp_region *r, const tp_sum *sums, const tp_float_env *floats) {
  tp_effects none;
  int ordered = 0;
  for (int k = 0; k < r->tp_sums; k++)
    ordered |= !sums[k].tp_partial;
  if (!ordered)
    return 0;
  tp_context_enter(floats);
  int neutral = changes_nothing();
  tp_context_leave(&none);
  return !neutral;
}

const char *tp_sums_begin(const tp_region *r, const void *args, const tp_float_env *floats, int cpus) {
  if (r->tp_sums == 0)
    return NULL;
  size_t bytes = 0, most = (size_t)sysconf(_SC_PHYS_PAGES) / PART * (size_t)sysconf(_SC_PAGESIZE);
  tp_sum *sums = tp_sums_of(r, args);
  if (is_disturbed(r, sums, floats))
    return "floating-point numbers are rounded down or flushed to zero";
  for (int k = 0; k < r->tp_sums; k++) {
    if (!sums[k].tp_partial && (size_t)tp_terms_of(&sums[k]) > most / sizeof(double))
      return "the terms of a sum take too much memory";
    bytes += bytes_of(&sums[k], cpus);
  }
  if (bytes > most || !is_spare(bytes))
    return "the terms of a sum take too much memory";
  if (!grow(bytes))
    return "out of memory";
  char *next = room;
  for (int k = 0; k < r->tp_sums; k++) {
    sums[k].tp_terms = next;
    next += bytes_of(&sums[k], cpus);
    if (sums[k].tp_partial)
      tp_partials_begin(&sums[k], cpus);
    else if (!sums[k].tp_is_full)
      empty(&sums[k]);
  }
  return NULL;
}

double tp_sums_end(const tp_pipeline *p, tp_effects *effects) {
  const tp_region *r = p->region;
  if (r->tp_sums == 0)
    return 0;
  double start = tp_now();
  const tp_sum *sums = tp_sums_of(r, p->args);
  tp_context_enter(&p->floats);
  for (int k = 0; k < r->tp_sums; k++)
    if (sums[k].tp_partial)
      tp_partials_end(&sums[k], p->plan.threads);
    else
      tp_sum_add(&sums[k], tp_additions_made(p, &sums[k]), tp_terms_of(&sums[k]));
  tp_context_leave(effects);
  return tp_now() - start;
}
