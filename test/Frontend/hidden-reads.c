// What is read in places that are easily overlooked.
//
// RUN: tilepipe-cc %s --tp-stop-after=frontend --tp-print-after=frontend -Rpass-missed=tilepipe \
// RUN:   -o /dev/null 2>&1 | FileCheck %s

struct record { char pad, bytes[64]; };
// CHECK-LABEL: nest offset in offset at
// CHECK: read {{.*}} A[-1 + i0, i1]
void offset(int n, int m, int (*A)[m]) {
  for (int i = 1; i < n; i++)
    for (int j = 0; j < m; j++)
      A[i][j] = (int)__builtin_offsetof(struct record, bytes[A[i - 1][j] & 31]);
}

static int size = 3;
static double sized(double x) { return x + sizeof(__typeof__(char[size])); }
static double row(const double *p, int j, int unused[size]) { return p[j]; }
// CHECK-LABEL: nest global in global at
// CHECK: called global int size
void global(int n, int m, double (*A)[m]) {
  for (int i = 1; i < n; i++)
    for (int j = 0; j < m; j++)
      A[i][j] = sized(A[i - 1][j]);
}
// CHECK-LABEL: nest parameter in parameter at
// CHECK: called global int size
void parameter(int n, int m, double (*A)[m], int *p) {
  for (int i = 1; i < n; i++)
    for (int j = 0; j < m; j++)
      A[i][j] = row(A[i - 1], j, p);
}

// CHECK-NOT: remark: loop not parallelized
