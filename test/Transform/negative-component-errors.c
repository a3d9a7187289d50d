// RUN: tilepipe-cc %s -o /dev/null -Rpass=tilepipe -Rpass-missed=tilepipe 2>&1 | FileCheck %s
double A[100][20000];
void far(void) {
  // CHECK: [[@LINE+1]]:3: remark: loop not parallelized: dependence distance (1,-5000) has a negative component, and no skewed tiles were found: 'A'{{.*}} [tp-negative-component] [-Rpass-missed=tilepipe]
  for (int i = 1; i < 100; i++)
    for (int j = 0; j < 15000; j++)
      A[i][j] = A[i - 1][j + 5000] + A[i - 1][j];
}
