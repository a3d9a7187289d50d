// Bounds that are affine, with the larger or smaller of two values.
//
// RUN: tilepipe-cc %s --tp-stop-after=frontend --tp-print-after=frontend -Rpass-missed=tilepipe \
// RUN:   -o /dev/null 2>&1 | FileCheck %s

// CHECK-LABEL: nest triangle in triangle at
// CHECK: domain [n] -> { S[i0, i1] : 0 <= i0 < n and i0 < i1 < n }
void triangle(int n, double (*A)[n]) {
  for (int i = 0; i < n; i++)
    for (int j = i + 1; j < n; j++)
      A[i][j] = 1;
}
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#define MIN(a, b) ((a) < (b) ? (a) : (b))
// CHECK-LABEL: nest antidiagonals in antidiagonals at
// CHECK: domain [n] -> { S[i0, i1] : i1 >= 0 and -n + i0 < i1 <= i0 and i1 < n }
void antidiagonals(int n, double (*A)[n]) {
  for (int t = 0; t < 2 * n - 1; t++)
    for (int i = MAX(0, t - n + 1); i < MIN(t + 1, n); i++)
      A[i][t - i] = 1;
}
// CHECK-LABEL: nest quotients_of_iterators in quotients_of_iterators at
// CHECK: domain [n] -> { S[i0, i1] : 0 <= i0 < n and 2i1 >= -1 + i0 and 4*floor((i0)/4) > -n + i0 + i1 }
void quotients_of_iterators(int n, double (*A)[n]) {
  for (int i = 0; i < n; i++)
    for (int j = i / 2; j < n - i % 4; j++)
      A[i][j] = 1;
}
// CHECK-LABEL: nest iterator_times_constant in iterator_times_constant at
// CHECK: domain [n] -> { S[i0, i1] : i0 >= 0 and 2i0 < n and 2i0 <= i1 < n }
void iterator_times_constant(int n, double (*A)[n]) {
  for (int i = 0; 2 * i < n; i++)
    for (int j = i << 1; j < n; j++)
      A[i][j] = 1;
}
// CHECK-LABEL: nest constants in constants at
// CHECK: domain { S[i0, i1] : 0 <= i0 <= 9 and 0 <= i1 <= 50 }
void constants(double (*A)[300]) {
  enum { ROWS = 10 };
  const int columns = 5 * ROWS;
  for (int i = 0; i < ROWS; i++)
    for (int j = 0; j < columns + (int)sizeof(char); j++)
      A[i][j] = 1;
}
