/* A triangle, and dependences wider than one iteration. */
#include "data.h"

static double a[45][45], c[45];

static void triangle(int n, double (*A)[45], const double *C) {
  for (int i = 2; i < n; i++)
    for (int j = 3; j <= i; j++)
      A[i][j] = 0.5 * A[i - 2][j] + 0.25 * A[i][j - 3] + C[j] * A[i - 1][j - 1];
}

int main(void) {
  data_fill(a[0], 45 * 45);
  data_fill(c, 45);
  triangle(45, a, c);
  data_show("a", a, sizeof a);
  return 0;
}
