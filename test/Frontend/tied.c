// A variable that carries a value through an inner loop makes one statement of all that it ties together. The accesses
// of such a statement are those of all the iterations of its loops.
//
// RUN: tilepipe-cc %s --tp-stop-after=frontend --tp-print-after=frontend -Rpass-missed=tilepipe \
// RUN:   -o /dev/null 2>&1 | FileCheck %s

// CHECK-LABEL: nest sum in sum at
// CHECK: read {{.*}}{ S[i0] -> A[-1 + i0, o1] : 0 < i0 < n and 0 <= o1 < m }
// CHECK: write {{.*}}{ S[i0] -> y[i0] :
void sum(int n, int m, double (*A)[m], double *restrict y) {
  for (int i = 1; i < n; i++) {
    double s = 0;
    for (int j = 0; j < m; j++)
      s += A[i - 1][j];
    y[i] = s;
  }
}
// An element that the loop writes is read before it.
// CHECK-LABEL: nest written in written at
// CHECK: write {{.*}}{ S[i0] -> A[i0, o1] : 0 < i0 < n and 0 <= o1 < m }
void written(int n, int m, double (*A)[m]) {
  for (int i = 1; i < n; i++) {
    double first = A[i][0];
    for (int j = 0; j < m; j++)
      A[i][j] = first + 0.25 * A[i - 1][j];
  }
}
// Two sweeps, each with a sum of its own: two statements of two loops, and only the innermost loops are text.
// CHECK-LABEL: nest both in both at
// CHECK: write {{.*}}{ S[0, i1, 0, i3, 0] -> B[i3, 0] :
// CHECK: write {{.*}}{ S[0, i1, 1, i3, 0] -> A[i3, 0] :
void both(int t, int n, double (*restrict A)[n], double (*restrict B)[n]) {
  double s;
  for (int k = 0; k < t; k++) {
    for (int i = 0; i < n; i++) {
      s = 0;
      for (int j = 0; j < n; j++)
        s += A[i][j];
      B[i][0] = s;
    }
    for (int i = 0; i < n; i++) {
      s = 1;
      for (int j = 0; j < n; j++)
        s *= B[i][j];
      A[i][0] = s;
    }
  }
}
// A loop whose bounds nobody knows may write what it writes, or not.
// CHECK-LABEL: nest unknown in unknown at
// CHECK: read [m, n] -> { S[i0, i1] -> A[i0, i1] :
// CHECK: write conditional {{.*}}{ S[i0, i1] -> A[i0, i1] :
void unknown(int n, int m, double (*A)[m]) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      while (A[i][j] > 2)
        A[i][j] *= 0.5;
}
// Affine conditions of a loop inside restrict what it reads.
// CHECK-LABEL: nest border in border at
// CHECK: read [m, n] -> { S[i0, i1] -> A[-1 + i0, i1] : 0 < i0 < n and 0 <= i1 < m }
// CHECK: read [m, n] -> { S[i0, i1] -> B[i0, o1] : {{.*}}o1 <= 47
void border(int n, int m, double (*restrict A)[m], double (*restrict B)[48]) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      double s = 0;
      for (int k = -1; k <= 1; k++) {
        int row = i + k;
        if (row >= 0 && row < i)
          s += A[row][j];
      }
      for (int k = 0; k < 2; k++)
        if (j + k < 48 && i < 48)
          s += B[i][j + k];
      A[i][j] += s;
    }
}
// A value that leaves the iteration is no statement's own.
// CHECK: [[#@LINE+3]]:3: remark: loop not parallelized: 's' is declared outside the nest and written in it
double carried(int n, int m, double (*A)[m]) {
  double s = 0;
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < m; j++)
      s += A[i][j];
    A[i][0] = s;
  }
  return s;
}
// The subscript of a loop that may end early is not affine; an element that is written so is unknown.
// CHECK: [[#@LINE+2]]:3: remark: loop not parallelized: {{.*}}'k' {{.*}}[tp-non-affine-subscript]
void early(int n, int m, double (*A)[m]) {
  for (int i = 1; i < n; i++) {
    double s = 0;
    for (int k = 0; k < m; k++) {
      if (s > 3)
        break;
      s += A[i - 1][k];
      A[i][k] = s;
    }
  }
}
