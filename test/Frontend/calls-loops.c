// Loops of a called function belong to the statement, which reads before it writes.
// RUN: tilepipe-cc %s --tp-stop-after=frontend --tp-print-after=frontend -o /dev/null 2>&1 | FileCheck %s

// CHECK-LABEL: nest loops in loops at
// CHECK: read {{.*}} -> A[i0, -1 + i1, o2] : {{.*}} and 0 <= o2 <= -2 + l }
// CHECK-NEXT: read {{.*}} -> A[i0, i1, o2] : {{.*}} and 0 < o2 < l }
// CHECK-NEXT: write {{.*}} -> A[i0, i1, o2] : {{.*}} and 0 <= o2 <= -2 + l }
static void smooth(int n, double *x, const double *left) {
  int k;
  for (k = 0; k + 1 < n; k++)
    x[k] = left[k] + x[k + 1];
}
void loops(int n, int m, int l, double (*A)[m][l]) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++)
      smooth(l, A[i][j], A[i][j - 1]);
}
