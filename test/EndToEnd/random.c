/* random.c - see random.h. */
#include "random.h"
#include <stdio.h>
#include <stdlib.h>

char *load(const char *name) {
  FILE *in = fopen(name, "rb");
  long size;
  if (!in || fseek(in, 0, SEEK_END) || (size = ftell(in)) < 0) {
    perror(name);
    exit(4);
  }
  char *text = malloc((size_t)size + 1);
  rewind(in);
  if (!text || fread(text, 1, (size_t)size, in) != (size_t)size) {
    fprintf(stderr, "%s: not readable\n", name);
    exit(4);
  }
  fclose(in);
  return text;
}

uint64_t start_of(const char *name, int set) {
  uint64_t state = 88172645463325252u + (uint64_t)set * 0x2545f4914f6cdd1du;
  for (const char *c = name; *c; c++)
    state = (state ^ (unsigned char)*c) * 0x9e3779b97f4a7c15u | 1;
  return state;
}

uint64_t next(uint64_t *state) {
  *state ^= *state << 13;
  *state ^= *state >> 7;
  *state ^= *state << 17;
  return *state;
}

double real(uint64_t *state) { return 0.5 + (double)(next(state) >> 11) / 9007199254740992.0; }

long double wide_real(uint64_t *state) {
  double high = real(state), low = real(state);
  return (long double)high + low * 1e-18L;
}

void print_bits(const char *what, const void *p, size_t size) {
  fprintf(stderr, "%s", what);
  while (size)
    fprintf(stderr, "%02x", ((const unsigned char *)p)[--size]);
}
