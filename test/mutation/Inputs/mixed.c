/* Statements between loops that go down or in steps; two with the same text. */
#include "data.h"

static double a[31][33], w[31][33], first[31];

static void mix(int n, int m, double A[n][m], double W[n][m], double F[n]) {
  for (int i = n - 1; i >= 1; i--) {
    double scale = 0.5 * W[i][0];
    F[i] = F[i] * scale;
    double more = W[i][1];
    F[i] += more;
    for (int j = 2; j < m; j += 3)
      A[i][j] = A[i][j - 2] * scale + W[i][j];
    if (i % 3 == 0)
      A[i][m - 1] += 0.25;
    for (int j = 2; j < m; j += 3)
      A[i - 1][j] += F[i] * A[i][j];
    F[i] = F[i] * scale;
  }
}

int main(void) {
  data_fill(a[0], 31 * 33);
  data_fill(w[0], 31 * 33);
  data_fill(first, 31);
  mix(31, 33, a, w, first);
  data_show("a", a, sizeof a);
  data_show("first", first, sizeof first);
  return 0;
}
