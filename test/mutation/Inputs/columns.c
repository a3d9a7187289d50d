/* Sums of which each term lies in another row: tiles run the loop over columns innermost. */
#include "data.h"

static double a[45][45], b[45][45];

static void columns(int n, double (*A)[45], double (*B)[45]) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      B[i][j] *= 0.5;
      for (int k = i + 1; k < n; k++)
        B[i][j] += A[k][i] * B[k][j];
      B[i][j] += 0.25;
    }
}

int main(void) {
  data_fill(a[0], 45 * 45);
  data_fill(b[0], 45 * 45);
  columns(45, a, b);
  data_show("b", b, sizeof b);
  return 0;
}
