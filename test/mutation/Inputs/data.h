/* data.h - data that no linear formula describes, and a hash of what comes out. No `for` loops: they
 * are not what is tested. */
#include <stdio.h>

static unsigned long long data_state = 88172645463325252ull;

static double data_next(void) {
  unsigned long long x = data_state;
  x ^= x << 13;
  x ^= x >> 7;
  x ^= x << 17;
  data_state = x;
  return 0.5 + (double)(x >> 40) / (1 << 24);
}

static void __attribute__((unused)) data_fill(double *a, int n) {
  while (n-- > 0)
    *a++ = data_next();
}

static void __attribute__((unused)) data_letters(unsigned char *a, int n) {
  while (n-- > 0)
    *a++ = (unsigned char)(data_next() * 1000) % 4;
}

static unsigned long long data_hash(unsigned long long h, const void *p, unsigned long bytes) {
  const unsigned char *b = p;
  while (bytes-- > 0)
    h = (h ^ *b++) * 1099511628211ull;
  return h;
}

static void data_show(const char *name, const void *p, unsigned long bytes) {
  printf("%s %016llx\n", name, data_hash(14695981039346656037ull, p, bytes));
}
