/* data.c - buffers of random nests: filled, gathered, compared. */
#include "fuzz.h"
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PLAIN(kind, size) [kind] = {size, 1, {{kind, 0}}}
const struct layout layouts[KINDS] = {
    PLAIN(F32, 4), PLAIN(F64, 8), PLAIN(F80, 16), PLAIN(C64, 8), PLAIN(C128, 16),
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

static uint64_t next(uint64_t *state) {
  *state ^= *state << 13;
  *state ^= *state >> 7;
  *state ^= *state << 17;
  return *state;
}

/* In [0.5, 1.5), all bits of the mantissa in use. */
static double real(uint64_t *state) { return 0.5 + (double)(next(state) >> 11) / 9007199254740992.0; }

static void fill_one(enum kind k, char *p, uint64_t *state) {
  uint64_t bits = next(state);
  long small = (long)(bits >> 20) % 50;
  double pair[2] = {real(state), real(state)};
  float singles[2] = {(float)pair[0], (float)pair[1]};
  long double wide = (long double)pair[0] + pair[1] * 1e-18L;

  if (bits % 61 == 7) { /* denormal numbers */
    pair[0] = 4.9406564584124654e-324 * (double)(bits >> 20);
    singles[0] = 1.4012985e-45f * (float)(bits >> 44);
  }
  switch (k) {
  case F32: case C64: memcpy(p, singles, value_size(k)); break;
  case F64: case C128: memcpy(p, pair, value_size(k)); break;
  case F80: memcpy(p, &wide, 10); break;
  case U8: case U16: case U32: case U64: memcpy(p, &bits, value_size(k)); break;
  default: memcpy(p, &small, value_size(k));
  }
}

void fill(const struct nest *n, void *b[BUFFERS], int which) {
  uint64_t state = 88172645463325252u + (uint64_t)which * 0x2545f4914f6cdd1du;
  for (const char *c = n->name; *c; c++)
    state = (state ^ (unsigned char)*c) * 0x9e3779b97f4a7c15u | 1;
  for (int i = 0; i < BUFFERS && n->buffers[i].layout; i++) {
    const struct layout *l = n->buffers[i].layout;
    memset(b[i], 0, n->buffers[i].count * l->size);
    for (size_t k = 0; k < n->buffers[i].count; k++)
      for (int p = 0; p < l->parts; p++)
        fill_one(l->part[p].kind, (char *)b[i] + k * l->size + l->part[p].at, &state);
  }
}

size_t gather(const struct nest *n, void *b[BUFFERS], char *out) {
  char *at = out;
  for (int i = 0; i < BUFFERS && n->buffers[i].layout; i++) {
    const struct layout *l = n->buffers[i].layout;
    for (size_t k = 0; k < n->buffers[i].count; k++)
      for (int p = 0; p < l->parts; p++) {
        size_t size = value_size(l->part[p].kind);
        memcpy(at, (char *)b[i] + k * l->size + l->part[p].at, size);
        at += size;
      }
  }
  return (size_t)(at - out);
}

static void print_bits(const char *what, const char *p, size_t size) {
  fprintf(stderr, "%s", what);
  while (size)
    fprintf(stderr, "%02x", (unsigned char)p[--size]);
}

void explain(const struct nest *n, void *b[BUFFERS], const char *reference) {
  for (int i = 0; i < BUFFERS && n->buffers[i].layout; i++) {
    const struct layout *l = n->buffers[i].layout;
    size_t wrong = 0, first = 0, size = 0;
    const char *is = NULL, *must = NULL;
    for (size_t k = 0; k < n->buffers[i].count; k++)
      for (int p = 0; p < l->parts; p++) {
        const char *at = (char *)b[i] + k * l->size + l->part[p].at;
        size_t bytes = value_size(l->part[p].kind);
        if (memcmp(at, reference, bytes) && !wrong++)
          first = k, is = at, must = reference, size = bytes;
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
