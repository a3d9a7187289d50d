// Nests of more than five loops, and a single loop that is short; the loops inside are tried next.
//
// RUN: tilepipe-cc %s --tp-stop-after=frontend -Rpass-missed=tilepipe -o /dev/null 2>&1 \
// RUN:   | FileCheck %s

void depths(int n, double (*A)[10]) {
  // CHECK: :[[@LINE+1]]:3: remark: loop not parallelized: a single loop of at most 10 iterations is not worth threads [tp-not-worth] [-Rpass-missed
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
  // CHECK: :[[@LINE+1]]:3: remark: loop not parallelized: the nest has depth 6; at most 5 are parallelized [tp-depth] [-Rpass-missed
  for (int a = 0; a < 2; a++)
    for (int b = 0; b < 2; b++) {
      A[a][b] = 0;
      for (int c = 0; c < 2; c++)
        for (int d = 0; d < 2; d++)
          for (int e = 0; e < 2; e++)
            for (int f = 0; f < 2; f++)
              A[a + b + c][d + e + f] = 1;
    }
}
