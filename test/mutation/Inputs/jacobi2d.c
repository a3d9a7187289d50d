/* Two sweeps in a time loop: a region of two statements, one of them shifted against the other. */
#include "data.h"

static double a[25][27], b[25][27];

static void smooth(int steps, int n, int m, double A[n][m], double B[n][m]) {
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < m - 1; j++)
        B[i][j] = 0.2 * (A[i][j] + A[i][j - 1] + A[i][j + 1] + A[i - 1][j] + A[i + 1][j]);
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < m - 1; j++)
        A[i][j] = 0.25 * (B[i][j - 1] + B[i][j + 1] + B[i - 1][j] + B[i + 1][j]);
  }
}

int main(void) {
  data_fill(a[0], 25 * 27);
  data_fill(b[0], 25 * 27);
  smooth(9, 25, 27, a, b);
  data_show("a", a, sizeof a);
  data_show("b", b, sizeof b);
  return 0;
}
