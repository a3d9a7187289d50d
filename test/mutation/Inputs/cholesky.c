/* Statements of different depth, affine distances, and triangular bounds. */
#include "data.h"

static double a[23][23];

static void factor(int n, double A[n][n]) {
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < i; j++) {
      for (int k = 0; k < j; k++)
        A[i][j] -= A[i][k] * A[j][k];
      A[i][j] /= 40 + A[j][j];
    }
    for (int k = 0; k < i; k++)
      A[i][i] -= A[i][k] * A[i][k];
    A[i][i] = A[i][i] * 0.5 + 3;
  }
}

int main(void) {
  data_fill(a[0], 23 * 23);
  factor(23, a);
  data_show("a", a, sizeof a);
  return 0;
}
