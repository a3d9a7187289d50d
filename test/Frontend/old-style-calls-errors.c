// Calls without a prototype whose arguments are not those of the definition.
//
// RUN: tilepipe-cc %s -std=gnu11 -w --tp-stop-after=frontend -Rpass-missed=tilepipe -o /dev/null 2>&1 \
// RUN:   | FileCheck %s

static double two(x, y) double x, y; { return x + y; }
static double truth(b) _Bool b; { return b; }
static void store(p, x) double *p; double x; { p[0] = x; }
static double single(x) float x; { return x * 0.5; }
static double inner(x) double x; { return two(x); }
void wrong(int n, int m, double (*A)[m], int *p) {
  // CHECK: :[[@LINE+1]]:3: remark: {{.*}}call of 'two', which is called with other arguments than it takes{{.*}} [tp-impure-call]
  for (int i = 1; i < n; i++)
    for (int j = 0; j < m; j++)
      A[i][j] = two(A[i - 1][j]);
  // CHECK: :[[@LINE+1]]:3: remark: {{.*}}call of 'two', which is called with other arguments than it takes{{.*}} [tp-impure-call]
  for (int i = 1; i < n; i++)
    for (int j = 0; j < m; j++)
      A[i][j] = two(A[i - 1][j], 1.0, 2.0);
  // CHECK: :[[@LINE+1]]:3: remark: {{.*}}call of 'truth', which is called with other arguments than it takes{{.*}} [tp-impure-call]
  for (int i = 1; i < n; i++)
    for (int j = 0; j < m; j++)
      A[i][j] = truth(i + j);
  // CHECK: :[[@LINE+1]]:3: remark: {{.*}}call of 'store': a conversion of pointers{{.*}} [tp-unsupported-expression]
  for (int i = 1; i < n; i++)
    for (int j = 0; j < m; j++)
      store(p + i, 1.0);
  // CHECK: :[[@LINE+1]]:3: remark: {{.*}}call of 'inner': call of 'two', which is called with other arguments than it takes{{.*}} [tp-impure-call]
  for (int i = 1; i < n; i++)
    for (int j = 0; j < m; j++)
      A[i][j] = inner(A[i - 1][j]);
  // Clang converts what gcc does not.
  long double wide = n;
  // CHECK: :[[@LINE+1]]:3: remark: {{.*}}call of 'single', which is called with other arguments than it takes{{.*}} [tp-impure-call]
  for (int i = 1; i < n; i++)
    for (int j = 0; j < m; j++)
      A[i][j] = single((wide * A[i - 1][j]));
  // CHECK: :[[@LINE+1]]:3: remark: {{.*}}call of 'single', which is called with other arguments than it takes{{.*}} [tp-impure-call]
  for (int i = 1; i < n; i++)
    for (int j = 0; j < m; j++)
      A[i][j] = single(i + j);
}
