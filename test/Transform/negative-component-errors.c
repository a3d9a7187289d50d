// RUN: tilepipe-cc %s -o /dev/null -Rpass=tilepipe -Rpass-missed=tilepipe 2>&1 | FileCheck %s
double A[100][100];
void skewed(void) {
  // CHECK: [[@LINE+1]]:3: remark: loop not parallelized: dependence distance (1,-1) has a negative component, so rectangular tiles are illegal: 'A'{{.*}} [tp-negative-component] [-Rpass-missed=tilepipe]
  for (int i = 1; i < 100; i++)
    for (int j = 0; j < 99; j++)
      A[i][j] = A[i - 1][j + 1];
}
// The sweep in space is legal although the time loop around it is not.
void seidel(int steps, int n, double B[n][n]) {
  // CHECK: [[@LINE+1]]:3: remark: loop not parallelized: {{.*}} [tp-negative-component]
  for (int t = 0; t < steps; t++)
    // CHECK: [[@LINE+1]]:5: remark: loop nest of depth 2 parallelized as region 'seidel': distances (0,1) (1,0), tiling rows (1,0) (0,1) [-Rpass=tilepipe]
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < n - 1; j++)
        B[i][j] = 0.25 * (B[i - 1][j] + B[i + 1][j] + B[i][j - 1] + B[i][j + 1]);
}
