// Loops at places where no call can go in front of them.
//
// RUN: tilepipe-cc %s --tp-stop-after=frontend -Rpass-missed=tilepipe -o /dev/null 2>&1 \
// RUN:   | FileCheck %s

int places(int n, double (*A)[10]) {
  int k = ({
    // CHECK: :[[@LINE+1]]:5: remark: loop not parallelized: the loop is part of an expression at [[@LINE-1]]:11 [tp-unsupported-expression] [-Rpass-missed
    for (int i = 0; i < n; i++)
      for (int j = 0; j < 10; j++)
        A[i][j] = 1;
    3;
  });
  return k;
}
