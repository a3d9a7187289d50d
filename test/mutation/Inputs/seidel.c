/* Gauss-Seidel with a time loop: skewed rows, elements written again and again. */
#include "data.h"

static double a[27][27];

static void seidel(int steps, int n, double (*A)[27]) {
  for (int t = 0; t < steps; t++)
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < n - 1; j++)
        A[i][j] = 0.125 * (A[i - 1][j] + A[i][j - 1] + A[i][j] + A[i + 1][j] + A[i][j + 1]) +
                  0.25 * A[i][j];
}

int main(void) {
  data_fill(a[0], 27 * 27);
  seidel(11, 27, a);
  seidel(6, 19, a);
  data_show("a", a, sizeof a);
  return 0;
}
