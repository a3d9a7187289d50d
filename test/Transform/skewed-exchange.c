// What ranks exchange for skewed tiles of a space with several sizes is simple enough to compute.
// RUN: tilepipe-cc -Rpass=tilepipe -Rpass-analysis=tilepipe %s -o %t.c 2>&1 | FileCheck %s --implicit-check-not="threads only"
// RUN: gcc -O0 -Wall -Wextra -Werror -fopenmp %tilepipe_flags -c %t.c -o %t.o
// CHECK: parallelized as region 'seidel': {{.*}} tiling rows (1,0,0) (1,1,0) (2,1,1)
// CHECK: parallelized as region 'linear': {{.*}} tiling rows (1,0,0) (1,1,0) (2,1,1)
// CHECK: parallelized as region 'relax': {{.*}} tiling rows (1,0,0) (1,1,0) (1,0,1)

void seidel(int steps, int n, int m, double (*a)[m]) {
  for (int t = 0; t < steps; t++)
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < m - 1; j++)
        a[i][j] = (a[i - 1][j - 1] + a[i - 1][j] + a[i - 1][j + 1] + a[i][j - 1] + a[i][j] +
                   a[i][j + 1] + a[i + 1][j - 1] + a[i + 1][j] + a[i + 1][j + 1]) / 9.0;
}

void linear(int steps, int n, int m, double *restrict a) {
  for (int t = 0; t < steps; t++)
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < m - 1; j++)
        a[i * m + j] = (a[(i - 1) * m + j - 1] + a[(i - 1) * m + j] + a[(i - 1) * m + j + 1] +
                        a[i * m + j - 1] + a[i * m + j] + a[i * m + j + 1] +
                        a[(i + 1) * m + j - 1] + a[(i + 1) * m + j] + a[(i + 1) * m + j + 1]) / 9.0;
}

void relax(int steps, int n, int m, double w, double (*u)[m], const double (*f)[m]) {
  for (int t = 0; t < steps; t++)
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < m - 1; j++)
        u[i][j] = (1 - w) * u[i][j] +
                  w / 4 * (u[i - 1][j] + u[i + 1][j] + u[i][j - 1] + u[i][j + 1] - f[i][j]);
}
