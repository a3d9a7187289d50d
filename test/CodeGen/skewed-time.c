// Four loops in skewed tiles: isl takes its time for loops over such boxes, and simpler ones are found at once.
// RUN: tilepipe-cc %s -o %t.c --tp-no-verify -Rpass=tilepipe 2>&1 | FileCheck %s
// CHECK: :5:3: remark: loop nest of depth 4 parallelized as region 'relax': {{.*}}, tiling rows (1,0,0,0) (1,1,0,0) (1,1,1,0) (1,1,1,1)
void relax(int nx, int ny, int nz, float (*a)[ny][nx], int steps) {
  for (int t = 0; t < steps; t++)
    for (int k = 1; k < nz - 1; k++)
      for (int j = 1; j < ny - 1; j++)
        for (int i = 1; i < nx - 1; i++)
          a[k][j][i] = (a[k][j][i - 1] + a[k][j][i + 1] + a[k][j - 1][i + 1] + a[k][j + 1][i - 1] + a[k - 1][j + 1][i] + a[k + 1][j - 1][i]) / 6;
}
