// RUN: tilepipe-cc %s -o /dev/null -Rpass=tilepipe -Rpass-missed=tilepipe 2>&1 | FileCheck %s
// CHECK-NOT: -Rpass=tilepipe
void transpose(int n, double A[n][n]) {
  // CHECK: [[@LINE+1]]:3: remark: loop not parallelized: the distance between 'A[i][j]' at [[@LINE+3]]:7 and 'A[j][i]' is not constant: 'A[j][i]' {{.*}} [tp-non-uniform-dependence] [-Rpass-missed=tilepipe]
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      A[i][j] = A[j][i] + 1.0;
}
void stretched(int n, double *a) {
  // CHECK: [[@LINE+1]]:3: remark: loop not parallelized: {{.*}} [tp-non-uniform-dependence] [-Rpass-missed=tilepipe]
  for (int i = 1; i < n; i++)
    for (int j = 1; j < n; j++)
      a[i + j] = a[i] * 0.5;
}
// CHECK: remark: 0 of 2 nests of the file run in parallel [-Rpass=tilepipe]
// CHECK-NOT: -Rpass=tilepipe
