// Values that are fixed during the nest become isl parameters; what is not affine in
//
// RUN: tilepipe-cc %s --tp-stop-after=frontend --tp-print-after=frontend -Rpass-missed=tilepipe \
// RUN:   -o /dev/null 2>&1 | FileCheck %s
// them becomes one of its own.

struct sizes { int rows; struct { long columns; } inner; };
int global_size;
// CHECK-LABEL: nest product in product at
// CHECK: domain [tp_s0] -> { S[i0, i1] : 0 <= i0 < tp_s0 and 0 <= i1 <= -2 + tp_s0 }
// CHECK: symbol n = n
// CHECK: symbol m = m
// CHECK: symbol tp_s0 = ((tp_int)n * m)
// CHECK: capture int n = n
// CHECK: capture int m = m
void product(int n, int m, double (*A)[100]) {
  for (int i = 0; i < n * m; i++)
    for (int j = 0; j < m * n - 1; j++)
      A[i][j] = 1;
}
// CHECK-LABEL: nest quotient in quotient at
// CHECK: domain [tp_s1, tp_s0] -> { S[i0, i1] : 0 <= i0 < tp_s0 and 0 <= i1 < tp_s1 }
// CHECK: symbol n = n
// CHECK: symbol tp_s0 = (((tp_int)n + 1) / 2)
// CHECK: symbol tp_s1 = (n >> 2)
// CHECK: symbol tp_A_1 = tp_A_1
void quotient(int n, double (*A)[n]) {
  for (int i = 0; i < (n + 1) / 2; i++)
    for (int j = 0; j < n >> 2; j++)
      A[i][j] = 1;
}
// CHECK-LABEL: nest member in member at
// CHECK: domain [tp_s1, tp_s0] -> { S[i0, i1] : 0 <= i0 < tp_s0 and 0 <= i1 < tp_s1 }
// CHECK: symbol tp_s0 = s.rows
// CHECK: symbol tp_s1 = s.inner.columns
// CHECK: capture struct sizes s = s
void member(struct sizes s, double (*A)[100]) {
  for (int i = 0; i < s.rows; i++)
    for (int j = 0; j < s.inner.columns; j++)
      A[i][j] = 1;
}
// CHECK-LABEL: nest reachable in reachable at
// CHECK: symbol n = n
// CHECK: symbol global_size = global_size
// CHECK: capture int n = n (reachable)
// CHECK: capture int global_size = global_size (reachable)
void reachable(int n, double (*A)[100]) {
  int *p = &n;
  *p += 1;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < global_size; j++)
      A[i][j] = 1;
}
