// `continue` leaves its statement. It must not skip other statements of its loop.
//
// RUN: tilepipe-cc %s --tp-stop-after=frontend --tp-print-after=frontend -Rpass-missed=tilepipe \
// RUN:   -o /dev/null 2>&1 | FileCheck %s

// CHECK-LABEL: nest ends in ends at
// CHECK: statement
// CHECK-NEXT: statement
void ends(int n, double (*restrict A)[n], double *restrict f) {
  for (int i = 1; i < n; i++) {
    for (int j = 1; j < n; j++)
      A[i][j] = A[i - 1][j] + f[i];
    if (i % 3 == 0)
      continue;
    f[i] = 0.5 * f[i - 1];
  }
}
// CHECK: remark: loop not parallelized: a 'continue' skips inner loops: 'continue' at [[#@LINE+5]]:7 [tp-imperfect-nest]
void skips(int n, double (*restrict A)[n], double *restrict f) {
  for (int i = 1; i < n; i++) {
    f[i] = 0.5 * f[i - 1];
    if (i % 3 == 0)
      continue;
    for (int j = 1; j < n; j++)
      A[i][j] = A[i - 1][j] + f[i];
  }
}
// CHECK: remark: loop not parallelized: a 'continue' skips inner loops: 'continue' at [[#@LINE+6]]:9 [tp-imperfect-nest]
void skips_second(int n, double (*restrict A)[n], const double *restrict f) {
  for (int i = 1; i < n; i++) {
    for (int j = 1; j < n; j++) {
      A[i][j] = A[i - 1][j];
      if (j > 5)
        continue;
      double w = f[j];
      A[i][j] += w;
      for (int k = 1; k < n; k++)
        A[i][j] += w * f[k];
    }
  }
}
