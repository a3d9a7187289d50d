// Calls that only compute: libm and pure functions of this file.
//
// RUN: tilepipe-cc %s --tp-stop-after=frontend --tp-print-after=frontend -Rpass-missed=tilepipe \
// RUN:   -o /dev/null 2>&1 | FileCheck %s

#include <math.h>
#include <stdlib.h>
static const double table[4] = {1, 2, 3, 4};
double scale;
static double helper(double x) { return x * scale; }
static double pure(double x, int k) {
  double t[2] = {x, x};
  for (int i = 0; i < k; i++) {
    if (t[0] < 0)
      break;
    t[i % 2] += table[i & 3];
  }
  return k > 0 ? pure(helper(t[0]), k - 1) : t[1];
}
double by_promise(double) __attribute__((const));
// CHECK-LABEL: nest pure_functions in pure_functions at
// CHECK: called global double scale
// CHECK: array A : double [?][tp_A_1] pointer written
// CHECK: read [m, n] -> { S[i0, i1] -> A[-1 + i0, i1] : 0 < i0 < n and 0 < i1 < m }
// CHECK: read [m, n] -> { S[i0, i1] -> A[i0, -1 + i1] : 0 < i0 < n and 0 < i1 < m }
// CHECK: write [m, n] -> { S[i0, i1] -> A[i0, i1] : 0 < i0 < n and 0 < i1 < m }
void pure_functions(int n, int m, double (*A)[m]) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++)
      A[i][j] = pure(A[i - 1][j], j) + by_promise(A[i][j - 1]) + abs(i - j);
}
// CHECK-LABEL: nest exact_library in exact_library at
// CHECK: read [m, n] -> { S[i0, i1] -> A[-1 + i0, i1] : 0 < i0 < n and 0 < i1 < m }
// CHECK: read [m, n] -> { S[i0, i1] -> A[i0, i1] : 0 < i0 < n and 0 < i1 < m }
// CHECK: write [m, n] -> { S[i0, i1] -> A[i0, i1] : 0 < i0 < n and 0 < i1 < m }
void exact_library(int n, int m, float (*A)[m]) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++)
      A[i][j] = sqrtf(A[i - 1][j]) + fmax(floor(A[i][j]), __builtin_fabs(1.0));
}
// CHECK-LABEL: nest library in library at
// CHECK: read [m, n] -> { S[i0, i1] -> A[-1 + i0, i1] : 0 < i0 < n and 0 < i1 < m }
// CHECK: read [m, n] -> { S[i0, i1] -> A[i0, -1 + i1] : 0 < i0 < n and 0 < i1 < m }
// CHECK: write [m, n] -> { S[i0, i1] -> A[i0, i1] : 0 < i0 < n and 0 < i1 < m }
void library(int n, int m, double (*A)[m]) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++)
      A[i][j] = exp(A[i - 1][j]) + pow(A[i][j - 1], 2);
}
