// Linear subscripts that no index space fits.
//
// RUN: tilepipe-cc %s --tp-stop-after=frontend -Rpass-missed=tilepipe -o /dev/null 2>&1 \
// RUN:   | FileCheck %s

void spaces(int n, int m, int l, double *A) {
  // CHECK: :[[@LINE+1]]:3: remark: loop not parallelized: linear subscripts of the array do not agree on dimensions: 'A[i * l + j]' at [[@LINE+3]]:22; subscript a pointer to rows, 'double (*A)[m]', instead [tp-delinearisation] [-Rpass-missed
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      A[i * m + j] = A[i * l + j];
  // CHECK: :[[@LINE+1]]:3: remark: loop not parallelized: linear subscripts of the array do not agree on dimensions: 'A[j * m + i]' at [[@LINE+3]]:23; subscript a pointer to rows, 'double (*A)[m]', instead [tp-delinearisation] [-Rpass-missed
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      A[i * l + j] += A[j * m + i];
  // CHECK: :[[@LINE+1]]:3: remark: loop not parallelized: linear subscripts of the array do not agree on dimensions: 'A[i * (m + 1) + j * l]' at [[@LINE+3]]:7; subscript a pointer to rows, 'double (*A)[m]', instead [tp-delinearisation] [-Rpass-missed
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      A[i * (m + 1) + j * l] = 1;
  // CHECK: :[[@LINE+1]]:3: remark: loop not parallelized: the subscript always leaves its dimension: 'A[i * m - 1 - j]' at [[@LINE+3]]:22 [tp-delinearisation] [-Rpass-missed
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      A[i * m + j] = A[i * m - 1 - j];
  // CHECK: :[[@LINE+1]]:3: remark: loop not parallelized: subscript is not affine in the iterators and in values fixed during the nest: 'i * j' at [[@LINE+3]]:9 [tp-non-affine-subscript] [-Rpass-missed
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      A[i * j] = 1;
}
