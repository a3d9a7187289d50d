// A variable that an assignment makes stand for index arithmetic is its value wherever it is read.
//
// RUN: tilepipe-cc %s --tp-stop-after=frontend --tp-print-after=frontend -Rpass-missed=tilepipe \
// RUN:   -o /dev/null 2>&1 | FileCheck %s
// CHECK-NOT: remark

// CHECK: nest linear in linear
// CHECK: private int k
// CHECK: read {{.*}} { S[i0, i1] -> A[i0, -1 + i1]
// CHECK: write {{.*}} { S[i0, i1] -> A[i0, i1]
void linear(int n, int m, double *A) {
  int i, j, k;
  for (i = 0; i < n; i++)
    for (j = 1; j < m; j++) {
      k = i * m + j;
      A[k] = A[k - 1];
    }
}

// Between the loops each statement behind it sets the variable itself; so loops are cut at it.
// CHECK: nest between in between
// CHECK: read {{.*}} { S[0, i1, 0, i3, 0] -> B[1 + i1, 2 + i1 + i3]
// CHECK: write {{.*}} { S[0, i1, 0, i3, 0] -> A[i1, i3]
// CHECK: read {{.*}} { S[0, i1, 1, i3, 0] -> B[1 + i1, i3]
void between(int n, double (*A)[90], double (*B)[90]) {
  int i, j, next, k;
  for (i = 0; i < n; i++) {
    next = i + 1;
    for (j = 0; j < 40; j++) {
      k = next + j + 1;
      A[i][j] = B[next][k];
    }
    for (j = 40; j < 90; j++)
      A[i][j] = B[next][j];
  }
}

// CHECK: nest bound in bound
// CHECK: write {{.*}} { S[i0, i1] -> A[i0, i1] : {{.*}}i1 <= i0
void bound(int n, double (*A)[90]) {
  int last;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < 90; j++) {
      last = i - j;
      if (last >= 0)
        A[i][j] += 1;
    }
}

// CHECK: nest chosen in chosen
// CHECK: read {{.*}} { S[i0, i1] -> B[-1 + i0, i1] : 0 < i0 < n {{.*}}; S[0, i1] -> B[0, i1] :
void chosen(int n, int m, const double *B, double *A) {
  int y, x, c, north;
  for (y = 0; y < n; y++)
    for (x = 0; x < m; x++) {
      c = y * m + x;
      north = y == 0 ? c : c - m;
      A[c] = B[north];
    }
}

// Several blocks set it, each for its own reads.
// CHECK: nest lines in lines
// CHECK: private int next
// CHECK: write {{.*}} { S[0, i1, 0, i3, 0] -> A[i1, 1 + i3]
// CHECK: read {{.*}} { S[0, i1, 1, i3, 0] -> A[i1, 2 - i3]
void lines(int n, double (*A)[90]) {
  int i, j, next;
  for (i = 0; i < n; i++) {
    for (j = 0; j < 40; j++) {
      next = j + 1;
      A[i][next] -= A[i][j];
    }
    for (j = 40; j >= 0; j--) {
      next = j + 2;
      A[i][j] -= A[i][next];
    }
  }
}
