/* Variables that nests accumulate in: sums in a nest of two loops, extremes beside what a nest writes. */
#include "data.h"

static double a[41][47], b[41][47];
static int c[41][47];

static int total(int n, int m, int C[n][m]) {
  int s = 17;
  unsigned odd = 1;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      s += C[i][j];
      odd ^= C[i][j] * 3u;
    }
  return s + odd;
}

static double relax(int n, int m, double A[n][m], double B[n][m]) {
  double most = 0.25, least = -1;
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < m - 1; j++) {
      B[i][j] = 0.5 * (A[i - 1][j] - A[i + 1][j]) + A[i][j] + 0 * B[i][j];
      if (B[i][j] - A[i][j] > most)
        most = B[i][j] - A[i][j];
      least = B[i][j] - 1.75 < least ? B[i][j] - 1.75 : least;
    }
  return most + 1000 * least;
}

static double larger(double a, double b) { return a > b ? a : b; }

static double first(int n, int m, double A[n][m]) {
  double best = -9, most = -9, least = 9;
  int row = 0, column = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      if (A[i][j] > best) {
        best = A[i][j];
        row = i;
        column = j;
      }
      most = larger(most, A[i][j]);
      if (A[i][j] <= least)
        least = A[i][j];
    }
  return best + row + 100 * column + most + least;
}

static double summed(int n, int m, double A[n][m]) {
  double sum = 0.125;
  for (int i = 1; i < n; i++)
    for (int j = 0; j < i; j++) {
      A[i][j] = 0.5 * A[i - 1][j] + A[i][j];
      sum += A[i][j];
    }
  return sum;
}

static void fill(int *p, int n) {
  while (n-- > 0)
    *p++ = (int)(data_next() * 1e6) - 1000000;
}

int main(void) {
  data_fill(a[0], 41 * 47);
  data_fill(b[0], 41 * 47);
  fill(c[0], 41 * 47);
  int s = total(41, 47, c);
  double change = relax(41, 47, a, b);
  double found = first(41, 47, a);
  double sum = summed(41, 47, a);
  data_show("found", &found, sizeof found);
  data_show("sum", &sum, sizeof sum);
  data_show("s", &s, sizeof s);
  data_show("change", &change, sizeof change);
  data_show("b", b, sizeof b);
  return 0;
}
