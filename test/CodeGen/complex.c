// Tile functions with complex numbers are not vectorized by gcc, which gets some of them wrong.
// RUN: tilepipe-cc %s -o %t.c
// RUN: FileCheck %s < %t.c
#include <complex.h>

// CHECK: static TP_OPAQUE TP_SCALAR void tp_waves_tile_scan
void waves(int n, int m, float complex (*A)[m], double complex (*B)[m]) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++)
      A[i][j] = 0.5 * conj(B[i][j]) + 0.25 * A[i][j - 1];
}

// CHECK: static TP_OPAQUE void tp_reals_tile_scan
void reals(int n, int m, float (*A)[m]) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++)
      A[i][j] = 0.5f * A[i - 1][j] + 0.25f * A[i][j - 1];
}
