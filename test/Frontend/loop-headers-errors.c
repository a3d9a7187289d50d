// Headers that are not understood: loop-form.
//
// RUN: tilepipe-cc %s --tp-stop-after=frontend -Rpass-missed=tilepipe -o /dev/null 2>&1 \
// RUN:   | FileCheck %s

int global_iterator;
static int doubled(int x) { return 2 * x + global_iterator; }
void headers(int n, double (*A)[100], int k, const int *p) {
  // CHECK: :[[@LINE+1]]:3: remark: loop not parallelized: the loop has no condition; write it as 'for (i = a; i < b; i += c)' with a constant c [tp-loop-form] [-Rpass-missed
  for (int i = 0;; i++)
    for (int j = 0; j < n; j++)
      A[i][j] = 1;
  // CHECK: :[[@LINE+1]]:3: remark: loop not parallelized: the loop's header does not step its iterator; write it as 'for (i = a; i < b; i += c)' with a constant c [tp-loop-form] [-Rpass-missed
  for (int i = 0; i < n;)
    for (int j = 0; j < n; j++)
      A[i++][j] = 1;
  // CHECK: :[[@LINE+1]]:3: remark: loop not parallelized: the loop's header sets no iterator; write it as 'for (i = a; i < b; i += c)' with a constant c [tp-loop-form] [-Rpass-missed
  for (; k < n; k++)
    for (int j = 0; j < n; j++)
      A[k][j] = 1;
  // CHECK: :[[@LINE+1]]:3: remark: loop not parallelized: the condition does not name one of the header's variables alone: 'int i = 0, l = n;' at [[@LINE+1]]:8 [tp-loop-form] [-Rpass-missed
  for (int i = 0, l = n; i < l; i++)
    for (int j = 0; j < n; j++)
      A[i][j] = 1;
  // CHECK: :[[@LINE+1]]:3: remark: loop not parallelized: the iterator's step is not a constant: 'i *= 2' at [[@LINE+1]]:26 [tp-loop-form] [-Rpass-missed
  for (int i = 1; i < n; i *= 2)
    for (int j = 0; j < n; j++)
      A[i][j] = 1;
  // CHECK: :[[@LINE+1]]:3: remark: loop not parallelized: the iterator's step is neither a constant nor a value that is fixed during the nest: 'i + 1' at [[@LINE+1]]:31 [tp-loop-form] [-Rpass-missed
  for (int i = 0; i < n; i += i + 1)
    for (int j = 0; j < n; j++)
      A[i][j] = 1;
  // CHECK: :[[@LINE+1]]:3: remark: loop not parallelized: the condition does not end the loop as its step suggests: 'i > n' at [[@LINE+1]]:19 [tp-loop-form] [-Rpass-missed
  for (int i = 0; i > n; i++)
    for (int j = 0; j < n; j++)
      A[i][j] = 1;
  // CHECK: :[[@LINE+1]]:3: remark: loop not parallelized: the loop never meets its end: 'i != 10' at [[@LINE+1]]:19 [tp-loop-form] [-Rpass-missed
  for (int i = 0; i != 10; i += 4)
    for (int j = 0; j < n; j++)
      A[i][j] = 1;
  // CHECK: :[[@LINE+1]]:3: remark: loop not parallelized: the loop never meets its end: 'i' at [[@LINE+1]]:20 [tp-loop-form] [-Rpass-missed
  for (int i = -1; i; i--)
    for (int j = 0; j < n; j++)
      A[i + 100][j] = 1;
  // CHECK: :[[@LINE+1]]:3: remark: loop not parallelized: the nest has no iteration: nothing to parallelize: 'i < 7' at [[@LINE+1]]:19 [tp-never-runs] [-Rpass-missed
  for (int i = 9; i < 7; i++)
    for (int j = 0; j < n; j++)
      A[i][j] = 1;
  // CHECK: :[[@LINE+1]]:3: remark: loop not parallelized: the nest has no iteration: nothing to parallelize: 'j <= i - 2' at [[@LINE+2]]:21 [tp-never-runs] [-Rpass-missed
  for (int i = 0; i < 7; i++)
    for (int j = i; j <= i - 2; j++)
      A[i][j] = 1;
  // CHECK: :[[@LINE+1]]:3: remark: loop not parallelized: the iterator's type is not an integer of 8 to 64 bits: '_Bool i = 0;' at [[@LINE+1]]:8 [tp-loop-form] [-Rpass-missed
  for (_Bool i = 0; i < 1; i++)
    for (int j = 0; j < n; j++)
      A[(int)i][j] = 1;
  // CHECK: :[[@LINE+1]]:3: remark: loop not parallelized: the iterator's type is not an integer of 8 to 64 bits: '__int128 i = 0;' at [[@LINE+1]]:8 [tp-loop-form] [-Rpass-missed
  for (__int128 i = 0; i < 100; i++)
    for (int j = 0; j < n; j++)
      A[(int)i][j] = 1;
  // CHECK: :[[@LINE+1]]:3: remark: loop not parallelized: the iterator's type is not an integer of 8 to 64 bits: 'double x = 0;' at [[@LINE+1]]:8 [tp-loop-form] [-Rpass-missed
  for (double x = 0; x < n; x += 1)
    for (int j = 0; j < n; j++)
      A[(int)x][j] = 1;
  // What a pointer to integers reads may be the iterator.
  // CHECK: :[[@LINE+1]]:3: remark: loop not parallelized: iterator 'global_iterator' may be an element of 'p': 'global_iterator = 0' at [[@LINE+1]]:8 [tp-address-taken] [-Rpass-missed
  for (global_iterator = 0; global_iterator < n; global_iterator++)
    for (int j = 0; j < n; j++)
      A[global_iterator][j] = p[j];
  // CHECK: :[[@LINE+1]]:3: remark: loop not parallelized: a called function reads the iterator 'global_iterator'{{.*}} [tp-unsupported-expression] [-Rpass-missed
  for (global_iterator = 0; global_iterator < n; global_iterator++)
    for (int j = 0; j < n; j++)
      A[global_iterator][j] = doubled(j);
}
