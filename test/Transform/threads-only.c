// Rank 0 may send an element ahead of time only where it surely exists.
// RUN: tilepipe-cc %s -o /dev/null -Rpass=tilepipe -Rpass-analysis=tilepipe 2>&1 | FileCheck %s
double table[64][64];
// CHECK: region 'declared': {{.*}} [-Rpass=tilepipe]
// CHECK-NOT: on threads only
void declared(double A[64][64]) {
  for (int i = 1; i < 64; i++)
    for (int j = 1; j < 64; j++)
      A[i][j] = A[i - 1][j] > 0 ? table[i][j] : 1.0;
}
// CHECK: region 'unknown': {{.*}} [-Rpass=tilepipe]
// CHECK: region 'unknown' runs on threads only: 'B[i + 1][j]' at [[@LINE+4]]:{{.*}} is accessed under a condition
void unknown(double A[64][64], double (*B)[64]) {
  for (int i = 1; i < 64; i++)
    for (int j = 1; j < 64; j++)
      A[i][j] = A[i - 1][j] > 0 ? B[i + 1][j] : 1.0;
}
