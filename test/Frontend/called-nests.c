// A loop around calls: the nests of the called function have outcomes of their own.
//
// RUN: tilepipe-cc %s -Rpass=tilepipe -Rpass-missed=tilepipe -o /dev/null 2>&1 | FileCheck %s

// CHECK: region 'step'
static void step(int n, double (*restrict a)[n], double (*restrict b)[n]) {
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < n - 1; j++)
      b[i][j] = a[i - 1][j] + a[i + 1][j];
}
static double smooth(double x) { return 0.5 * x; }
// CHECK: :[[@LINE+2]]:3: remark: loop not parallelized: the loops that it repeats are in 'step', where each nest has its own remark: 'step(n, a, b)' at [[@LINE+3]]:5; {{.*}} [tp-called-nest]
void run(int n, int steps, double (*a)[n], double (*b)[n]) {
  for (int t = 0; t < steps; t++) {
    step(n, a, b);
    step(n, b, a);
  }
}
// CHECK: :[[@LINE+2]]:3: remark: loop nest of depth 1 parallelized as region 'apply'
void apply(int n, double *a) {
  for (int i = 0; i < n; i++)
    a[i] = smooth(a[i]);
}
