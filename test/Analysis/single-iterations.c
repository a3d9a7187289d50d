// What the second iteration of i reads was written last under the first condition, three columns further: (1,-3).
// RUN: tilepipe-cc %s -o /dev/null --tp-stop-after=analysis --tp-print-after=analysis | FileCheck %s
// CHECK: sweep
// CHECK: flow array {{[0-9]}} (1,-3)
void sweep(int n, int m, double A[n][m], double *restrict B, double C[n][m]) {
  for (int i = 0; i < n; i++)
    for (int j = 3; j < m - 3; j++) {
      if (i == 1)
        A[i][j] = B[j + 2];
      if (i == 0)
        B[j - 1] = j * 3.0;
      B[j] = C[i][j];
    }
}
