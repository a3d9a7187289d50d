// Subscripts that are not affine, where the array's extent is unknown or the element is written.
//
// RUN: tilepipe-cc %s --tp-stop-after=frontend -Rpass-missed=tilepipe -o /dev/null 2>&1 \
// RUN:   | FileCheck %s

void subscripts(int n, int m, int (*A)[m], int *B, int k) {
  int C[10];
  // CHECK: :[[@LINE+1]]:3: remark: loop not parallelized: nobody knows before the nest which elements of 'B' are read, and they may be among those written: 'A[i][j]' at [[@LINE+3]]:19; declare 'B' restrict [tp-possible-alias] [-Rpass-missed
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      A[i][j] = B[A[i][j]];
  // CHECK: :[[@LINE+1]]:3: remark: loop not parallelized: subscript is not affine in the iterators and in values fixed during the nest: 'B[i]' at [[@LINE+3]]:9 [tp-non-affine-subscript] [-Rpass-missed
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      C[B[i]] = 1;
  // CHECK: :[[@LINE+1]]:3: remark: loop not parallelized: subscript is not affine in the iterators and in values fixed during the nest: 'i * j' at [[@LINE+3]]:9 [tp-non-affine-subscript] [-Rpass-missed
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      A[i * j][j] = 1;
  // CHECK: :[[@LINE+1]]:3: remark: loop not parallelized: subscript is not affine in the iterators and in values fixed during the nest: 'changing' at [[@LINE+5]]:9 [tp-non-affine-subscript] [-Rpass-missed
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      int changing = i;
      changing += j;
      A[changing][j] = 1;
    }
  // CHECK: :[[@LINE+1]]:3: remark: loop not parallelized: subscript is not affine in the iterators and in values fixed during the nest: 'itself + 1' at [[@LINE+3]]:20 [tp-non-affine-subscript] [-Rpass-missed
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      int itself = itself + 1;
      A[itself][j] = 1;
    }
}

// The pointers of rows that may not be there are not looked at.
void conditional_rows(int n, int m, double **a, const int *flag) {
  // CHECK: :[[@LINE+1]]:3: remark: loop not parallelized: the pointer to a row is read under a condition only: 'a' [tp-unsupported-expression] [-Rpass-missed
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++)
      if (flag[i])
        a[i][j] = 1;
}
