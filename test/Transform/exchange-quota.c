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
