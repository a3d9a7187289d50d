// Nests whose points gcc 12 compiles wrongly where it vectorizes several together. Prints every element.
#include <complex.h>
#include <stdio.h>

static float narrow[25][14][2];
static double wide[25][17][2];

// Rounded to float on the way from one point to the next. A constant end of the short loop would have gcc unroll it.
static void rounded(unsigned long m, float (*a)[14][2], double (*b)[17][2]) {
#pragma tilepipe parallel
  for (int i = 9; i < 25; i++)
    for (unsigned long j = 8; j < m; j++) {
      a[i][j][0] = 0.5 * b[i][j][0] + 0.25 * a[i][j - 1][0];
      a[i][j][1] = 0.5 * -b[i][j][1] + 0.25 * a[i][j - 1][1];
    }
}

static double complex chosen[18][22][21], other[18][22][20];

// Each point has a condition of its own.
static void choose(int n, int m, int first, double complex (*a)[22][21], double complex (*b)[22][20]) {
#pragma tilepipe parallel
  for (int i = 9; i < 15; i++)
    for (long j = first; j < n; j++)
      for (int k = 8; k < m; k++) {
        a[i][j][k + 1] = creal(b[i][j - 1][k]) > cimag(a[i][j][k + 1]) ? 0.5 * a[i][j][k + 1]
                                                                       : 0.25 * b[i + 1][j + 1][k] + 0.1 * I;
        b[i][j][k] = b[i - 2][j - 1][k - 3];
      }
}

static double next(void) {
  static unsigned state = 1;
  state = state * 1664525u + 1013904223u;
  return state / 4.3e9 - 0.4;
}

int main(void) {
  float *n = &narrow[0][0][0];
  double *w = &wide[0][0][0], *c = (double *)chosen, *o = (double *)other;
  const size_t all[] = {sizeof narrow / 4, sizeof wide / 8, sizeof chosen / 8, sizeof other / 8};
  for (size_t k = 0; k < all[0]; k++)
    n[k] = (float)next();
  for (size_t k = 0; k < all[1]; k++)
    w[k] = next();
  for (size_t k = 0; k < all[2]; k++)
    c[k] = next();
  for (size_t k = 0; k < all[3]; k++)
    o[k] = next();
  rounded(14, narrow, wide);
  choose(21, 20, 3, chosen, other);
  for (size_t k = 0; k < all[0]; k++)
    printf("narrow %zu: %a\n", k, n[k]);
  for (size_t k = 0; k < all[2]; k++)
    printf("chosen %zu: %a\n", k, c[k]);
  for (size_t k = 0; k < all[3]; k++)
    printf("other %zu: %a\n", k, o[k]);
  return 0;
}
