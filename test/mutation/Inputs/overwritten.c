/* A row that every outer iteration writes again: owners are last writers. Arrays of the same shape. */
#include "data.h"

static double a[33][57], b[33][57], c[57];

static void overwritten(int n, int m, double (*A)[57], double (*B)[57], double *C) {
  for (int i = 0; i < n; i++)
    for (int j = 1; j < m; j++) {
      A[i][j] = C[j] + 0.5 * B[i][j];
      C[j] = 0.5 * B[i][j] + 0.25 * C[j - 1];
    }
}

int main(void) {
  data_fill(a[0], 33 * 57);
  data_fill(b[0], 33 * 57);
  data_fill(c, 57);
  overwritten(33, 57, a, b, c);
  data_show("a", a, sizeof a);
  data_show("c", c, sizeof c);
  return 0;
}
