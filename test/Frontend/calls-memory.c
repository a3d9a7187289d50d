// Calls of functions that read and write memory: the accesses are those of their bodies.
//
// RUN: tilepipe-cc %s --tp-stop-after=frontend --tp-print-after=frontend -Rpass-missed=tilepipe \
// RUN:   -o /dev/null 2>&1 | FileCheck %s --implicit-check-not=remark

#include <stddef.h>
struct grid { int n, m; double h, *u; };
static double weight, vector[10], field[10][10], *line;

// CHECK-LABEL: nest pointers in pointers at
// CHECK: array A : double [?][m] pointer written
// CHECK-NEXT: read {{.*}} -> A[-1 + i0, i1] :
// CHECK-NEXT: read {{.*}} -> A[i0, -1 + i1] :
// CHECK-NEXT: write {{.*}} -> A[i0, i1] :
static double get(const double *u, int m, int i, int j) { return u[i * m + j]; }
static void set(double *u, int m, int i, int j, double v) { u[i * m + j] = v; }
void pointers(int n, int m, double *A) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++)
      set(A, m, i, j, get(A, m, i - 1, j) + get(A, m, i, j - 1));
}

// CHECK-LABEL: nest addresses in addresses at
// CHECK: aggregate struct grid tp_o0 = *g .n = tp_f0_n .m = tp_f1_m .h = tp_f2_h .u = tp_p0_u
// CHECK: read {{.*}} -> g->u[-1 + i0, i1] :
// CHECK-NEXT: read {{.*}} -> g->u[i0, -1 + i1] :
// CHECK-NEXT: write {{.*}} -> g->u[i0, i1] :
static double *at(struct grid *g, int i, int j) {
  double *first = g->u;
  return &first[(size_t)i * g->m + j];
}
static int rows(const struct grid *g) { return g->n; }
void addresses(struct grid *g) {
  for (int i = 1; i < rows(g); i++)
    for (int j = 1; j < g->m; j++)
      *at(g, i, j) = g->h * *at(g, i - 1, j) + at(g, i, j)[-1];
}

// Every path of `larger` returns; the write of `put` happens or not.
// CHECK-LABEL: nest returns in returns at
// CHECK: read {{.*}} -> A[i0, -1 + i1] :
// CHECK-NEXT: read {{.*}} -> A[-1 + i0, i1] :
// CHECK-NEXT: read {{.*}} -> A[-1 + i0, i1] :
// CHECK-NEXT: read conditional {{.*}} -> A[i0, i1] :
// CHECK-NEXT: write conditional {{.*}} -> A[i0, i1] :
static double larger(const double *x, double y) {
  if (*x > y)
    return *x;
  return y;
}
static void put(double *to, double x) {
  if (x < 0)
    return;
  *to = x;
}
void returns(int n, int m, double (*A)[m]) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++)
      put(&A[i][j], larger(&A[i - 1][j], A[i][j - 1]));
}

// CHECK-LABEL: nest out_parameters in out_parameters at
// CHECK: read {{.*}} -> A[-1 + i0, i1] :
// CHECK-NEXT: read {{.*}} -> B[i0, i1] :
// CHECK-NEXT: write {{.*}} -> A[i0, i1] :
static void both(const double *a, const double *b, double *sum) { *sum = *a + *b; }
void out_parameters(int n, int m, double (*A)[m], double (*B)[m]) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++) {
      double sum;
      both(&A[i - 1][j], B[i] + j, &sum);
      A[i][j] = sum;
    }
}

// CHECK-LABEL: nest globals in globals at
// CHECK: called global pointer line
// CHECK-NEXT: called global double weight
// CHECK: called functions have names of their own for arrays
// CHECK: array vector : double [10] static
// CHECK: array line : double [?] pointer written
static double own(int i, int j) { return vector[1] + weight * line[(i - 1) * 10 + j] + field[i][j]; }
static void store(int i, int j, double v) { line[i * 10 + j] = v; }
void globals(int m) {
  for (int i = 1; i < 10; i++)
    for (int j = 1; j < m; j++)
      store(i, j, own(i, j) + 0.5 * line[i * 10 + j - 1]);
}
