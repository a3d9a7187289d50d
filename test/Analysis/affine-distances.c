// Distances that are affine and not constant: threads only, where isl's scheduler finds rows.
// RUN: tilepipe-cc %s -o /dev/null -Rpass=tilepipe -Rpass-analysis=tilepipe -Rpass-missed=tilepipe 2>&1 | FileCheck %s
void transpose(int n, double A[n][n]) {
  // CHECK: [[@LINE+2]]:3: remark: loop nest of depth 2 parallelized as region 'transpose': affine distances, tiling rows
  // CHECK: [[@LINE+1]]:3: remark: region 'transpose' runs on threads only: its dependences reach over distances that no small constant bounds [tp-threads-only]
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      A[i][j] = A[j][i] + 1.0;
}
void stretched(int n, double *a) {
  // CHECK: [[@LINE+1]]:3: remark: loop nest of depth 2 parallelized as region 'stretched': affine distances
  for (int i = 1; i < n; i++)
    for (int j = 1; j < n; j++)
      a[i + j] = a[i] * 0.5;
}
void symbolic(int n, int m, int k, double (*A)[m]) {
  // CHECK: [[@LINE+1]]:3: remark: loop nest of depth 2 parallelized as region 'symbolic': affine distances
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      A[i + k][j] = A[i][j] + 1.0;
}
// A row of large coefficients orders the iterations and leaves nothing to run at once.
void along_one_row(int n, int m, int d, double *a) {
  // CHECK: [[@LINE+1]]:3: remark: loop not parallelized: {{.*}} [tp-non-uniform-dependence]
  for (int i = 1; i < n; i++)
    for (int j = d; j < m; j++)
      a[j] = a[j - d] * 0.5;
}
// The iterators have their exit values behind such a nest, too.
int left(int n, double A[n][n]) {
  int i, j;
  // CHECK: [[@LINE+1]]:3: remark: loop nest of depth 2 parallelized as region 'left': affine distances
  for (i = 0; i < n; i++)
    for (j = 0; j < n; j++)
      A[i][j] = A[j][i] + 1.0;
  return i + j;
}
// CHECK: remark: 4 of 5 nests of the file run in parallel
