/* nests.h - the table of small nests that main.c runs sequentially and in parallel.
 *
 * Every function with a nest holds exactly one, so that the number of regions that must start is
 * known. A nest works on buffers: main.c allocates and fills them with data that no linear formula
 * describes, runs the nest, and compares all of them, inputs included.
 */
#ifndef NESTS_H
#define NESTS_H

#include <stddef.h>

enum type { NONE, F32, F64, F80, C128, I8, U8, I16, I32, U32, I64, U64, BASES };

enum { BUFFERS = 4, MOST_DIMS = 5 };

struct buffer {
  enum type type;
  size_t count;
  void *at; /* null: main.c allocates */
};

struct nest {
  const char *name;
  void (*run)(void **b); /* b[i]: the memory of buffer i */
  struct buffer buffers[BUFFERS];
  int dims;
  int reach[MOST_DIMS]; /* largest dependence distance per dimension: smallest legal extents */
  int regions;          /* regions that one run must start and finish in parallel */
  int declined;         /* regions that one run must decline (aliasing) */
  int few;              /* 1: too slow for every configuration */
  int one_cpu;          /* 1: too small for a second CPU to get work */
  int one_rank;         /* 1: ranks may be declined: it reads under a condition what may not exist, or its
                           exchange is too complex */
};

/* Null-terminated; each table ends with a nest without name. */
extern const struct nest *const tables[];

#endif
