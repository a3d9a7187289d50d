// Where the sets that ranks would exchange take too long, the nest is left to threads, which need none.
// RUN: tilepipe-cc -Rpass=tilepipe -Rpass-analysis=tilepipe %s -o %t.c 2>&1 | FileCheck %s
// RUN: gcc -O0 -Wall -Wextra -Werror -fopenmp %tilepipe_flags -c %t.c -o %t.o
// CHECK: loop nest of depth 5 parallelized as region
// CHECK: runs on threads only: what ranks would have to exchange is too complex to compute

void far_reaching(int N, double (*A)[N][N][N][N], double (*B)[N][N][N][N]) {
  for (int i = 3; i < N; i++)
    for (int j = 3; j < i; j++)
      for (int k = 3; k < j; k++)
        for (int l = 3; l < N; l++)
          for (int m = 3; m < l; m++) {
            A[i][j][k][l][m] = A[i - 1][j - 2][k - 3][l][m] + A[i][j - 1][k][l - 3][m - 1] +
                               A[i - 3][j - 1][k - 2][l - 1][m - 2] + B[i][j - 2][k - 1][l - 1][m - 3];
            B[i][j][k][l][m] = A[i - 1][j][k - 1][l][m - 3] * 0.5 + B[i - 2][j - 3][k][l - 2][m] +
                               B[i - 1][j - 1][k - 1][l - 1][m - 1];
          }
}

// Elements that quotients tell, in many pieces: a proof about them would take ten times as long as all the rest.
// CHECK: loop nest of depth 2 parallelized as region 'every_third'
// CHECK: runs on threads only: what ranks would have to exchange is too complex to compute
void every_third(int n, int low, int m, double (*a)[m], const double *restrict table) {
  for (int i = 9; i < n; i++)
    for (int j = 46; j > low; j -= 3) {
      if (2 * i % 3 == 0)
        a[i][j + 1] = 0.9 * a[i][j + 10];
      else
        a[i][j + 1] = 0.8 * a[i][j + 10] + 0.1 * table[i * 5 & 31];
    }
}
