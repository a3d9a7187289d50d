// Scalars of the function that each iteration writes before it reads them, and that nobody reads
// behind the nest, are each iteration's own.
//
// RUN: tilepipe-cc %s --tp-stop-after=frontend --tp-print-after=frontend -Rpass-missed=tilepipe \
// RUN:   -o /dev/null 2>&1 | FileCheck %s
// CHECK-NOT: remark

// CHECK: nest plain in plain
// CHECK: private int left
// CHECK: private double next
void plain(int n, double (*A)[n]) {
  int i, j, left;
  double next = 0;
  for (i = 1; i < n; i++)
    for (j = 1; j < n; j++) {
      left = j - 1;
      next = A[i - 1][j] * left;
      next += A[i][j - 1];
      A[i][j] = next;
    }
}

// Again and again: the next nest, and the next turn of a loop around, write it first.
// CHECK: nest twice in twice
// CHECK: private float t
// CHECK: nest twice_2 in twice
// CHECK: private float t
void twice(int n, float (*A)[n], float t) {
  int k = 3;
  while (k-- > 0) {
    for (int i = 1; i < n; i++)
      for (int j = 1; j < n; j++) {
        if (A[i][j] > 0)
          t = A[i - 1][j];
        else
          t = A[i][j - 1];
        A[i][j] += t;
      }
    for (int i = 1; i < n; i++)
      for (int j = 1; j < n; j++)
        t = A[i - 1][j], A[i][j] += t;
  }
}

// CHECK: nest assigned in assigned
// CHECK: private double t
double assigned(int n, double (*A)[n]) {
  double t;
  for (int i = 1; i < n; i++)
    for (int j = 1; j < n; j++) {
      t = A[i - 1][j];
      A[i][j] = t;
    }
  t = n;
  return t;
}
