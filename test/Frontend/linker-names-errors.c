// Variables that may be others by what the linker calls them, sizes that threads have no room for, iterators with
// values that cannot be computed with.
//
// RUN: tilepipe-cc %s --tp-stop-after=frontend -Rpass-missed=tilepipe -o /dev/null 2>&1 | FileCheck %s
#include <limits.h>
double A[300][300];
extern double B[300][300] __attribute__((alias("A")));
extern double C[300][300] __asm__("A");

// CHECK: remark: loop not parallelized: 'B' has a name of its own for the linker, and may be another variable: {{.*}}[tp-possible-alias]
void alias(int n) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < n; j++)
      A[i][j] = B[i - 1][j] / 3;
}
// CHECK: remark: loop not parallelized: 'C' has a name of its own
void label(int n) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < n; j++)
      A[i][j] = C[i - 1][j] / 3;
}

static double large(double x, int k) {
  double copy[200000];
  copy[k] = x;
  return copy[k];
}
// CHECK: remark: loop not parallelized: an iteration has 16{{.*}} bytes of variables, for which threads may have no room
void stack(int n) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < n; j++)
      A[i][j] = large(A[i - 1][j], i);
}

// CHECK: remark: loop not parallelized: the iterator's values leave no room to compute with them
void bounds(int n) {
  for (int i = 1; i < n; i++)
    for (long j = LONG_MAX - 300; j < LONG_MAX - 1; j++)
      A[i][j - (LONG_MAX - 300)] = A[i - 1][j - (LONG_MAX - 301)] / 3;
}

// CHECK-NOT: {{linker|no room}}
void right(long n) {
  for (long i = 1; i < n; i++)
    for (long j = 1; j < n; j++) {
      double row[1000];
      row[j] = A[i - 1][j];
      A[i][j] = row[j] / 3;
    }
}
