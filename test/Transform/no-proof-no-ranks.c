// A face of several statements may carry an older value over a newer one. Only the proof shows that it does not, so
// without one there are no ranks. (Here it does: on two ranks of two threads each, results were wrong.)
// RUN: tilepipe-cc %s -o %t.c --tp-no-verify -Rpass-analysis=tilepipe 2>&1 | FileCheck %s --check-prefix=WITHOUT
// RUN: tilepipe-cc %s -o %t.c -Rpass-analysis=tilepipe 2>&1 | FileCheck %s --check-prefix=WITH
// WITHOUT: region 'older' runs on threads only: a nest of several statements needs a proof of what ranks exchange, and none was asked for [tp-threads-only]
// WITH: region 'older' runs on threads only: no proof was found for what ranks would exchange (obligation 5, no face carries an older value over a newer one
double A[24][24], B[24][24], C[24][24];
void older(int n, int m, int t) {
  for (int k = 0; k < t; k++) {
    for (int i = n - 2; i >= 1; i--)
      for (int j = 2; j <= m - 2; j++)
        A[i][j] = 0.25 * A[i][j] + 0.375 * A[i + 1][j + 1] + 0.25 * A[i - 1][j - 1] + 0.125;
    for (int i = n - 2; i >= 1; i--)
      A[i][0] = 0.375 * A[i][1] + 0.125;
    for (int i = n - 2; i >= 1; i--)
      for (int j = 1; j < m - 1; j++)
        if (B[i][j] > 0.125)
          B[i][j] = 0.375 * C[i + 1][j] + 0.125;
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < m - 1; j++)
        if (j % 3 == 1)
          A[i][j] = 0.375 * A[i - 1][j] + 0.25 * B[i][j + 1] - 0.1875 * A[i + 1][j - 1] + 0.125;
  }
}
