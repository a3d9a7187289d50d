/* Costly calls for elements that neighbouring points share. */
#include "data.h"
#include <math.h>

static double a[4][140][70]; /* larger than a block of cells, and than one of lanes */

static void sweep(int n, int m, int l, double (*A)[140][70]) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++)
      for (int k = 1; k < l; k++)
        A[i][j][k] = 0.5 * sqrt(A[i - 1][j][k]) + 0.25 * sqrt(A[i][j - 1][k]) + 0.125 * sqrt(A[i][j][k - 1]);
}

int main(void) {
  data_fill(a[0][0], 4 * 140 * 70);
  sweep(4, 140, 70, a);
  sweep(3, 19, 66, a);
  data_show("a", a, sizeof a);
  return 0;
}
