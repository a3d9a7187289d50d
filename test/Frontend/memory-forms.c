// Bounds in memory, offsets of linear subscripts, structures of both kinds, without a tag.
//
// RUN: tilepipe-cc %s --tp-stop-after=frontend --tp-print-after=frontend -Rpass-missed=tilepipe \
// RUN:   -o /dev/null 2>&1 | FileCheck %s --implicit-check-not=remark

// The value is copied before the start; its memory must not be written.
// CHECK-LABEL: nest bounds in bounds at
// CHECK: domain {{.*}} 0 < i0 < tp_f0_at_0 and 0 < i1 < tp_f1_at_1
// CHECK: capture tp_int tp_f0_at_0 = (tp_int)n[0] {{.*}}(reachable)
// CHECK: capture tp_int tp_f1_at_1 = (tp_int)d[1] {{.*}}(reachable)
// CHECK: array a : double [?][tp_f1_at_1] pointer written
void bounds(const int *n, const int *d, double *a) {
  for (int i = 1; i < *n; i++)
    for (int j = 1; j < d[1]; j++)
      a[i * d[1] + j] = a[(i - 1) * d[1] + j] + a[i * d[1] + j - 1];
}

// The array may as well begin at off.
// CHECK-LABEL: nest offset in offset at
// CHECK: array a : double [?][m] from off pointer written
// CHECK: write {{.*}} -> a[i0, i1] :
void offset(int off, int n, int m, double *a) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++)
      a[off + i * m + j] = a[off + (i - 1) * m + j];
}

// Without the offset the subscript would be negative: it stays a column.
// CHECK-LABEL: nest column in column at
// CHECK: array a : double [?][m] pointer written
// CHECK: write {{.*}} -> a[i0, w + i1] :
void column(int w, int n, int m, double *a) {
  for (int i = 1; i < n; i++)
    for (int j = -w; j < w; j++)
      a[i * m + j + w] = a[(i - 1) * m + j + w];
}

struct both { int n; double w[100][100], *u; };
// CHECK-LABEL: nest mixed in mixed at
// CHECK: array g->w : double
// CHECK: array g->u : double
void mixed(struct both *g) {
  for (int i = 1; i < 100; i++)
    for (int j = 1; j < 100; j++)
      g->w[i][j] = g->w[i - 1][j] + g->u[i * 100 + j];
}

static struct { int n; double u[50][50]; } untagged;
// CHECK-LABEL: nest no_tag in no_tag at
// CHECK: array untagged.u : double [50][50] at &untagged + 8 static written
void no_tag(void) {
  for (int i = 1; i < untagged.n; i++)
    for (int j = 1; j < 50; j++)
      untagged.u[i][j] = untagged.u[i - 1][j];
}

// CHECK-LABEL: nest steps in steps at
// CHECK: loop unsigned int i step -1, value { S[i0, i1] -> [(-i0)] }
// CHECK: domain {{.*}} S[i0, i1] : {{.*}}n{{.*}}i0 <= 0
void steps(unsigned n, int m, double (*A)[m]) {
  for (unsigned i = n; i-- > 0;)
    for (int j = m; --j >= 0;)
      A[i][j] = A[i + 1][j] + 1;
}
