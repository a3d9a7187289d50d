// Rows reached through pointers, and reads of arrays of unknown extent: threads only.
//
// RUN: tilepipe-cc %s --tp-stop-after=frontend --tp-print-after=frontend -Rpass-missed=tilepipe \
// RUN:   -o /dev/null 2>&1 | FileCheck %s

// CHECK-LABEL: nest of_pointer in of_pointer at
// CHECK: array a : double * [?] at a + 0 pointer
// CHECK: array a[] : double [?][?] at a + 0 pointer rows written
// CHECK: read {{.*}}{ S[i0, i1] -> a[-1 + i0]
// CHECK: read {{.*}}{ S[i0, i1] -> a[][-1 + i0, i1]
// CHECK: threads only: the rows of 'a' are reached through pointers
void of_pointer(int n, int m, double **a) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++)
      a[i][j] = a[i - 1][j];
}
struct matrix { int n; float **rows; };
// CHECK-LABEL: nest of_member in of_member at
// CHECK: aggregate struct matrix tp_o0 = *s .n = tp_f0_n .rows = tp_p0_rows
// CHECK: array s->rows[] : float [?][?] at s->rows + 0 pointer rows written
void of_member(struct matrix *s) {
  for (int i = 1; i < s->n; i++)
    for (int j = 1; j < s->n; j++) {
      float *row = s->rows[i];
      row[j] = row[j - 1];
    }
}
// CHECK-LABEL: nest restricted in restricted at
// CHECK: threads only: 's' is read under subscripts that depend on data, and its extent is not known
void restricted(int n, int m, int (*restrict A)[m], const int *restrict s) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++)
      A[i][j] = s[A[i - 1][j]];
}
// Rows of an array that is only read need no proof where some of its elements are chosen by data.
// CHECK-LABEL: nest neighbours in neighbours at
// CHECK: array b : double [?][n] pointer written
// CHECK-NOT: read {{.*}} -> a[
// CHECK: threads only: 'a' is read under subscripts that depend on data, and its extent is not known
void neighbours(int n, int m, const int *restrict up, const double *restrict a, double *restrict b) {
  for (int j = 0; j < m; j++)
    for (int i = 0; i < n; i++)
      b[j * n + i] = a[j * n + up[i]] - a[j * n + i];
}
// A byte says where it reads at most: what that overlaps is seen at the start.
// CHECK-LABEL: nest bytes in bytes at
// CHECK: read {{.*}}{ S[i0, i1] -> s[o0] : {{.*}}0 <= o0 <= 255
void bytes(int n, int m, int (*A)[m], const int *s, const unsigned char *text) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++)
      A[i][j] = s[text[j]];
}
// Each path through the body reads the pointers to both rows: they are there.
// CHECK-LABEL: nest of_branches in of_branches at
// CHECK: read {{.*}}{ S[i0, i1] -> L[-1 + i0]
// CHECK: threads only: the rows of 'L' are reached through pointers
void of_branches(int n, int m, const char *a, const char *b, short **L) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++)
      if (a[i] == b[j])
        L[i][j] = L[i - 1][j - 1] + 1;
      else
        L[i][j] = L[i - 1][j] > L[i][j - 1] ? L[i - 1][j] : L[i][j - 1];
}
