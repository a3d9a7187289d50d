// Structures: values of members are copied, arrays in them and of them stay where they are.
//
// RUN: tilepipe-cc %s --tp-stop-after=frontend --tp-print-after=frontend -Rpass-missed=tilepipe \
// RUN:   -o /dev/null 2>&1 | FileCheck %s

struct grid { int n; double factor, weight[2]; double *u; struct { unsigned m; } part; };
struct run { struct grid *grid; };
// The members of *g may be read where the outer loop has iterations only.
// CHECK-LABEL: nest of_pointer in of_pointer at
// CHECK: capture tp_int tp_f0_n = (tp_int)g->n where {  :  } (body) (reachable)
// CHECK: capture tp_int tp_f1_m = (tp_int)g->part.m where {  :  }
// CHECK: capture double tp_f2_factor = g->factor where {  :  }
// CHECK: aggregate struct grid tp_o0 = *g .n = tp_f0_n .part.m = tp_f1_m
// CHECK-SAME: .factor = tp_f2_factor .u = tp_p0_u
// CHECK: array g->u : double [?][tp_f1_m] at g->u + 0 pointer written
// CHECK: write {{.*}}{ S[i0, i1] -> g->u[i0, i1]
void of_pointer(struct grid *g) {
  for (int i = 0; i < g->n; i++)
    for (int j = 0; j < g->part.m; j++)
      g->u[i * g->part.m + j] = g->factor;
}
// CHECK-LABEL: nest used_inside in used_inside at
// CHECK: capture double tp_f{{[0-9]+}}_weight_0 = g->weight[0] where {{.*}}{  : m > 0 and n > 0 }
// CHECK: aggregate struct grid tp_o0 = *g
// CHECK-SAME: .weight[0] = tp_f{{[0-9]+}}_weight_0 .weight[1] = tp_f{{[0-9]+}}_weight_1
void used_inside(const struct grid *g, int n, int m, double (*A)[m]) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      A[i][j] = g->weight[j & 1];
}
// CHECK-LABEL: nest two_arrows in two_arrows at
// CHECK: aggregate struct grid tp_o{{[0-9]}} .n =
// CHECK: aggregate struct run tp_o{{[0-9]}} = *r .grid = &tp_o
void two_arrows(struct run *r, double (*A)[50]) {
  for (int i = 0; i < r->grid->n; i++)
    for (int j = 0; j < 50; j++)
      A[i][j] = r->grid->factor;
}
struct block { int n; float a[10][20]; };
// CHECK-LABEL: nest array_member in array_member at
// CHECK: array b->a : float [?] x 804 bytes[10][20] at b + 4 pointer written
// CHECK: write { S[i0, i1] -> b->a[0, i0, i1]
void array_member(struct block *b) {
  for (int i = 0; i < 10; i++)
    for (int j = 0; j < 20; j++)
      b->a[i][j] = 1;
}
struct block one, many[7];
// CHECK-LABEL: nest of_variables in of_variables at
// CHECK: array one.n : int [1] at &one + 0 static
// CHECK: array many[].a : float [7] x 804 bytes[10][20] at many + 4 static
// CHECK: array one.a : float [10][20] at &one + 4 static written
void of_variables(void) {
  for (int i = 0; i < 10; i++)
    for (int j = 0; j < 20; j++)
      one.a[i][j] = one.n + many[3].a[i][j];
}
struct cell { double x; struct { short s[2]; } in; };
// CHECK-LABEL: nest elements in elements at
// CHECK: array c[][].x : double [?][tp_c_1] x 16 bytes at c + 0 pointer written
// CHECK: array c[][].in.s : short [?][tp_c_1] x 16 bytes[2] at c + 8 pointer written
// CHECK: read {{.*}}{ S[i0, i1] -> c[][].in.s[-1 + i0, i1, o2] : {{.*}}0 <= o2 <= 1
void elements(int n, int m, struct cell c[][m]) {
  for (int i = 1; i < n; i++)
    for (int j = 0; j < m; j++)
      c[i][j] = c[i - 1][j];
}
// CHECK-LABEL: nest rows in rows at
// CHECK: read {{.*}}{ S[i0, i1] -> a[-1 + i0, i1]
// CHECK: write {{.*}}{ S[i0, i1] -> a[i0, i1]
void rows(int n, int m, double *a) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++) {
      double *row = a + i * m;
      const double *above = &a[(i - 1) * m];
      row[j] = above[j];
    }
}
