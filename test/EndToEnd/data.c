/* data.c - buffers of a nest: filled, saved, compared. */
#include "check.h"
#include "random.h"
#include <stdlib.h>
#include <string.h>

static const struct {
  size_t size;
  const char *name;
} types[] = {
    [NONE] = {0, "none"},       [F32] = {4, "float"},     [F64] = {8, "double"},
    [F80] = {16, "long double"}, [C128] = {16, "complex"}, [I8] = {1, "signed char"},
    [U8] = {1, "unsigned char"}, [I16] = {2, "short"},     [I32] = {4, "int"},
    [U32] = {4, "unsigned"},     [I64] = {8, "long"},      [U64] = {8, "unsigned long"},
    [BASES] = {1, "char"},
};

size_t type_size(enum type t) { return types[t].size; }

size_t bytes_of(const struct nest *n) {
  size_t sum = 0;
  for (int i = 0; i < BUFFERS; i++)
    sum += n->buffers[i].count * type_size(n->buffers[i].type);
  return sum;
}

void allocate(const struct nest *n, void *at[BUFFERS]) {
  for (int i = 0; i < BUFFERS; i++) {
    const struct buffer *b = &n->buffers[i];
    at[i] = b->at;
    if (!at[i] && b->type != NONE && !(at[i] = malloc(b->count * type_size(b->type)))) {
      fprintf(stderr, "no memory for %s\n", n->name);
      exit(3);
    }
  }
}

void release(const struct nest *n, void *at[BUFFERS]) {
  for (int i = 0; i < BUFFERS; i++)
    if (!n->buffers[i].at)
      free(at[i]);
}

static void fill_one(enum type t, void *p, uint64_t *state) {
  uint64_t bits = next(state);
  long small = (long)(bits >> 20) % 50;
  double pair[2] = {real(state), real(state)};
  float single = (float)pair[0];
  long double wide = wide_real(state);

  memset(p, 0, type_size(t));
  switch (t) {
  case F32: memcpy(p, &single, 4); break;
  case F64: memcpy(p, pair, 8); break;
  case F80: memcpy(p, &wide, 10); break; /* the padding stays zero */
  case C128: memcpy(p, pair, 16); break;
  case I8: case U8: case I16: case I32: case I64: memcpy(p, &small, type_size(t)); break;
  case U32: case U64: memcpy(p, &bits, type_size(t)); break;
  case BASES: *(char *)p = "ACGT"[bits >> 30 & 3]; break;
  case NONE: break;
  }
}

void fill(const struct nest *n, void *at[BUFFERS], int set) {
  uint64_t state = start_of(n->name, set);
  for (int i = 0; i < BUFFERS; i++) {
    size_t size = type_size(n->buffers[i].type);
    for (size_t k = 0; k < n->buffers[i].count; k++)
      fill_one(n->buffers[i].type, (char *)at[i] + k * size, &state);
  }
}

void save(FILE *out, const struct nest *n, void *at[BUFFERS]) {
  for (int i = 0; i < BUFFERS; i++)
    if (at[i])
      fwrite(at[i], type_size(n->buffers[i].type), n->buffers[i].count, out);
}

int differs(const char *reference, const struct nest *n, void *at[BUFFERS]) {
  for (int i = 0; i < BUFFERS; i++) {
    size_t size = type_size(n->buffers[i].type), bytes = n->buffers[i].count * size, k = 0, wrong = 0;
    const char *is = at[i];
    if (bytes && memcmp(is, reference, bytes)) {
      while (!memcmp(is + k, reference + k, size))
        k += size;
      for (size_t l = 0; l < bytes; l += size)
        wrong += memcmp(is + l, reference + l, size) != 0;
      fprintf(stderr, "  buffer %d (%s): %zu of %zu elements differ, the first at %zu", i,
              types[n->buffers[i].type].name, wrong, n->buffers[i].count, k / size);
      print_bits(": is ", is + k, size);
      print_bits(", must be ", reference + k, size);
      fprintf(stderr, "\n");
      return 1;
    }
    reference += bytes;
  }
  return 0;
}
