// Each iterator is counted in its own direction: i-- makes a read of i + 1 a forward dependence.
// RUN: tilepipe-cc %s -o /dev/null --tp-stop-after=analysis --tp-print-after=analysis | FileCheck %s
// CHECK: back
// CHECK-NEXT: flow array 0 (0,1)
// CHECK-NEXT: flow array 0 (1,0)
// CHECK-NEXT: live-in
void back(int n, int m, double A[n][m]) {
  for (int i = n - 2; i >= 0; i--)
    for (int j = 2; j < m; j += 2)
      A[i][j] = A[i + 1][j] + A[i][j - 2];
}
