#include <math.h>
static double less(double x, double y) { return x < y ? x : y; }
#define FMIN(x, y) ((x) < (y) ? (x) : (y))
void sweep(int n, int m, double (*A)[m]) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++)
      A[i][j] = fmin(A[i - 1][j], 0.5) + less(A[i][j - 1], 0.25) + FMIN(A[i - 1][j - 1], 0.75);
}
