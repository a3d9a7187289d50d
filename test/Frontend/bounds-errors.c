// Bounds that are not affine, or change during the nest.
//
// RUN: tilepipe-cc %s --tp-stop-after=frontend -Rpass-missed=tilepipe -o /dev/null 2>&1 \
// RUN:   | FileCheck %s

struct size { int n; };
int length(int);
void bounds(int n, double (*A)[100], int *lengths, struct size *sizes, double limit) {
  // CHECK: :[[@LINE+1]]:3: remark: loop not parallelized: loop bound is not affine in the outer iterators and in values fixed during the nest: 'lengths[0]' at [[@LINE+1]]:23; compute it into a local variable before the nest [tp-non-affine-bound] [-Rpass-missed
  for (int i = 0; i < lengths[0]; i++)
    for (int j = 0; j < n; j++)
      lengths[j] = i;
  // CHECK: :[[@LINE+1]]:3: remark: loop not parallelized: loop bound is not affine in the outer iterators and in values fixed during the nest: 'i * i' at [[@LINE+2]]:25 [tp-non-affine-bound] [-Rpass-missed
  for (int i = 0; i < n; i++)
    for (int j = 0; j < i * i; j++)
      A[i][j] = 1;
  // CHECK: :[[@LINE+1]]:3: remark: loop not parallelized: loop bound is not affine in the outer iterators and in values fixed during the nest: 'sizes[i].n' at [[@LINE+2]]:25 [tp-non-affine-bound] [-Rpass-missed
  for (int i = 0; i < n; i++)
    for (int j = 0; j < sizes[i].n; j++)
      A[i][j] = 1;
  // CHECK: :[[@LINE+1]]:3: remark: loop not parallelized: loop bound is not affine in the outer iterators and in values fixed during the nest: 'length(n)' at [[@LINE+1]]:23; compute it into a local variable before the nest [tp-non-affine-bound] [-Rpass-missed
  for (int i = 0; i < length(n); i++)
    for (int j = 0; j < n; j++)
      A[i][j] = 1;
  // CHECK: :[[@LINE+1]]:3: remark: loop not parallelized: loop bound is not affine in the outer iterators and in values fixed during the nest: 'i < limit' at [[@LINE+1]]:19 [tp-non-affine-bound] [-Rpass-missed
  for (int i = 0; i < limit; i++)
    for (int j = 0; j < n; j++)
      A[i][j] = 1;
  int k = 0;
  // CHECK: :[[@LINE+1]]:3: remark: loop not parallelized: loop bound is not affine in the outer iterators and in values fixed during the nest: 'k' at [[@LINE+1]]:23 [tp-non-affine-bound] [-Rpass-missed
  for (int i = 0; i < k; i++)
    for (k = 0; k < n; k++)
      A[i][k] = 1;
  // CHECK: :[[@LINE+1]]:3: remark: loop not parallelized: iterator 'i' is changed outside its loop header: 'i = 0' at [[@LINE+2]]:10 [tp-iterator-modified] [-Rpass-missed
  for (int i = 0; i < n; i++)
    for (i = 0; i < n; i++)
      A[i][i] = 1;
}
