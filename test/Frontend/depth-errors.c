// Nests of one loop, of more than five, and imperfect ones; the loops inside are tried next.
//
// RUN: tilepipe-cc %s --tp-stop-after=frontend -Rpass-missed=tilepipe -o /dev/null 2>&1 \
// RUN:   | FileCheck %s

void depths(int n, double (*A)[10]) {
  // CHECK: :[[@LINE+1]]:3: remark: loop not parallelized: a single loop; nests of depth 2 to 5 are parallelized [tp-depth] [-Rpass-missed
  for (int i = 0; i < 10; i++)
    A[i][i] = 1;
  // CHECK: :[[@LINE+1]]:3: remark: loop not parallelized: the nest has depth 6; at most 5 are parallelized [tp-depth] [-Rpass-missed
  for (int a = 0; a < 2; a++)
    for (int b = 0; b < 2; b++)
      for (int c = 0; c < 2; c++)
        for (int d = 0; d < 2; d++)
          for (int e = 0; e < 2; e++)
            for (int f = 0; f < 2; f++)
              A[a + b + c][d + e + f] = 1;
  // CHECK: :[[@LINE+1]]:3: remark: loop not parallelized: statements around the inner loop make the nest imperfect: 'A[0][0] = 0' at [[@LINE+5]]:5; move them into the innermost body or into a nest of their own [tp-imperfect-nest] [-Rpass-missed
  for (int t = 0; t < n; t++) {
    for (int i = 0; i < 10; i++)
      for (int j = 0; j < 10; j++)
        A[i][j] = t;
    A[0][0] = 0;
  }
  // CHECK: :[[@LINE+1]]:3: remark: loop not parallelized: statements around the inner loop make the nest imperfect: 'A[i][j] = 0' at [[@LINE+3]]:7; move them into the innermost body or into a nest of their own [tp-imperfect-nest] [-Rpass-missed
  for (int i = 0; i < n; i++)
    for (int j = 0; j < 10; j++) {
      A[i][j] = 0;
      for (int k = 0; k < 10; k++)
        A[i][j] += k;
    }
}
