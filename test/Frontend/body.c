// Statements and expressions of a body, in the order of evaluation.
//
// RUN: tilepipe-cc %s --tp-stop-after=frontend --tp-print-after=frontend -Rpass-missed=tilepipe \
// RUN:   -o /dev/null 2>&1 | FileCheck %s

#include <complex.h>
// CHECK-LABEL: nest compound in compound at
// CHECK: read [m, n] -> { S[i0, i1] -> A[-1 + i0, i1] : 0 < i0 < n and 0 < i1 < m }
// CHECK: read [m, n] -> { S[i0, i1] -> A[i0, i1] : 0 < i0 < n and 0 < i1 < m }
// CHECK: write [m, n] -> { S[i0, i1] -> A[i0, i1] : 0 < i0 < n and 0 < i1 < m }
// CHECK: read [m, n] -> { S[i0, i1] -> B[i0, i1] : 0 < i0 < n and 0 < i1 < m }
// CHECK: write [m, n] -> { S[i0, i1] -> B[i0, i1] : 0 < i0 < n and 0 < i1 < m }
// CHECK: write [m, n] -> { S[i0, i1] -> B[i0, -1 + i1] : 0 < i0 < n and 0 < i1 < m }
// CHECK: write [m, n] -> { S[i0, i1] -> B[-1 + i0, i1] : 0 < i0 < n and 0 < i1 < m }
// CHECK: read [m, n] -> { S[i0, i1] -> A[i0, -1 + i1] : 0 < i0 < n and 0 < i1 < m }
void compound(int n, int m, double (*A)[m], int (*B)[m]) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++) {
      A[i][j] *= A[i - 1][j];
      ++B[i][j];
      B[i - 1][j] = B[i][j - 1] = 3, (void)A[i][j - 1];
      ;
    }
}
// CHECK-LABEL: nest locals in locals at
// CHECK: array A : double [?][tp_A_1] pointer written
// CHECK: read [m, n] -> { S[i0, i1] -> A[-1 + i0, i1] : 0 < i0 < n and 0 < i1 < m }
// CHECK: read [m, n] -> { S[i0, i1] -> A[i0, -1 + i1] : 0 < i0 < n and 0 < i1 < m }
// CHECK: write [m, n] -> { S[i0, i1] -> A[i0, i1] : 0 < i0 < n and 0 < i1 < m }
void locals(int n, int m, double (*A)[m]) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++) {
      struct pair { double first, second; } p = {A[i - 1][j], 0};
      double t[3] = {[1] = A[i][j - 1]}, sum = 0;
      p.second = t[(i + j) % 3];
      sum += p.first + ((double[]){1, 2, 3})[j % 3];
      A[i][j] = sum + p.second;
    }
}
// CHECK-LABEL: nest gnu in gnu at
// CHECK: read [m, n] -> { S[i0, i1] -> A[-1 + i0, i1] : 0 < i0 < n and 0 < i1 < m }
// CHECK: read [m, n] -> { S[i0, i1] -> A[i0, -1 + i1] : 0 < i0 < n and 0 < i1 < m }
// CHECK: write [m, n] -> { S[i0, i1] -> A[i0, i1] : 0 < i0 < n and 0 < i1 < m }
void gnu(int n, int m, int (*A)[m]) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++)
      A[i][j] = ({ __typeof__(A[i][j]) a = A[i - 1][j], b = A[i][j - 1]; a > b ? a : b; }) ?: 1;
}
// CHECK-LABEL: nest generic_and_complex in generic_and_complex at
// CHECK: read [m, n] -> { S[i0, i1] -> A[-1 + i0, i1] : 0 < i0 < n and 0 < i1 < m }
// CHECK: write [m, n] -> { S[i0, i1] -> A[i0, i1] : 0 < i0 < n and 0 < i1 < m }
// CHECK: read [m, n] -> { S[i0, i1] -> A[i0, -1 + i1] : 0 < i0 < n and 0 < i1 < m }
// CHECK: read [m, n] -> { S[i0, i1] -> A[i0, i1] : 0 < i0 < n and 0 < i1 < m }
// CHECK: write [m, n] -> { S[i0, i1] -> A[i0, i1] : 0 < i0 < n and 0 < i1 < m }
void generic_and_complex(int n, int m, double _Complex (*A)[m]) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++) {
      A[i][j] = _Generic(n, int: A[i - 1][j], default: 0) * I;
      __imag__ A[i][j] = creal(A[i][j - 1]);
    }
}
