// Bounds of a loop inside a statement: what they read is read where the statement gets to the loop, and nowhere else.
//
// RUN: tilepipe-cc %s --tp-stop-after=frontend --tp-print-after=frontend -Rpass-missed=tilepipe -o /dev/null 2>&1 \
// RUN:   | FileCheck %s

struct grid {
  int n;
};
// CHECK-LABEL: nest always in always at
void always(int n, struct grid *g, double (*restrict A)[12], double *restrict r) {
  for (int i = 0; i < n; i++) {
    double t = i;
    for (int k = 0; k < g->n; k++)
      for (int l = 0; l < g->n; l++)
        t += A[i][k] * A[i][l];
    r[i] = t;
  }
}
// CHECK-LABEL: nest affine in affine at
void affine(int n, int on, struct grid *g, double (*restrict A)[12], double *restrict r) {
  for (int i = 0; i < n; i++) {
    double t = i;
    if (on)
      for (int k = 0; k < g->n; k++)
        t += A[i][k];
    r[i] = t;
  }
}
// CHECK: :[[#@LINE+2]]:3: remark: loop not parallelized: 'm' is used under a condition only: '*m'
void optional(int n, const int *m, double (*restrict A)[12], double *restrict r) {
  for (int i = 0; i < n; i++) {
    double t = i;
    if (m)
      for (int k = 0; k < *m; k++)
        t += A[i][k];
    r[i] = t;
  }
}
// CHECK: :[[#@LINE+2]]:3: remark: loop not parallelized: 'g' is used under a condition only
void repeated(int n, struct grid *g, const int *restrict flag, double (*restrict A)[12]) {
  for (int i = 0; i < n; i++) {
    int left = 3;
    while (flag[i] && left > 0) {
      left--;
      for (int k = 0; k < g->n; k++)
        A[i][k] += 1;
    }
  }
}
