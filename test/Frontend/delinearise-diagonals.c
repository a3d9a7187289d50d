// Linear subscripts that move along diagonals: n - 1 elements from one to the next are one row less one column. A column in
// front of a row is one of the row before.
// RUN: tilepipe-cc %s --tp-stop-after=frontend --tp-print-after=frontend -Rpass-missed=tilepipe -o /dev/null 2>&1 | FileCheck %s
// RUN: tilepipe-cc %s -Rpass=tilepipe -o %t.c 2>&1 | FileCheck %s --check-prefix=REMARK
// REMARK: 5 of 5 nests of the file run in parallel

// CHECK-LABEL: nest longer in longer at
// CHECK: array t : int [?][n] pointer written
// CHECK: read [n] -> { S[i0, i1] -> t[i1, i0 - i1] :
// CHECK: write [n] -> { S[i0, i1] -> t[1 + i1, 1 + i0 - i1] :
void longer(int n, int *t) {
  for (int i = 0; i < n - 2; i++)
    for (int k = 0; k <= i; k++)
      t[(k + 1) * n + (i + 1 - k)] = t[(k + 1) * n + (i + 1 - k) - 1 - n] + 1;
}

// CHECK-LABEL: nest shorter in shorter at
// CHECK: array t : int [?][n] pointer written
// CHECK: read [n] -> { S[i0, i1] -> t[-2 + n - i1, -3 + n + i0 + i1] :
// CHECK: write [n] -> { S[i0, i1] -> t[-2 + n - i1, -2 + n + i0 + i1] :
void shorter(int n, int *t) {
  for (int i = n - 3; i >= 0; i--)
    for (int k = 0; k <= i; k++)
      t[(n - k - 2) * n + k + n - i - 2] = t[(n - k - 2) * n + k + n - i - 3] + 1;
}

// Both go along a diagonal of a cube's planes.
// CHECK-LABEL: nest planes in planes at
// CHECK: array u : double [?][n][n] pointer written
// CHECK: write [n] -> { S[i0, i1] -> u[i0, 1 + i1, i0 - i1] :
void planes(int n, double *u) {
  for (int i = 1; i < n - 1; i++)
    for (int k = 0; k <= i; k++)
      u[(i * n + k + 1) * n + i - k] = u[((i - 1) * n + k + 1) * n + i - k] * .5;
}

// Rows of n - 1 elements are such where they are possible.
// CHECK-LABEL: nest narrow in narrow at
// CHECK: array t : int [?][{{.*}}n{{.*}} - 1{{.*}}] pointer written
void narrow(int n, int *t) {
  for (int i = 1; i < n; i++)
    for (int j = 0; j < n - 1; j++)
      t[i * (n - 1) + j] = t[(i - 1) * (n - 1) + j] + 1;
}

// CHECK-LABEL: nest wide in wide at
// CHECK: array t : int [?][{{.*}}n{{.*}}1{{.*}}] pointer written
void wide(int n, int *t) {
  for (int i = 1; i < n; i++)
    for (int j = 0; j < n; j++)
      t[i * n + i + j] = t[(i - 1) * n + i - 1 + j] + 1;
}
