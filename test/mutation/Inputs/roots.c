/* Costly calls for elements that neighbouring points share. */
#include "data.h"
#include <math.h>

static double a[7][17][19];

static void sweep(int n, int m, int l, double (*A)[17][19]) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++)
      for (int k = 1; k < l; k++)
        A[i][j][k] = 0.5 * sqrt(A[i - 1][j][k]) + 0.25 * sqrt(A[i][j - 1][k]) + 0.125 * sqrt(A[i][j][k - 1]);
}

int main(void) {
  data_fill(a[0][0], 7 * 17 * 19);
  sweep(7, 17, 19, a);
  sweep(5, 9, 13, a);
  data_show("a", a, sizeof a);
  return 0;
}
