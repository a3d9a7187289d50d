/* What deciding costs (P4): the same small nest with new sizes, then with sizes that are known.
   Prints the medians, in microseconds, of starts that are decided, of starts that are remembered, and of starts that
   are remembered and have next to nothing to compute. */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { FIRST = 20, COUNT = 301 };

static double A[FIRST + COUNT][64];

static void sweep(int ni, int nj) {
  for (int i = 1; i < ni; i++)
    for (int j = 1; j < nj; j++)
      A[i][j] = 0.5 * A[i - 1][j] + 0.4 * A[i][j - 1];
}

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return 1e6 * (double)t.tv_sec + 1e-3 * (double)t.tv_nsec;
}

static int order(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

int main(void) {
  static double decided[COUNT], known[COUNT], bare[COUNT];
  for (int n = 0; n < 4; n++)
    sweep(10 + n, 60);
  for (int n = 0; n < COUNT; n++) {
    double start = now();
    sweep(FIRST + n, 60);
    double middle = now();
    sweep(FIRST + n, 60);
    decided[n] = middle - start;
    known[n] = now() - middle;
  }
  for (int n = 0; n < COUNT; n++) {
    double start = now();
    sweep(3, 3);
    bare[n] = now() - start;
  }
  qsort(decided, COUNT, sizeof *decided, order);
  qsort(known, COUNT, sizeof *known, order);
  qsort(bare, COUNT, sizeof *bare, order);
  printf("%.3f %.3f %.3f\n", decided[COUNT / 2], known[COUNT / 2], bare[COUNT / 2]);
  return 0;
}
