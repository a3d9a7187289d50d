/* A factorization by rows with sums in a scalar, for which elements stand that the nest reads elsewhere. */
#include "data.h"

static double a[45][45];

static void factor(int n, double A[n][n]) {
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < i; j++) {
      double w = A[i][j];
      for (int k = 0; k < j; k++)
        w -= A[i][k] * A[k][j];
      A[i][j] = w / (40 + A[j][j]);
    }
    for (int j = i; j < n; j++) {
      double w = A[i][j];
      for (int k = 0; k < i; k++)
        w -= A[i][k] * A[k][j];
      A[i][j] = w;
    }
  }
}

int main(void) {
  data_fill(a[0], 45 * 45);
  factor(45, a);
  data_show("a", a, sizeof a);
  return 0;
}
