// Rows along which tiles are legal where distances point backwards.
// RUN: tilepipe-cc %s -o /dev/null -Rpass=tilepipe -Rpass-missed=tilepipe 2>&1 | FileCheck %s
double A[100][100];
void shifted(void) {
  // CHECK: [[@LINE+1]]:3: remark: {{.*}} distances (1,-1) (1,0), tiling rows (1,0) (1,1) [-Rpass=tilepipe]
  for (int i = 1; i < 100; i++)
    for (int j = 0; j < 99; j++)
      A[i][j] = A[i - 1][j + 1] + A[i - 1][j];
}
// Gauss-Seidel: flow, anti and output dependences.
void seidel(int steps, int n, double B[n][n]) {
  // CHECK: [[@LINE+1]]:3: remark: {{.*}} tiling rows (1,0,0) (1,1,0) (2,1,1) [-Rpass=tilepipe]
  for (int t = 0; t < steps; t++)
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < n - 1; j++)
        B[i][j] = (B[i - 1][j - 1] + B[i - 1][j] + B[i - 1][j + 1] + B[i][j - 1] + B[i][j] +
                   B[i][j + 1] + B[i + 1][j - 1] + B[i + 1][j] + B[i + 1][j + 1]) / 9;
}
// Five points: shorter rows than with nine.
void sor(int steps, int n, double B[n][n]) {
  // CHECK: [[@LINE+1]]:3: remark: {{.*}} tiling rows (1,0,0) (1,1,0) (1,0,1) [-Rpass=tilepipe]
  for (int t = 0; t < steps; t++)
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < n - 1; j++)
        B[i][j] = 0.25 * (B[i - 1][j] + B[i + 1][j] + B[i][j - 1] + B[i][j + 1]);
}
// Once for two rows is enough; extreme rays would be (1,0) (3,2).
void wide(int n, int m, double B[n][m]) {
  // CHECK: [[@LINE+1]]:3: remark: {{.*}} distances (0,1) (2,-3), tiling rows (1,0) (2,1) [-Rpass=tilepipe]
  for (int i = 2; i < n; i++)
    for (int j = 1; j < m - 3; j++)
      B[i][j] = B[i - 2][j + 3] + B[i][j - 1];
}
// Of rays one has no dependence, of skewed loops none.
void lone(int n, int m, double B[n][m]) {
  // CHECK: [[@LINE+1]]:3: remark: {{.*}} distances (2,-1), tiling rows (-1,-2) (2,-1) [-Rpass=tilepipe]
  for (int i = 2; i < n; i++)
    for (int j = 1; j < m - 3; j++)
      B[i][j] = B[i - 2][j + 1] + 1;
}
// A stencil in time: no diamonds.
void heat(int n, int steps, double (*a)[n][n]) {
  // CHECK: [[@LINE+1]]:3: remark: {{.*}} tiling rows (1,0,0) (1,1,0) (1,0,1) [-Rpass=tilepipe]
  for (int t = 0; t < steps; t++)
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < n - 1; j++)
        a[(t + 1) % 2][i][j] = a[t % 2][i - 1][j] + a[t % 2][i + 1][j] + a[t % 2][i][j - 1] + a[t % 2][i][j + 1];
}
