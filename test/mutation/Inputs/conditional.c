/* Writes that depend on data: the old value survives; and an affine condition. */
#include "data.h"

static double a[44][52], b[44][52];

static void conditional(int n, int m, double limit) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++) {
      if (a[i - 1][j] > limit)
        a[i][j] = 0.5 * a[i - 1][j] + 0.25 * a[i][j - 1];
      if (j > i)
        b[i][j] = 0.5 * b[i - 1][j - 1] + a[i][j];
    }
}

int main(void) {
  data_fill(a[0], 44 * 52);
  data_fill(b[0], 44 * 52);
  conditional(44, 52, 0.9);
  conditional(20, 33, 0.8);
  data_show("a", a, sizeof a);
  data_show("b", b, sizeof b);
  return 0;
}
