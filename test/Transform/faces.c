// Faces hold what flows across a side and nothing else: the one diagonal dependence needs the corner
// face, and the sides carry it only where the mapped dimension is the other one.
// RUN: tilepipe-cc %s -o /dev/null --tp-stop-after=transform --tp-print-after=transform | FileCheck %s
// CHECK: row (1,0)
// CHECK-NEXT: row (0,1)
// CHECK-NEXT: reach 1 1
// CHECK-NEXT: face 1 0 {{.*}} A[-1 + tp_hi0, i1]
// CHECK-NEXT: face 0 1 {{.*}} A[i0, -1 + tp_hi1]
// CHECK-NEXT: face 1 1 {{.*}} A[-1 + tp_hi0, -1 + tp_hi1]
// CHECK-NEXT: live-in
void diagonal(int n, int m, double A[n][m]) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++)
      A[i][j] = A[i - 1][j - 1] * 0.5;
}
