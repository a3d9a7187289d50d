// Only what no iteration wrote before travels: one row of A, and the part of B that is read.
// RUN: tilepipe-cc %s -o /dev/null --tp-stop-after=transform --tp-print-after=transform | FileCheck %s
// CHECK: live-in {{.*}} A[0, i1]
// CHECK-NOT: A[i0, i1]
// CHECK: B[i0, i1]
// CHECK: owned {{.*}} A[i0, i1]
// CHECK-NOT: B[
void add(int n, int m, double A[n][m], const double B[n][m]) {
  for (int i = 1; i < n; i++)
    for (int j = 0; j < m; j++)
      A[i][j] = A[i - 1][j] + B[i][j];
}
