/* copies.c - arrays that a nest combines with values: each CPU but the first has a copy of its own.
 *
 * A copy holds the operator's neutral element first. The first CPU has the program's array itself. All others' copies
 * are combined with it when all tiles have run. */
#include "exec/copies.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { ALIGNED = 4096, PART = 8 /* of the memory: one in so many bytes */ };

/* An array that is combined. */
typedef struct combined {
  int number;          /* of the array */
  tp_int first, bytes; /* what the nest may access, relative to the base */
  tp_int at;           /* offset in a CPU's copies */
} combined;

struct tp_copies {
  int arrays;
  tp_int each;     /* bytes of a CPU's copies, its arguments behind them */
  tp_int at;       /* of these */
  char *room;      /* CPU t has part t - 1 */
  char *used;      /* per CPU: its copies have been filled */
  combined array[];
};

/* Kept from run to run: regions run one at a time. */
static char *room;
static size_t room_bytes;

static int flags_of(const tp_region *r, int array) { return r->tp_array[array].tp_flags; }

static int count_combined(const tp_region *r) {
  int count = 0;
  for (int a = 0; a < r->tp_arrays; a++)
    count += (flags_of(r, a) & TP_ARRAY_COMBINED) != 0;
  return count;
}

static tp_int aligned(tp_int bytes) { return (bytes + ALIGNED - 1) / ALIGNED * ALIGNED; }

/* Where each copy is, for the sizes of this run. */
static int place(struct tp_copies *c, const tp_region *r, const void *args) {
  tp_range *range = calloc((size_t)r->tp_arrays, sizeof *range);
  if (!range)
    return 0;
  r->tp_ranges(args, range);
  c->each = ALIGNED;
  for (int a = 0; a < r->tp_arrays; a++)
    if (flags_of(r, a) & TP_ARRAY_COMBINED) {
      tp_int bytes = tp_max(range[a].tp_past - range[a].tp_first, 0);
      c->array[c->arrays++] = (combined){a, range[a].tp_first, bytes, c->each};
      c->each += aligned(bytes) + ALIGNED; /* no two CPUs share a line */
    }
  c->at = c->each;
  c->each += aligned(r->tp_args);
  free(range);
  return 1;
}

static int grow(size_t bytes) {
  if (bytes <= room_bytes)
    return 1;
  if (bytes / (size_t)sysconf(_SC_PAGESIZE) > (size_t)sysconf(_SC_PHYS_PAGES) / PART)
    return 0;
  free(room);
  room = aligned_alloc(ALIGNED, bytes);
  room_bytes = room ? bytes : 0;
  return room != NULL;
}

static void discard(tp_pipeline *p) {
  free(p->copies);
  p->copies = NULL;
}

tp_status tp_copies_begin(tp_pipeline *p, const void *args) {
  const tp_region *r = p->region;
  int count = count_combined(r), threads = p->plan.threads;
  discard(p);
  if (count == 0 || threads < 2)
    return TP_OK;
  struct tp_copies *c = calloc(1, sizeof *c + (size_t)count * sizeof *c->array + (size_t)threads);
  if (!c)
    return TP_FAILED;
  if (!place(c, r, args) || !grow((size_t)c->each * (size_t)(threads - 1))) {
    free(c);
    return TP_FAILED;
  }
  c->used = (char *)&c->array[count];
  c->room = room;
  p->copies = c;
  return TP_OK;
}

/* --- elements --------------------------------------------------------------------------------- */

/* Runs DO for elements of the array's type. */
#define OF_TYPE(size, is_signed, DO)                                                               \
  switch ((size) * 2 + (is_signed)) {                                                              \
  case 2: DO(unsigned char); break;                                                                \
  case 3: DO(signed char); break;                                                                  \
  case 4: DO(unsigned short); break;                                                               \
  case 5: DO(short); break;                                                                        \
  case 8: DO(unsigned); break;                                                                     \
  case 9: DO(int); break;                                                                          \
  case 16: DO(unsigned long long); break;                                                          \
  default: DO(long long); break;                                                                   \
  }

#define LEAST(type) ((type)-1 > (type)0 ? (type)0 : (type)(1ULL << (sizeof(type) * 8 - 1)))
#define GREATEST(type) ((type)~LEAST(type))

/* Numbers whose order is given up. Zeros keep their sign. */
#define FILL_FLOATING(type)                                                                        \
  for (tp_int k = 0; k < count; k++)                                                               \
  ((type *)to)[k] = (type)neutral

static void fill_floating(char *to, tp_int count, tp_int size, int flags) {
  double neutral = flags & TP_ARRAY_COMBINED_MULTIPLY ? 1 : -0.0;
  if (size == sizeof(float))
    FILL_FLOATING(float);
  else
    FILL_FLOATING(double);
}

#define COMBINE_FLOATING(type)                                                                     \
  for (tp_int k = 0; k < count; k++) {                                                             \
    type had = ((const type *)from)[k];                                                            \
    if (multiplies ? had != 1 : had != 0 || !__builtin_signbit(had))                               \
      ((type *)to)[k] = multiplies ? ((type *)to)[k] * had : ((type *)to)[k] + had;                \
  }

static void combine_floating(char *to, const char *from, tp_int count, tp_int size, int flags) {
  int multiplies = (flags & TP_ARRAY_COMBINED_MULTIPLY) != 0;
  if (size == sizeof(float))
    COMBINE_FLOATING(float)
  else
    COMBINE_FLOATING(double)
}

static void fill(char *to, tp_int count, tp_int size, int flags) {
  int op = flags & TP_ARRAY_COMBINED;
  if (flags & TP_ARRAY_FLOATING) {
    fill_floating(to, count, size, flags);
  } else if (op & (TP_ARRAY_COMBINED_ADD | TP_ARRAY_COMBINED_OR | TP_ARRAY_COMBINED_XOR)) {
    memset(to, 0, (size_t)(count * size));
  } else if (op == TP_ARRAY_COMBINED_AND) {
    memset(to, 0xff, (size_t)(count * size));
  } else {
#define SET(type)                                                                                  \
  for (tp_int k = 0; k < count; k++)                                                               \
  ((type *)to)[k] = op == TP_ARRAY_COMBINED_MIN ? GREATEST(type) : op == TP_ARRAY_COMBINED_MAX ? LEAST(type) : (type)1
    OF_TYPE(size, (flags & TP_ARRAY_SIGNED) != 0, SET)
#undef SET
  }
}

/* An element that is neutral has not been changed, or to no effect. Arithmetic is that of numbers without a sign. */
static void combine(char *to, const char *from, tp_int count, tp_int size, int flags) {
#define LOOP(type, is_changed, value)                                                              \
  for (tp_int k = 0; k < count; k++) {                                                             \
    type had = ((const type *)from)[k];                                                            \
    if (is_changed)                                                                                \
      ((type *)to)[k] = (type)(value);                                                             \
  }                                                                                                \
  break
#define NOW(type) ((type *)to)[k]
#define COMBINE(type)                                                                              \
  switch (flags & TP_ARRAY_COMBINED) {                                                             \
  case TP_ARRAY_COMBINED_ADD: LOOP(type, had != 0, (unsigned long long)NOW(type) + (unsigned long long)had); \
  case TP_ARRAY_COMBINED_MULTIPLY: LOOP(type, had != 1, (unsigned long long)NOW(type) * (unsigned long long)had); \
  case TP_ARRAY_COMBINED_AND: LOOP(type, had != (type)-1, NOW(type) & had);                        \
  case TP_ARRAY_COMBINED_OR: LOOP(type, had != 0, NOW(type) | had);                                \
  case TP_ARRAY_COMBINED_XOR: LOOP(type, had != 0, NOW(type) ^ had);                               \
  case TP_ARRAY_COMBINED_MIN: LOOP(type, had != GREATEST(type) && had < NOW(type), had);           \
  default: LOOP(type, had != LEAST(type) && had > NOW(type), had);                                 \
  }
  if (flags & TP_ARRAY_FLOATING)
    combine_floating(to, from, count, size, flags);
  else
    OF_TYPE(size, (flags & TP_ARRAY_SIGNED) != 0, COMBINE)
}

/* --- CPUs ------------------------------------------------------------------------------------- */

const void *tp_arguments(const tp_cpu *cpu, const void *args) {
  const tp_pipeline *p = cpu->pipeline;
  struct tp_copies *c = p->copies;
  tp_int thread = cpu - p->cpu;
  if (!c || thread == 0)
    return args;
  char *mine = c->room + (thread - 1) * c->each, *copied = mine + c->at;
  if (c->used[thread])
    return copied;
  memcpy(copied, args, (size_t)p->region->tp_args);
  for (int k = 0; k < c->arrays; k++) {
    const combined *a = &c->array[k];
    const tp_array_info *info = &p->region->tp_array[a->number];
    fill(mine + a->at, a->bytes / info->tp_element, info->tp_element, info->tp_flags);
    *(char **)(copied + info->tp_field) = mine + a->at - a->first;
  }
  c->used[thread] = 1;
  return copied;
}

void tp_copies_end(tp_pipeline *p) {
  struct tp_copies *c = p->copies;
  for (int t = 1; c && t < p->plan.threads; t++)
    for (int k = 0; c->used[t] && k < c->arrays; k++) {
      const combined *a = &c->array[k];
      const tp_array_info *info = &p->region->tp_array[a->number];
      char *array = *(char *const *)((const char *)p->args + info->tp_field) + a->first;
      combine(array, c->room + (t - 1) * c->each + a->at, a->bytes / info->tp_element, info->tp_element, info->tp_flags);
    }
  discard(p);
}
