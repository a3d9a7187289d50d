// Gauss-Seidel in space: what lies ahead is read before it is overwritten.
// RUN: tilepipe-cc %s -o /dev/null --tp-stop-after=analysis --tp-print-after=analysis | FileCheck %s
// CHECK: relax
// CHECK-NEXT: flow array 0 (0,1)
// CHECK-NEXT: flow array 0 (1,0)
// CHECK-NEXT: anti array 0 (0,1)
// CHECK-NEXT: anti array 0 (1,0)
// CHECK-NEXT: live-in
void relax(int n, int m, double A[n][m]) {
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < m - 1; j++)
      A[i][j] = 0.25 * (A[i - 1][j] + A[i + 1][j] + A[i][j - 1] + A[i][j + 1]);
}
