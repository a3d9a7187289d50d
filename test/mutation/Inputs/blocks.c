/* Blocks whose size is a value: loops with strides. */
#include "data.h"

#define LEAST(x, y) ((x) < (y) ? (x) : (y))

static double a[40][50];

static void sweep_blocks(int n, int m, int high, int wide, double (*A)[m]) {
  for (int ii = 1; ii < n; ii += high)
    for (int jj = 2; jj < m; jj += wide)
      for (int i = ii; i < LEAST(ii + high, n); i++)
        for (int j = jj; j < LEAST(jj + wide, m); j++)
          A[i][j] = 0.5 * A[i - 1][j] + 0.25 * A[i][j - 1] + A[i][j];
}

int main(void) {
  data_fill(a[0], 40 * 50);
  sweep_blocks(40, 50, 3, 7, a);
  data_show("a", a, sizeof a);
  return 0;
}
