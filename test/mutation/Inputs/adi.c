/* Alternating directions: two regions, several arrays, each carried by one loop. */
#include "data.h"

static double x[41][43], a[41][43], b[41][43];

static void along_columns(int n, int m, double X[n][m], double A[n][m], double B[n][m]) {
  for (int i = 0; i < n; i++)
    for (int j = 1; j < m; j++) {
      X[i][j] = X[i][j] - X[i][j - 1] * A[i][j] / B[i][j - 1];
      B[i][j] = B[i][j] - A[i][j] * A[i][j] / B[i][j - 1];
    }
}

static void along_rows(int n, int m, double X[n][m], double A[n][m], double B[n][m]) {
  for (int i = 1; i < n; i++)
    for (int j = 0; j < m; j++) {
      X[i][j] = X[i][j] - X[i - 1][j] * A[i][j] / B[i - 1][j];
      B[i][j] = B[i][j] - A[i][j] * A[i][j] / B[i - 1][j];
    }
}

int main(void) {
  data_fill(x[0], 41 * 43);
  data_fill(a[0], 41 * 43);
  data_fill(b[0], 41 * 43);
  along_columns(41, 43, x, a, b);
  along_rows(41, 43, x, a, b);
  data_show("x", x, sizeof x);
  data_show("b", b, sizeof b);
  return 0;
}
