// Points stay apart where gcc 12 would compile several of them wrongly together: bodies that write neighbouring
// elements, and round to a shorter type or read under a condition.
// RUN: tilepipe-cc %s -o %t.c
// RUN: FileCheck %s < %t.c
#include <complex.h>

// CHECK-LABEL: {{^}}static TP_OPAQUE void tp_rounded_tile_scan
// CHECK: {{^ +}}TP_COMPILER_BARRIER;
// CHECK-NEXT: A[i][j] = 0.5 * conj
void rounded(int n, int m, float complex (*A)[m], double complex (*B)[m]) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++)
      A[i][j] = 0.5 * conj(B[i][j]) + 0.25 * A[i][j - 1];
}

// CHECK-LABEL: {{^}}static TP_OPAQUE void tp_pairs_tile_scan
// CHECK: {{^ +}}TP_COMPILER_BARRIER;
void pairs(int n, int m, float (*A)[m][2]) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++) {
      A[i][j][0] = 0.5 * A[i][j - 1][0];
      A[i][j][1] *= 0.5;
    }
}

static inline float half(double x) { return 0.5 * x; }
struct cell { float re, im; };
// CHECK-LABEL: {{^}}static TP_OPAQUE void tp_members_tile_scan
// CHECK: {{^ +}}TP_COMPILER_BARRIER;
void members(int n, int m, struct cell (*A)[m]) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++) {
      A[i][j].re = half(A[i][j - 1].re);
      A[i][j].im = half(A[i][j - 1].im);
    }
}

// CHECK-LABEL: {{^}}static TP_OPAQUE void tp_chosen_tile_scan
// CHECK: {{^ +}}TP_COMPILER_BARRIER;
void chosen(int n, int m, double complex (*A)[m], double complex (*B)[m]) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++)
      A[i][j] = creal(A[i - 1][j]) > 0 ? 0.5 * A[i - 1][j] : B[i][j];
}

// CHECK-LABEL: {{^}}static TP_OPAQUE void tp_equal_tile_scan
// CHECK-NOT: TP_COMPILER_BARRIER
// CHECK-LABEL: {{^}}static void tp_equal_reference
void equal(int n, int m, float complex (*A)[m], double (*B)[m][2]) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++) {
      A[i][j] = 0.5f * A[i - 1][j] + 0.25f * A[i][j - 1];
      B[i][j][0] = 0.5 * B[i][j - 1][0] + A[i - 1][j];
      B[i][j][1] = 0.5 * B[i][j - 1][1];
    }
}

// CHECK-LABEL: {{^}}static TP_OPAQUE void tp_single_tile_scan
// CHECK-NOT: TP_COMPILER_BARRIER
// CHECK-LABEL: {{^}}static void tp_single_reference
void single(int n, int m, float (*A)[m], double complex (*B)[m]) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++)
      A[i][j] = 0.5 * A[i][j - 1] + (creal(B[i][j]) > 0 ? creal(B[i][j]) : 0.25 * cimag(B[i][j]));
}
