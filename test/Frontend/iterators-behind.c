// An iterator that is declared outside of a tree of loops: its value behind the nest may be read.
//
// RUN: tilepipe-cc %s --tp-stop-after=frontend -Rpass-missed=tilepipe -o /dev/null 2>&1 | FileCheck %s

int count(void);
// The header of the loop around the nest reads k.
// CHECK: :[[#@LINE+5]]:5: remark: loop not parallelized: 'k' is used behind the nest
int around(int n, int m, double (*restrict A)[m], double *restrict r) {
  int i, k, rounds = 0;
  for (k = 0; k < 3; k++) {
    rounds += count();
    for (i = 0; i < n; i++) {
      r[i] += 1;
      for (k = 0; k < m; k++)
        A[i][k] += r[i];
    }
  }
  return rounds;
}
// A loop behind the nest sets it first.
// CHECK-NOT: remark: loop not parallelized: 'k' is used behind the nest
int behind(int n, int m, double (*restrict A)[m], double *restrict r) {
  int i, k, rounds = 0;
  for (i = 0; i < n; i++) {
    r[i] += 1;
    for (k = 0; k < m; k++)
      A[i][k] += r[i];
  }
  for (k = 0; k < 3; k++)
    rounds += count();
  return rounds;
}
