/* Scalars that carry values along rows, each row its own; the row behind takes what they leave. */
#include "data.h"

static double a[31][33], w[31][33], last[31];
static int row[35];
static unsigned char x[32], y[34];

static void smooth(int n, int m, double A[n][m], double W[n][m], double L[n]) {
  for (int i = n - 2; i >= 0; i--) {
    double p = W[i][0], q;
    q = 0.5 * p;
    for (int j = 1; j < m; j++) {
      A[i][j] += 0.5 * A[i + 1][j] + 0.25 * p - 0.125 * q;
      q = p;
      p = A[i][j];
    }
    L[i] = p + q;
  }
}

static void distance(int n, int m, const unsigned char *x, const unsigned char *y, int *row) {
  for (int i = 1; i <= n; i++) {
    int before = row[0];
    row[0] = i;
    for (int j = 1; j <= m; j++) {
      int change = before + (x[i - 1] != y[j - 1]), gap = row[j] < row[j - 1] ? row[j] : row[j - 1];
      before = row[j];
      row[j] = change < gap + 1 ? change : gap + 1;
    }
  }
}

int main(void) {
  data_fill(a[0], 31 * 33);
  data_fill(w[0], 31 * 33);
  data_letters(x, 32);
  data_letters(y, 34);
  int j = 0;
  while (j < 35) {
    row[j] = j;
    j++;
  }
  smooth(31, 33, a, w, last);
  distance(32, 34, x, y, row);
  data_show("a", a, sizeof a);
  data_show("last", last, sizeof last);
  data_show("row", row, sizeof row);
  return 0;
}
