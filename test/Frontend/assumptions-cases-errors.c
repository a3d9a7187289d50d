// Where all cases of a condition together always leave the dimension, the nest is refused.
//
// RUN: tilepipe-cc %s --tp-stop-after=frontend -Rpass-missed=tilepipe -o /dev/null 2>&1 \
// RUN:   | FileCheck %s

static double a[20][20];

void together(int n) {
  // CHECK: [[@LINE+1]]:3: remark: loop not parallelized: the subscript always leaves its dimension: 'a[i + 11][j]'
  for (int i = 1; i < 10; i++)
    for (int j = 1; j < 10; j++)
      if (i >= n)
        a[i + 11][j] = a[i - 1][j];
      else
        a[i + 11][j] = 1;
}
