/* What deciding costs where a run is long: box, skewed or deep nests with a few sizes each. The statistics tell.
   usage: deciding box|skewed|deep */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SIZES = 4, SIDE = 1600, DEEP = 17 };

static double (*A)[SIDE + SIZES];
static double D[DEEP + SIZES][DEEP][DEEP][DEEP][DEEP];

static void box(int n) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < n; j++)
      A[i][j] = sin(A[i - 1][j]) + cos(A[i][j - 1]) + sqrt(A[i - 1][j - 1] + 2);
}

static void skewed(int steps, int n) {
  for (int t = 0; t < steps; t++)
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < n - 1; j++)
        A[i][j] = 0.25 * (A[i - 1][j] + A[i][j - 1] + A[i + 1][j] + A[i][j + 1]);
}

static void deep(int n) {
  for (int a = 1; a < n; a++)
    for (int b = 1; b < DEEP; b++)
      for (int c = 1; c < DEEP; c++)
        for (int d = 1; d < DEEP; d++)
          for (int e = 1; e < DEEP; e++)
            D[a][b][c][d][e] = sin(D[a - 1][b][c][d][e]) + cos(D[a][b - 1][c][d][e]) + sin(D[a][b][c - 1][d][e]) +
                               cos(D[a][b][c][d - 1][e]) + sqrt(D[a][b][c][d][e - 1] + 2);
}

int main(int argc, char **argv) {
  const char *nest = argc > 1 ? argv[1] : "box";
  A = calloc(SIDE + SIZES, sizeof *A);
  if (!A)
    return 1;
  for (int k = 1; k <= SIZES; k++)
    if (!strcmp(nest, "skewed"))
      skewed(40, SIDE - 600 + k);
    else if (!strcmp(nest, "deep"))
      deep(DEEP + k);
    else
      box(SIDE + k);
  printf("%g %g\n", A[SIDE - 700][SIDE - 700], D[DEEP - 1][DEEP - 1][DEEP - 1][DEEP - 1][DEEP - 1]);
  free(A);
  return 0;
}
