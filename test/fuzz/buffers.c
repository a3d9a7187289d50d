/* buffers.c - buffers of random nests: filled, gathered, compared. */
#include "fuzz.h"
#include "random.h"
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PLAIN(kind, size) [kind] = {size, 1, {{kind, 0}}}
const struct layout layouts[KINDS] = {
    PLAIN(F32, 4), PLAIN(F64, 8), PLAIN(F80, 16), PLAIN(C64, 8), PLAIN(C128, 16),
    [C160] = {32, 2, {{F80, 0}, {F80, 16}}},
    PLAIN(I8, 1),  PLAIN(U8, 1),  PLAIN(I16, 2),  PLAIN(U16, 2), PLAIN(I32, 4),
    PLAIN(U32, 4), PLAIN(I64, 8), PLAIN(U64, 8),
};

size_t value_size(enum kind k) { return k == F80 ? 10 : layouts[k].size; }

size_t bytes_of(const struct nest *n) {
  size_t sum = 0;
  for (const struct buffer *b = n->buffers; b < n->buffers + BUFFERS && b->layout; b++)
    for (int p = 0; p < b->layout->parts; p++)
      sum += b->count * value_size(b->layout->part[p].kind);
  return sum;
}

#ifndef SHORTER /* elements missing: for the test that sanitizers notice */
#define SHORTER 0
#endif

void allocate(const struct nest *n, void *b[BUFFERS]) {
  for (int i = 0; i < BUFFERS; i++) {
    const struct buffer *from = &n->buffers[i];
    b[i] = from->own;
    if (!b[i] && from->layout && !(b[i] = calloc(from->count - SHORTER, from->layout->size))) {
      fprintf(stderr, "no memory for %s\n", n->name);
      exit(4);
    }
  }
}

void release(const struct nest *n, void *b[BUFFERS]) {
  for (int i = 0; i < BUFFERS; i++)
    if (!n->buffers[i].own)
      free(b[i]);
}

/* What arithmetic treats apart: a few of each, for their results swallow what they meet. */
static double special(uint64_t bits) {
  switch (bits % 5) {
  case 0: return NAN;
  case 1: return INFINITY;
  case 2: return -INFINITY;
  case 3: return -0.0;
  default: return 4.9406564584124654e-324 * (double)(bits >> 20);
  }
}

static void fill_one(enum kind k, char *p, uint64_t *state, int which) {
  uint64_t bits = next(state);
  long small = (long)(bits >> 20) % 50;
  double pair[2] = {real(state), real(state)};
  float singles[2] = {(float)pair[0], (float)pair[1]};
  long double wide = wide_real(state);

  if (bits % 61 == 7) { /* denormal numbers */
    pair[0] = 4.9406564584124654e-324 * (double)(bits >> 20);
    singles[0] = 1.4012985e-45f * (float)(bits >> 44);
    wide = LDBL_MIN / (long double)(1 + (bits >> 40));
  }
  if (which == DATA - 1 && bits % 199 == 9)
    wide = singles[0] = (float)(pair[0] = special(bits >> 8));
  switch (k) {
  case F32: case C64: memcpy(p, singles, value_size(k)); break;
  case F64: case C128: memcpy(p, pair, value_size(k)); break;
  case F80: memcpy(p, &wide, 10); break;
  case U8: case U16: case U32: case U64: memcpy(p, &bits, value_size(k)); break;
  default: memcpy(p, &small, value_size(k));
  }
}

void fill(const struct nest *n, void *b[BUFFERS], int which) {
  uint64_t state = start_of(n->name, which);
  for (int i = 0; i < BUFFERS && n->buffers[i].layout; i++) {
    const struct layout *l = n->buffers[i].layout;
    memset(b[i], 0, n->buffers[i].count * l->size);
    for (size_t k = 0; k < n->buffers[i].count; k++)
      for (int p = 0; p < l->parts; p++)
        fill_one(l->part[p].kind, (char *)b[i] + k * l->size + l->part[p].at, &state, which);
  }
}

/* Which of two NaNs an operation hands on is the compiler's choice: all are one. */
static void unify(enum kind k, char *p) {
  float f[2];
  double d[2];
  long double wide = 0;
  memcpy(f, p, k == F32 ? 4 : k == C64 ? 8 : 0);
  memcpy(d, p, k == F64 ? 8 : k == C128 ? 16 : 0);
  memcpy(&wide, p, k == F80 ? 10 : 0);
  for (int i = 0; i < 2; i++) {
    if ((k == F32 && i == 0) || k == C64)
      memcpy(p + 4 * i, isnan(f[i]) ? &(float){NAN} : &f[i], 4);
    if ((k == F64 && i == 0) || k == C128)
      memcpy(p + 8 * i, isnan(d[i]) ? &(double){NAN} : &d[i], 8);
  }
  if (k == F80)
    memcpy(p, isnan(wide) ? &(long double){NAN} : &wide, 10);
}

size_t gather(const struct nest *n, void *b[BUFFERS], char *out) {
  char *at = out;
  for (int i = 0; i < BUFFERS && n->buffers[i].layout; i++) {
    const struct layout *l = n->buffers[i].layout;
    for (size_t k = 0; k < n->buffers[i].count; k++)
      for (int p = 0; p < l->parts; p++) {
        size_t size = value_size(l->part[p].kind);
        memcpy(at, (char *)b[i] + k * l->size + l->part[p].at, size);
        unify(l->part[p].kind, at);
        at += size;
      }
  }
  return (size_t)(at - out);
}

void explain(const struct nest *n, void *b[BUFFERS], const char *reference) {
  for (int i = 0; i < BUFFERS && n->buffers[i].layout; i++) {
    const struct layout *l = n->buffers[i].layout;
    size_t wrong = 0, first = 0, size = 0;
    char is[sizeof(long double)];
    const char *must = NULL;
    for (size_t k = 0; k < n->buffers[i].count; k++)
      for (int p = 0; p < l->parts; p++) {
        char at[sizeof(long double)];
        size_t bytes = value_size(l->part[p].kind);
        memcpy(at, (char *)b[i] + k * l->size + l->part[p].at, bytes);
        unify(l->part[p].kind, at);
        if (memcmp(at, reference, bytes) && !wrong++)
          first = k, must = reference, size = bytes, memcpy(is, at, bytes);
        reference += bytes;
      }
    if (!wrong)
      continue;
    fprintf(stderr, "  array %d: %zu of %zu values differ, the first in element %zu", i, wrong,
            n->buffers[i].count, first);
    print_bits(": is ", is, size);
    print_bits(", must be ", must, size);
    fprintf(stderr, "\n");
  }
}
