// Roundings that gcc 12 forgets between iterations.
#include <complex.h>
#include <stdio.h>

static float complex a[60][60], b[60][60], c[60][60];

static void again(int n, int m, float complex (*a)[60]) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++)
      for (int k = 0; k < 3; k++)
        a[i][j] = 0.7 * a[i][j] + 0.21 * a[i][j];
}

static void bounded(int n, int m, float complex (*a)[60]) {
  for (int i = 10; i < n; i++)
    for (int j = 10; j < m; j++)
      for (int k = 8; k < 28 - i; k++)
        a[i][j] = 0.7 * a[i][j] + 0.21 * a[i][j];
}

static void jammed(int n, int m) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++)
      c[i][j] = 0.7 * c[i - 1][j] + 0.21 * b[i][j];
}

int main(int argc, char **argv) {
  int n = argc + 58;
  (void)argv;
  unsigned seed = 1;
  for (int i = 0; i < 60; i++)
    for (int j = 0; j < 60; j++) {
      seed = seed * 1664525 + 1013904223;
      a[i][j] = seed / 4294967296.0f + I * (seed % 1000 / 1000.0f);
      b[i][j] = conjf(a[i][j]) + 0.3f;
      c[i][j] = a[i][j] * 0.9f;
    }
  again(n, n, a);
  bounded(n, n, b);
  jammed(n, n);
  for (int i = 0; i < 60; i++)
    for (int j = 0; j < 60; j++)
      printf("%d %d: %a %a %a %a %a %a\n", i, j, crealf(a[i][j]), cimagf(a[i][j]), crealf(b[i][j]), cimagf(b[i][j]),
             crealf(c[i][j]), cimagf(c[i][j]));
  return 0;
}
