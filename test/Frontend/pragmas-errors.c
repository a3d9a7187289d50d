// Loops that a pragma speaks about are the user's own.
//
// RUN: tilepipe-cc %s --tp-stop-after=frontend -Rpass-missed=tilepipe -o /dev/null 2>&1 \
// RUN:   | FileCheck %s

void pragmas(int n, double (*A)[n]) {
#pragma omp parallel for
  // CHECK: :[[@LINE+1]]:3: remark: loop not parallelized: the loop belongs to '#pragma omp parallel for' [tp-pragma] [-Rpass-missed
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      A[i][j] = 1;
#pragma omp parallel
  {
    // CHECK: :[[@LINE+1]]:5: remark: loop not parallelized: the loop belongs to '#pragma omp parallel' at [[@LINE-1]]:3 [tp-pragma] [-Rpass-missed
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++)
        A[i][j] = 1;
  }
#pragma acc parallel loop
  // CHECK: :[[@LINE+1]]:3: remark: loop not parallelized: a pragma directly before the nest needs the loop behind it [tp-pragma] [-Rpass-missed
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      A[i][j] = 1;
  // CHECK: :[[@LINE+1]]:3: remark: loop not parallelized: a pragma inside the nest: '#pragma omp simd' [tp-pragma] [-Rpass-missed
  for (int i = 0; i < n; i++)
#pragma omp simd
    for (int j = 0; j < n; j++)
      A[i][j] = 1;
  _Pragma("omp parallel for")
  // CHECK: :[[@LINE+1]]:3: remark: loop not parallelized: the loop belongs to '#pragma omp parallel for' [tp-pragma] [-Rpass-missed
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      A[i][j] = 1;
}

void arithmetic(int n, double (*A)[n]) {
#pragma STDC FP_CONTRACT OFF
  // CHECK: :[[@LINE+1]]:3: remark: loop not parallelized: a pragma in force here says how floating-point numbers are computed
  for (int i = 1; i < n; i++)
    for (int j = 1; j < n; j++)
      A[i][j] = A[i - 1][j] * 0.5 + A[i][j - 1];
}

#define TOGETHER _Pragma("acc loop")
#define DIRECTIVE(x) _Pragma(#x)
void macros(int n, double (*A)[n]) {
  TOGETHER
  // CHECK: :[[@LINE+1]]:3: remark: loop not parallelized: a pragma directly before the nest needs the loop behind it [tp-pragma]
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      A[i][j] = 1;
  DIRECTIVE(acc loop)
  // CHECK: :[[@LINE+1]]:3: remark: loop not parallelized: a pragma directly before the nest needs the loop behind it [tp-pragma]
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      A[i][j] = 1;
  // CHECK: :[[@LINE+1]]:3: remark: loop not parallelized: a pragma inside the nest: '#pragma acc loop' [tp-pragma]
  for (int i = 0; i < n; i++)
    TOGETHER for (int j = 0; j < n; j++)
      A[i][j] = 1;
}
