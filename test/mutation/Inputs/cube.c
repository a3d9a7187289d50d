/* Three dimensions in one array with subscripts written out. */
#include "data.h"

static double u[13 * 14 * 15];

static void cube(int n, int m, int l, double *U) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++)
      for (int k = 1; k < l; k++)
        U[(i * m + j) * l + k] = 0.25 * U[((i - 1) * m + j) * l + k] +
                                 0.375 * U[(i * m + j - 1) * l + k] +
                                 0.25 * U[(i * m + j) * l + k - 1] +
                                 0.0625 * U[((i - 1) * m + j - 1) * l + k];
}

int main(void) {
  data_fill(u, 13 * 14 * 15);
  cube(13, 14, 15, u);
  data_show("u", u, sizeof u);
  return 0;
}
