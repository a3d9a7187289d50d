// A row length that is a constant: without help the analysis must think of rows that run into each
// other. Read as two dimensions the nest is uniform, provided that j stays inside its row; that is
// left to the start of the region. Where one dimension does, nothing is assumed.
// RUN: tilepipe-cc %s -o %t.c -Rpass=tilepipe -Rpass-missed=tilepipe 2>&1 | FileCheck %s
// RUN: grep -v GUARD %t.c | FileCheck %s --check-prefix=GUARD
#define W 50

// CHECK: [[@LINE+2]]:3: remark: loop nest of depth 2 parallelized as region 'bounded': distances (0,1) (1,0)
void bounded(int n, double *p) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < W; j++)
      p[i * W + j] = p[(i - 1) * W + j] + p[i * W + j - 1];
}
// CHECK: [[@LINE+2]]:3: remark: loop nest of depth 2 parallelized as region 'symbolic': distances (0,1) (1,0)
void symbolic(int n, int m, double *p) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++)
      p[i * W + j] = p[(i - 1) * W + j] + p[i * W + j - 1];
}
// CHECK: [[@LINE+2]]:3: remark: loop nest of depth 3 parallelized as region 'cube': distances (0,0,1) (0,1,0) (1,0,0)
void cube(int n, int m, int l, float *p) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++)
      for (int k = 1; k < l; k++)
        p[i * 600 + j * 20 + k] = p[(i - 1) * 600 + j * 20 + k] + p[i * 600 + (j - 1) * 20 + k] +
                                  p[i * 600 + j * 20 + k - 1];
}
// The first reading's reason is the one that is told.
// CHECK: [[@LINE+2]]:3: remark: loop not parallelized: {{.*}} [tp-non-uniform-dependence]
void never(int n, int m, double *p) {
  for (int i = 0; i < n; i++)
    for (int j = 1; j < m; j++)
      p[i * W + j] = p[(n - i) * W - j];
}
// GUARD: int tp_symbolic_try(
// GUARD: if ((tp_int)m >= 51) /* 'p[(i - 1) * W + j]' may leave a dimension of p */
// GUARD: int tp_cube_try(
// GUARD: may leave a dimension of p */
