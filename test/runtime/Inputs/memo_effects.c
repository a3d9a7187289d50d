/* What square roots of negative elements leave: of the last one, which the nest takes none of, and of one inside. */
#include <errno.h>
#include <fenv.h>
#include <math.h>
#include <stdio.h>

enum { N = 211, M = 173 };
static double A[N][M], drop[N][M];

static void sweep(int n, int m) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++)
      A[i][j] = sqrt(A[i - 1][j]) + sqrt(A[i][j - 1]) - drop[i][j];
}

static void run(const char *name, int at_i, int at_j) {
  for (int q = 0; q < N * M; q++)
    A[0][q] = 1 + q % 7;
  drop[at_i][at_j] = 100;
  errno = 0;
  feclearexcept(FE_ALL_EXCEPT);
  sweep(N, M);
  printf("%s: errno %d invalid %d\n", name, errno, fetestexcept(FE_INVALID) != 0);
  drop[at_i][at_j] = 0;
  double sum = 0;
  for (int q = 0; q < N * M; q++)
    sum += A[0][q] == A[0][q] ? A[0][q] : 1;
  printf("%a\n", sum);
}

int main(void) {
  run("last", N - 1, M - 1);
  run("inside", 97, 64);
  return 0;
}
