// Arithmetic that always leaves its type: wrap.
//
// RUN: tilepipe-cc %s --tp-stop-after=frontend -Rpass-missed=tilepipe -o /dev/null 2>&1 \
// RUN:   | FileCheck %s

void always(unsigned n, double (*A)[100]) {
  // CHECK: :[[@LINE+1]]:3: remark: loop not parallelized: the value always leaves the range of its integer type: 'i >= 0' at [[@LINE+1]]:24 [tp-wrap] [-Rpass-missed
  for (unsigned i = n; i >= 0; i--)
    for (int j = 0; j < 100; j++)
      A[i][j] = 1;
  // CHECK: :[[@LINE+1]]:3: remark: loop not parallelized: the value always leaves the range of its integer type: 'i < n' at [[@LINE+1]]:20 [tp-wrap] [-Rpass-missed
  for (int i = -1; i < n; i++)
    for (int j = 0; j < 100; j++)
      A[i + 1][j] = 1;
  // CHECK: :[[@LINE+1]]:3: remark: loop not parallelized: the value always leaves the range of its integer type: 'i - 60u' at [[@LINE+3]]:9 [tp-wrap] [-Rpass-missed
  for (unsigned i = 0; i < 50; i++)
    for (unsigned j = 0; j < 100; j++)
      A[i - 60u][j] = 1;
}
