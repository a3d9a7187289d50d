// `#pragma tilepipe off` keeps a loop, and those inside it, as they are.
// RUN: tilepipe-cc %s -o /dev/null -Rpass=tilepipe -Rpass-missed=tilepipe 2>&1 | FileCheck %s
void f(int n, double a[n][n]) {
#pragma tilepipe off
  // CHECK: [[@LINE+1]]:3: remark: loop not parallelized: '#pragma tilepipe off' stands in front of it [tp-off]
  for (int i = 1; i < n; i++)
    // CHECK: [[@LINE+1]]:5: remark: loop not parallelized: '#pragma tilepipe off' {{.*}} [tp-off]
    for (int j = 1; j < n; j++)
      a[i][j] += a[i - 1][j];
  // CHECK: [[@LINE+1]]:3: remark: loop nest of depth 2 parallelized
  for (int i = 1; i < n; i++)
    for (int j = 1; j < n; j++)
      a[i][j] += a[i][j - 1];
}
