// Strides that are values of their own: planes are taken for whole rows, and the start declines where they are not.
// Arrays of which a pointer to the interior is known begin in front of it.
//
// RUN: tilepipe-cc %s --tp-stop-after=frontend --tp-print-after=frontend -Rpass-missed=tilepipe -o /dev/null 2>&1 \
// RUN:   | FileCheck %s
// RUN: tilepipe-cc %s -Rpass=tilepipe -Rpass-missed=tilepipe -o %t.c 2>&1 | FileCheck %s --check-prefix=REMARK \
// RUN:   --implicit-check-not="not parallelized"
// RUN: FileCheck %s --check-prefix=TEXT < %t.c
// REMARK: 6 of 6 nests of the file run in parallel

// CHECK-LABEL: nest planes in planes at
// CHECK: symbol tp_s0 = ((tp_int)row > 0 ? (tp_int)plane / (tp_int)row : 0)
// CHECK: symbol tp_s1 = ((tp_int)row > 0 ? (tp_int)plane % (tp_int)row : 1)
// CHECK: array x : double [?][tp_s0][row] pointer written
// CHECK: read [{{.*}}] -> { S[i0, i1, i2] -> x[-1 + i0, i1, i2] :
// CHECK: write [{{.*}}] -> { S[i0, i1, i2] -> x[i0, i1, i2] :
// CHECK: assume not {{.*}} tp_s1 < 0 or tp_s1 > 0 } ('plane' is no multiple of 'row' in subscripts of x)
// TEXT: tp_a.tp_s0 = (tp_int)(((tp_int)row > 0 ? (tp_int)plane / (tp_int)row : 0));
void planes(double *x, int n, int row, int plane) {
  for (int k = 1; k < n; k++)
    for (int j = 0; j < n; j++)
      for (int i = 0; i < n; i++)
        x[i + j * row + k * plane] += x[i + j * row + (k - 1) * plane];
}

// CHECK-LABEL: nest four in four at
// CHECK: array x : double [?][tp_s2][tp_s0][c] pointer written
void four(double *x, int n, int a, int b, int c) {
  for (int l = 0; l < n; l++)
    for (int k = 0; k < n; k++)
      for (int j = 0; j < n; j++)
        for (int i = 0; i < n; i++)
          x[l * a + k * b + j * c + i] = 1;
}

// No loop has stride 1.
// CHECK-LABEL: nest no_unit in no_unit at
// CHECK: array A : double [?][tp_s0][l] pointer written
void no_unit(double *A, int n, int m, int l) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      A[i * m + j * l] = 1;
}

// CHECK-LABEL: nest interior in interior at
// CHECK: array x : double [?][row] from -1 pointer written
// CHECK: write [{{.*}}] -> { S[i0, i1] -> x[i0, 1 + i1] :
void interior(double *x, int n, int row) {
  for (int j = 0; j < n; j++)
    for (int i = 0; i < n; i++) {
      int c = i + j * row;
      x[c] = 0.25 * (x[c - 1] + x[c + 1] + x[c - row] + x[c + row]);
    }
}

// CHECK-LABEL: nest both in both at
// CHECK: array x : double [?][tp_s0][row] from {{.*}} pointer written
// CHECK: write [{{.*}}] -> { S[i0, i1, i2] -> x[i0, 2 + i1, 1 + i2] :
void both(double *x, int n, int row, int plane) {
  for (int k = 0; k < n; k++)
    for (int j = 0; j < n; j++)
      for (int i = 0; i < n; i++) {
        int c = i + j * row + k * plane;
        x[c] = x[c - 1] + x[c - 2 * row] + x[c - plane];
      }
}

// The constant before the row is not the least index: a condition keeps it away.
// CHECK-LABEL: nest inside in inside at
// CHECK: array x : double [?][row] pointer written
void inside(double *x, int n, int row) {
  for (int j = 0; j < n; j++)
    for (int i = 0; i < n; i++)
      if (i > 0)
        x[i + j * row] += x[i + j * row - 1];
}
