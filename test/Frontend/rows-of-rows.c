// Rows of rows: the first two subscripts choose pointers, whose arrays are read as such.
//
// RUN: tilepipe-cc %s --tp-stop-after=frontend --tp-print-after=frontend -o /dev/null | FileCheck %s

// CHECK: nest sweep
// CHECK: array u : double ** {{\[\?\]}} at u + 0 pointer
// CHECK: array u{{\[\]}} : double * {{\[\?\]\[\?\]}} at u + 0 pointer rows
// CHECK: array u{{\[\]\[\]}} : double {{\[\?\]\[\?\]\[\?\]}} at u + 0 pointer rows of rows written
// CHECK: write {{.*}} -> u{{\[\]\[\]\[}}i0, i1, i2]
void sweep(int l, int n, int m, double ***u) {
  for (int i = 1; i < l; i++)
    for (int j = 1; j < n; j++)
      for (int k = 1; k < m; k++)
        u[i][j][k] = 0.5 * u[i - 1][j][k] + 0.25 * u[i][j - 1][k];
}
