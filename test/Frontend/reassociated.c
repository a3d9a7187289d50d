// --tp-fp=reassociate: sums and products of floating-point numbers run in parallel, and the remark says what is given up.
//
// RUN: tilepipe-cc %s -o %t.c --tp-fp=reassociate --tp-emit-proof=%t.proof -Rpass=tilepipe -Rpass-missed=tilepipe 2>&1 | FileCheck %s
// RUN: FileCheck %s --check-prefix=CODE < %t.c
// RUN: FileCheck %s --check-prefix=PROOF < %t.proof
// RUN: tilepipe-cc %s -o %t.c -Rpass=tilepipe -Rpass-missed=tilepipe 2>&1 | FileCheck %s --check-prefix=EXACT
// RUN: tilepipe-cc %s -o %t.c --tp-fp=reassociate --tp-fp=exact -Rpass=tilepipe -Rpass-missed=tilepipe 2>&1 | FileCheck %s --check-prefix=EXACT
// EXACT-NOT: operations in 's' reassociated
// EXACT: :[[@LINE+3]]:3: remark: loop not parallelized: 's' {{.*}}[tp-scalar-written]
double dot(int n, const double *a, const double *b) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s += a[i] * b[i];
  return s;
}
// CHECK: :[[@LINE-4]]:3: remark: loop nest of depth 1 parallelized as region 'dot': no dependences, tiling rows (1) (0), operations in 's' reassociated: last bits differ from the sequential program's [-Rpass=tilepipe]
// CODE-LABEL: tp_dot_tile_scan(
// CODE: double s = -0.0;
// CODE: TP_PARTIAL(tp_results->tp_sums[0], double) += s;
// CODE-NEXT: }
// CODE-LABEL: int tp_dot_try(
// CODE-NOT: tp_fuses_sums
// CODE: tp_results->tp_sums[0].tp_result = &tp_results->s; tp_results->tp_sums[0].tp_is_float = 0; tp_results->tp_sums[0].tp_partial = TP_PARTIAL_SUMS;
// CODE: TP_CHECK_NEAR(s, double, s)
// PROOF: region dot: proved
// PROOF: given up: the order of the operations in 's', which shows in its last bits

typedef float real;
real both(int n, int m, real (*a)[m]) {
  real p = 1, q = 0;
  // CHECK: :[[@LINE+1]]:3: remark: loop nest of depth 2 parallelized as region 'both': {{.*}}, operations in 'p', 'q' reassociated
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      p *= a[i][j];
      q = a[i][j] + (q - a[j][i]) + 1.0f;
    }
  return p + q;
}
// CODE-LABEL: tp_both_tile_scan(
// CODE: float p = 1, q = -0.0;
// CODE: TP_PARTIAL(tp_results->tp_sums[0], float) *= p;
// CODE-NEXT: TP_PARTIAL(tp_results->tp_sums[1], float) += q;

// Two operators, another type, a value that is read, a division.
double refused(int n, const double *a, double *b) {
  double s = 0, t = 1, u = 0;
  float f = 0;
  // CHECK: :[[@LINE+1]]:3: remark: loop not parallelized: 's' {{.*}}[tp-scalar-written]
  for (int i = 0; i < n; i++) {
    s += a[i];
    s *= 0.5;
  }
  // CHECK: :[[@LINE+1]]:3: remark: loop not parallelized: 'f' {{.*}}[tp-scalar-written]
  for (int i = 0; i < n; i++)
    f += a[i];
  // CHECK: :[[@LINE+1]]:3: remark: loop not parallelized: 'u' {{.*}}[tp-scalar-written]
  for (int i = 0; i < n; i++) {
    u += a[i];
    b[i] = u;
  }
  // CHECK: :[[@LINE+1]]:3: remark: loop not parallelized: 't' {{.*}}[tp-scalar-written]
  for (int i = 0; i < n; i++)
    t /= a[i];
  // CHECK: :[[@LINE+1]]:3: remark: loop not parallelized: 't' {{.*}}[tp-scalar-written]
  for (int i = 0; i < n; i++)
    t = a[i] - t;
  return s + t + u + f;
}

// Elements under subscripts that are data: each thread has a copy. The greatest of such numbers is something else.
static double sum[16][3], most[16];
void classes(int n, const int *class, double (*x)[3]) {
  // CHECK: :[[@LINE+1]]:3: remark: loop nest of depth 2 parallelized as region 'classes': {{.*}}operations in 'sum' reassociated
  for (int i = 0; i < n; i++)
    for (int d = 0; d < 3; d++)
      sum[class[i]][d] += x[i][d];
  // CHECK: :[[@LINE+1]]:3: remark: loop not parallelized: {{.*}}[tp-non-affine-subscript]
  for (int i = 0; i < n; i++)
    if (x[i][0] > most[class[i]])
      most[class[i]] = x[i][0];
}
// CODE: {"sum", 8, {{.*}}TP_ARRAY_COMBINED_ADD | TP_ARRAY_FLOATING
