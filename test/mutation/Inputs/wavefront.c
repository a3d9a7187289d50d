/* Flow along both loops and across the corner; captured scalars. */
#include "data.h"

static double a[47][53];

static void sweep(int n, int m, double p, double q, double (*A)[53]) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++)
      A[i][j] = p * A[i - 1][j] + q * A[i][j - 1] - 0.125 * A[i - 1][j - 1];
}

int main(void) {
  data_fill(a[0], 47 * 53);
  sweep(47, 53, 0.5, 0.625, a);
  sweep(29, 37, 0.75, 0.25, a);
  data_show("a", a, sizeof a);
  return 0;
}
