// Dependences without constant distances for which no band is found: the remark names a pair.
// RUN: tilepipe-cc %s -o /dev/null -Rpass=tilepipe -Rpass-missed=tilepipe 2>&1 | FileCheck %s
// CHECK-NOT: -Rpass=tilepipe
void mirrored(int n, double A[n][n]) {
  // CHECK: [[@LINE+1]]:3: remark: loop not parallelized: the distance between 'A[i][j]' at [[@LINE+3]]:7 and 'A[n - 1 - i][n - 1 - j]' is not constant: 'A[n - 1 - i][n - 1 - j]' {{.*}} [tp-non-uniform-dependence] [-Rpass-missed=tilepipe]
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      A[i][j] = A[n - 1 - i][n - 1 - j] + 1.0;
}
// CHECK: remark: 0 of 1 nest of the file run in parallel [-Rpass=tilepipe]
// CHECK-NOT: -Rpass=tilepipe
