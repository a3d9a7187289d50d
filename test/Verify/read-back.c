// What an emitted text says, as isl sets: points and their order, faces, live-in, owned, checks.
// RUN: tilepipe-cc %s -o %t.tp.c --tp-print-after=verify --tp-stop-after=verify | FileCheck %s

// CHECK-LABEL: region triangle
// CHECK-NEXT: runs [n] -> { : n <= 41 }
// CHECK-NEXT: scan tp_triangle_tile {{.*}} -> { S[i0, i1] : {{.*}}i0 >= tp_lo0{{.*}}0 < i1 <= i0
// CHECK-NEXT: in order {{.*}} S[i0, i1] -> [1, 2, i0, 1, i1, 0]
// In strips of six points, one after the other.
// CHECK-NEXT: scan tp_triangle_jam
// CHECK-NEXT: in order {{.*}} S[i0, i1] -> [1, o1, {{.*}}, i0, {{.*}}, i1, 0] : (tp_lo1 - o1) mod 6 = 0
// Along lines, some at a time, of blocks of 32 rows; other boxes in the program's order.
// CHECK-NEXT: scan tp_triangle_skew_block
// CHECK-NEXT: in order {{.*}} S[i0, i1] -> [1, {{[0-9]+}}, 0, {{[0-9]+}}, o4, {{[0-9]+}}, 2i0 + i1, 1, i0, {{.*}}] : {{.*}} and -15 + 2i0 + i1 <= 16o4 <= 2i0 + i1; S[i0, i1] -> [1, {{[0-9]+}}, 1, 0, {{[0-9]+}}, i0, 1, i1, {{.*}}] :
// CHECK-NEXT: face 1 {{.*}} { A[-1 + tp_hi0, i1]
// CHECK-NEXT: face 2 {{.*}} { A[i0, -1 + tp_hi1]
// CHECK-NEXT: live-in
// CHECK-NEXT: owned {{.*}} { A[i0, i1]
// CHECK: reach 1 1
// CHECK: counted {{.*}} S[i0, i1]
void triangle(int n, double (*A)[41]) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j <= i; j++)
      A[i][j] = A[i - 1][j] + A[i][j - 1];
}

// Members of structures.
// CHECK-LABEL: region members
// CHECK: owned {{.*}}a->v[i0, i1]
struct cell {
  double u, v[4];
};
void members(int n, struct cell *a) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < 4; j++)
      a[i].v[j] = a[i - 1].v[j] + a[i].v[j - 1] * 0.5;
}
