// Functions without a prototype convert their arguments to the types of their parameters.
//
// RUN: tilepipe-cc %s -std=gnu11 -w --tp-stop-after=frontend --tp-print-after=frontend \
// RUN:   -Rpass-missed=tilepipe -o /dev/null 2>&1 | FileCheck %s

static int clip(k) unsigned char k; { return k; }
// CHECK-LABEL: nest bound in bound at
// CHECK: assume not [n] -> {  : n >= 256 or n < 0 }
void bound(int n, int m, double (*A)[m]) {
  for (int i = 1; i < clip(n); i++)
    for (int j = 0; j < m; j++)
      A[i][j] = A[i - 1][j];
}

static void put(a, i, j, x) double *a; short i; signed char j; float x; { a[8 * i + j] = x; }
// CHECK-LABEL: nest subscript in subscript at
// CHECK: assume not [n] -> {  : n >= 32769 }
void subscript(int n, double *a) {
  for (int i = 1; i < n; i++)
    for (int j = 0; j < 8; j++)
      put(a, i, j, 0.5);
}

// A prototype has the caller convert.
static int narrow(unsigned char k) { return k; }
// CHECK-LABEL: nest prototype in prototype at
// CHECK: assume not [n] -> {  : n >= 256 or n < 0 }
void prototype(int n, int m, double (*A)[m]) {
  for (int i = 1; i < narrow(n); i++)
    for (int j = 0; j < m; j++)
      A[i][j] = A[i - 1][j];
}
static unsigned char returns(int k) { return k; }
// CHECK-LABEL: nest result in result at
// CHECK: assume not [n] -> {  : n >= 256 or n < 0 }
void result(int n, int m, double (*A)[m]) {
  for (int i = 1; i < returns(n); i++)
    for (int j = 0; j < m; j++)
      A[i][j] = A[i - 1][j];
}
// CHECK-NOT: remark: loop not parallelized
