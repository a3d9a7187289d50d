/* A factorization by rows: tiles run the loop over columns innermost behind the last column that they finish. */
#include "data.h"

static double a[45][45];

static void factor(int n, double A[n][n]) {
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < i; j++) {
      for (int k = 0; k < j; k++)
        A[i][j] -= A[i][k] * A[k][j];
      A[i][j] /= 40 + A[j][j];
    }
    for (int j = i; j < n; j++)
      for (int k = 0; k < i; k++)
        A[i][j] -= A[i][k] * A[k][j];
  }
}

int main(void) {
  data_fill(a[0], 45 * 45);
  factor(45, a);
  data_show("a", a, sizeof a);
  return 0;
}
