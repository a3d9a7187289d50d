/* nests.h - small nests with arbitrary rows, and their regions, for tests of the runtime.
 *
 * A nest writes one element per point and reads several. Which read sees which write is found by
 * running the nest once with bookkeeping, so that faces, live-ins and owners follow their definitions
 * in runtime.h word for word, for any rows h_d and any subscripts. */
#ifndef NESTS_H
#define NESTS_H

#include "tilepipe/runtime.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { NEST_READS = 6 };

/* A read that happens only where j_along < until. */
typedef struct nest_limit {
  int is_set, along;
  tp_int until;
} nest_limit;

typedef struct nest {
  const char *name;
  int dims;
  tp_int lo[TP_DIMS], hi[TP_DIMS];    /* loops: lo <= j_d < hi */
  tp_int row[TP_DIMS][TP_DIMS];       /* rows h_d */
  tp_int write[TP_DIMS], at;          /* element = write . j + at */
  int reads;
  tp_int read[NEST_READS];            /* element read = element written + read */
  tp_int elements;
  nest_limit limit[NEST_READS];
} nest;

typedef struct nest_facts nest_facts; /* who writes, who reads */

/* The region's arguments. */
typedef struct nest_args {
  const nest *nest;
  const nest_facts *facts;
  double *array;
} nest_args;

nest_facts *nest_study(const nest *n);
void nest_forget(nest_facts *f);
/* 1: h_d . dist >= 0 for all dependences and rows, so the tiling is legal. */
int nest_legal(const nest_facts *f);

/* The region of a nest; the caller's storage. Faces: all crossings of `dims` dimensions. */
typedef struct nest_region {
  tp_region region;
  tp_array_info array;
} nest_region;
void nest_make_region(const nest *n, const nest_facts *f, nest_region *out);

void nest_fill(const nest *n, double *array);
void nest_run(const nest *n, double *array);

/* Space of the nest in h . j. */
void nest_bounds(const void *args, tp_box *out);

#ifdef __cplusplus
}
#endif

#endif
