// Linear subscripts of plain pointers are split into dimensions.
//
// RUN: tilepipe-cc %s --tp-stop-after=frontend --tp-print-after=frontend -Rpass-missed=tilepipe \
// RUN:   -o /dev/null 2>&1 | FileCheck %s

#include <stddef.h>
// CHECK-LABEL: nest two in two at
// CHECK: array A : double [?][m] pointer written
// CHECK: read [m, n] -> { S[i0, i1] -> A[-1 + i0, -1 + i1] : 0 < i0 < n and 0 < i1 < m }
// CHECK: write [m, n] -> { S[i0, i1] -> A[i0, i1] : 0 < i0 < n and 0 < i1 < m }
void two(int n, int m, double *A) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++)
      A[i * m + j] = A[(i - 1) * m + j - 1];
}
#define AT(i, j, k) u[((i) * ny + (j)) * nz + (k)]
// CHECK-LABEL: nest three_by_macro in three_by_macro at
// CHECK: array u : float [?][ny][nz] pointer written
// CHECK: read [nz, ny, nx] -> { S[i0, i1, i2] -> u[-1 + i0, i1, i2] : 0 < i0 < nx and 0 < i1 < ny and 0 < i2 < nz }
// CHECK: read [nz, ny, nx] -> { S[i0, i1, i2] -> u[i0, -1 + i1, -1 + i2] : 0 < i0 < nx and 0 < i1 < ny and 0 < i2 < nz }
// CHECK: write [nz, ny, nx] -> { S[i0, i1, i2] -> u[i0, i1, i2] : 0 < i0 < nx and 0 < i1 < ny and 0 < i2 < nz }
void three_by_macro(int nx, int ny, int nz, float *u) {
  for (int i = 1; i < nx; i++)
    for (int j = 1; j < ny; j++)
      for (int k = 1; k < nz; k++)
        AT(i, j, k) = AT(i - 1, j, k) + AT(i, j - 1, k - 1);
}
// CHECK-LABEL: nest pointer_arithmetic in pointer_arithmetic at
// CHECK: array A : double [?][m] pointer written
// CHECK: write [m, n] -> { S[i0, i1] -> A[i0, i1] : 0 <= i0 < n and 0 <= i1 < m }
void pointer_arithmetic(int n, int m, double *A) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      *(A + i * m + j) = 1;
}
// CHECK-LABEL: nest by_columns in by_columns at
// CHECK: array A : double [?][n] pointer written
// CHECK: read [n, m] -> { S[i0, i1] -> A[i0, -1 + i1] : 0 <= i0 < m and 0 < i1 < n }
// CHECK: write [n, m] -> { S[i0, i1] -> A[i0, i1] : 0 <= i0 < m and 0 < i1 < n }
void by_columns(int n, int m, double *A) {
  for (int j = 0; j < m; j++)
    for (int i = 1; i < n; i++)
      A[i + j * n] = A[i - 1 + n * j];
}
// CHECK-LABEL: nest sum_as_stride in sum_as_stride at
// CHECK: array A : double [?][((tp_int)m + 1)] pointer written
// CHECK: read [m, n] -> { S[i0, i1] -> A[-1 + i0, -1 + i1] : 0 < i0 <= n and 0 < i1 <= m }
// CHECK: write [m, n] -> { S[i0, i1] -> A[i0, i1] : 0 < i0 <= n and 0 < i1 <= m }
void sum_as_stride(int n, int m, double *A) {
  for (int i = 1; i <= n; i++)
    for (int j = 1; j <= m; j++)
      A[i * (m + 1) + j] = A[(i - 1) * (m + 1) + j - 1];
}
// CHECK-LABEL: nest every_other_row in every_other_row at
// CHECK: array A : double [?][(2 * (tp_int)m)] pointer written
// CHECK: write [m, n] -> { S[i0, i1] -> A[i0, i1] : 0 <= i0 < n and 0 <= i1 < m }
void every_other_row(int n, int m, double *A) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      A[2 * i * m + j] = 1;
}
// CHECK-LABEL: nest interleaved in interleaved at
// CHECK: array A : double [?][(2 * (tp_int)m)] pointer written
// CHECK: read [m, n] -> { S[i0, i1] -> A[i0, 1 + 2i1] : 0 <= i0 < n and 0 <= i1 < m }
// CHECK: write [m, n] -> { S[i0, i1] -> A[i0, 2i1] : 0 <= i0 < n and 0 <= i1 < m }
void interleaved(int n, int m, double *A) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      A[2 * (i * m + j)] = A[2 * (i * m + j) + 1];
}
// CHECK-LABEL: nest from_the_end in from_the_end at
// CHECK: array A : double [?][m] pointer written
// CHECK: read [m, n] -> { S[i0, i1] -> A[-2 + n - i0, i1] : 0 <= i0 <= -2 + n and 0 <= i1 < m }
// CHECK: write [m, n] -> { S[i0, i1] -> A[-1 + n - i0, i1] : 0 <= i0 <= -2 + n and 0 <= i1 < m }
void from_the_end(int n, int m, double *A) {
  for (int i = 0; i < n - 1; i++)
    for (int j = 0; j < m; j++)
      A[(n - 1 - i) * m + j] = A[(n - 2 - i) * m + j];
}
// CHECK-LABEL: nest checked_stride in checked_stride at
// CHECK: array A : double [?][ld] pointer written
// CHECK: write [m, n] -> { S[i0, i1] -> A[i0, i1] : 0 <= i0 < n and 0 <= i1 < m }
// CHECK: assume not [m, n, ld] -> {  : ld < m } ('A[i * ld + j]' may leave a dimension of A)
void checked_stride(int n, int m, int ld, double *A) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      A[i * ld + j] = 1;
}
// CHECK-LABEL: nest constant_stride in constant_stride at
// CHECK: array A : double [?] pointer written
// CHECK: write [n] -> { S[i0, i1] -> A[100i0 + i1] : 0 <= i0 < n and 0 <= i1 <= 99 }
void constant_stride(int n, double *A) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < 100; j++)
      A[100 * i + j] = 1;
}
// CHECK-LABEL: nest through_locals in through_locals at
// CHECK: array A : double [?][m] pointer written
// CHECK: read [m, n] -> { S[i0, i1] -> A[-1 + i0, i1] : 0 < i0 < n and 0 <= i1 < m }
// CHECK: write [m, n] -> { S[i0, i1] -> A[i0, i1] : 0 < i0 < n and 0 <= i1 < m }
void through_locals(int n, int m, double *A) {
  for (int i = 1; i < n; i++)
    for (int j = 0; j < m; j++) {
      int here = i * m + j;
      const int above = here - m;
      A[here] = A[above];
    }
}
// CHECK-LABEL: nest declared_linear in declared_linear at
// CHECK: array A : double [?][m] object written
// CHECK: write [m, n] -> { S[i0, i1] -> A[i0, i1] : 0 <= i0 < n and 0 <= i1 < m }
void declared_linear(int n, int m) {
  double A[n * m];
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      A[i * m + j] = 1;
}
