// RUN: tilepipe-cc %s -o /dev/null --tp-stop-after=analysis --tp-print-after=analysis | FileCheck %s
// CHECK: sweep
// CHECK-NEXT: flow array 0 (0,1)
// CHECK-NEXT: flow array 0 (1,0)
// CHECK-NEXT: flow array 0 (1,1)
// CHECK-NEXT: live-in
void sweep(int n, int m, double A[n][m]) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++)
      A[i][j] = A[i - 1][j] + A[i][j - 1] - A[i - 1][j - 1];
}
