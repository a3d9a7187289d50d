/* Steps, a loop that runs down, and iterators that live on. */
#include "data.h"

static double a[50][60], b[50][60];
static int left[2];

static void strided(int n, int m, double (*A)[60], double (*B)[60]) {
  int i, j = 0;
  for (i = 3; i < n; i += 2)
    for (j = m - 2; j >= 1; j--) {
      A[i][j] = 0.5 * A[i - 2][j] + 0.25 * A[i][j + 1] + B[i - 2][j + 1];
      B[i][j] = 0.5 * A[i][j] + 0.125 * B[i][j];
    }
  left[0] = i;
  left[1] = j;
}

int main(void) {
  data_fill(a[0], 50 * 60);
  data_fill(b[0], 50 * 60);
  strided(50, 60, a, b);
  data_show("a", a, sizeof a);
  data_show("b", b, sizeof b);
  data_show("left", left, sizeof left);
  return 0;
}
