// A loop that runs nothing is text of a statement.
//
// RUN: tilepipe-cc %s --tp-stop-after=frontend --tp-print-after=frontend -o /dev/null 2>&1 | FileCheck %s

// CHECK-LABEL: nest beside in beside at
// CHECK: write {{.*}}{ S[0, i1, 0, 0, 0] -> r[i1] :
// CHECK: write {{.*}}{ S[0, i1, 2, i3, 0] -> A[i1, i3] :
void beside(int n, int m, double (*restrict A)[m], double *restrict r) {
  for (int i = 0; i < n; i++) {
    r[i] = i;
    for (int k = 0; k < m; k++)
      ;
    for (int k = 0; k < m; k++)
      A[i][k] += r[i];
  }
}
// CHECK-LABEL: nest nested in nested at
// CHECK: write {{.*}}{ S[0, i1, 1, i3, 0] -> A[i1, i3] :
void nested(int n, int m, double (*A)[m]) {
  for (int i = 0; i < n; i++) {
    for (int k = 0; k < m; k++) {
      int last = i;
      for (int l = 0; l < n; l++) {
      }
    }
    for (int k = 0; k < m; k++)
      A[i][k] += 1;
  }
}
