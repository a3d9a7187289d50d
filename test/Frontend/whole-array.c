// A read under a subscript that is not affine reads, at most, all of its dimension, or all of an array that exists as a whole.
//
// RUN: tilepipe-cc %s --tp-stop-after=frontend --tp-print-after=frontend -Rpass-missed=tilepipe \
// RUN:   -o /dev/null 2>&1 | FileCheck %s

const int table[4][8] = {{1}};
// CHECK-LABEL: nest of_constant_extents in of_constant_extents at
// CHECK: array A : int [?][tp_A_1] pointer written
// CHECK: array table : int [4][8] static const
// CHECK: read [m, n] -> { S[i0, i1] -> A[-1 + i0, i1] : 0 < i0 < n and 0 < i1 < m }
// CHECK: read [m, n] -> { S[i0, i1] -> table[o0, o1] : (-i1 + o1) mod 8 = 0 and 0 < i0 < n and 0 < i1 < m and 0 <= o0 <= 3 and 0 <= o1 <= 7 }
// CHECK: write [m, n] -> { S[i0, i1] -> A[i0, i1] : 0 < i0 < n and 0 < i1 < m }
void of_constant_extents(int n, int m, int (*A)[m]) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++)
      A[i][j] = table[A[i - 1][j] & 3][j & 7];
}
// CHECK-LABEL: nest variable_length in variable_length at
// CHECK: capture int n = n
// CHECK: capture int m = m
// CHECK: capture tp_int tp_A_1 = (tp_int)(sizeof(A[0]) / sizeof(A[0][0]))
// CHECK: capture tp_int tp_B_0 = (tp_int)(sizeof(B) / sizeof(B[0]))
// CHECK: array A : int [?][tp_A_1] pointer written
// CHECK: array B : int [tp_B_0] object
// CHECK: read [m, n] -> { S[i0, i1] -> A[i0, i1] : 0 < i0 < n and 0 < i1 < m }
// CHECK: read [m, n] -> { S[i0, i1] -> A[i0, i1] : 0 < i0 < n and 0 < i1 < m }
// CHECK: read [tp_B_0, m, n] -> { S[i0, i1] -> B[o0] : 0 < i0 < n and 0 < i1 < m and 0 <= o0 < tp_B_0 }
// CHECK: write [m, n] -> { S[i0, i1] -> A[i0, i1] : 0 < i0 < n and 0 < i1 < m }
void variable_length(int n, int m, int (*A)[m]) {
  int B[m];
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++)
      A[i][j] = A[i][j] > 0 ? B[A[i][j]] : 0;
}
// C lets no subscript leave its dimension, and the row is known.
// CHECK-LABEL: nest somewhere_in_a_row in somewhere_in_a_row at
// CHECK: read conditional [w, n, tp_best_1] -> { S[i0, i1] -> best[-1 + i0, o1] : 0 < i0 < n and 0 <= i1 <= w and 0 <= o1 < tp_best_1 }
// CHECK: write [w, n] -> { S[i0, i1] -> best[i0, i1] : 0 < i0 < n and 0 <= i1 <= w }
void somewhere_in_a_row(int n, int w, int (*best)[w + 1], const int *restrict weight) {
  for (int i = 1; i < n; i++)
    for (int j = 0; j <= w; j++)
      best[i][j] = j < weight[i] ? 0 : best[i - 1][j - weight[i]] + 1;
}
