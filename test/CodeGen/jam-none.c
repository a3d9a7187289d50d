// Nests that have no jammed tile function.
// RUN: tilepipe-cc -Rpass=tilepipe %s -o %t.c 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: not grep "_ja[m]" %t.c
// REMARK-COUNT-3: parallelized as region
#include <complex.h>

// No dependence along the innermost loop: compilers vectorise it.
void columns(int n, int m, double (*A)[m]) {
  for (int i = 1; i < n; i++)
    for (int j = 0; j < m; j++)
      A[i][j] = A[i - 1][j] * 0.5 + 1;
}

// Pairs of neighbours, of one complex element or of two.
typedef double complex amplitude;
void waves(int n, int m, amplitude (*A)[m]) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++)
      A[i][j] = A[i][j - 1] * A[i - 1][j] + 1;
}

void pairs(int n, int m, double (*A)[m][2]) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++) {
      A[i][j][0] = A[i][j - 1][0] * 0.5 - A[i][j - 1][1];
      A[i][j][1] = A[i][j - 1][0] * 0.5 + A[i][j - 1][1];
    }
}
