// Ranks run several statements whose distances small constants bound; a face is what is written near its sides.
// RUN: tilepipe-cc %s -o %t.c -Rpass=tilepipe -Rpass-analysis=tilepipe 2>&1 | FileCheck %s
// RUN: gcc -O0 -Wall -Wextra -Werror -fopenmp %tilepipe_flags -c %t.c -o %t.o
// RUN: FileCheck --check-prefix=FACE %s < %t.c
// RUN: tilepipe-cc %s -o /dev/null --tp-print-after=transform --tp-stop-after=transform | FileCheck --check-prefix=SETS %s

// Two arrays in a time loop. Values of `a` flow by up to (1,2), those of `b` by (0,2).
// CHECK: region 'line': region of 3 loops and 2 statements, distances up to (1,2) along the rows, tiling rows (1,0) (2,1)
// CHECK-NOT: on threads only
// SETS-LABEL: : line
// SETS: reach 1 2
// SETS-NEXT: face 1 0 {{.*}} -> { a[i0] : {{[^;]*}} }
// SETS-NEXT: face 0 1 {{.*}} -> { {{a.*; b.*|b.*; a.*}} }
// SETS-NEXT: face 1 1 {{.*}} -> { a[i0] : {{[^;]*}} }
// SETS-NEXT: live-in
// FACE-LABEL: static void tp_line_face(
// FACE: if (tp_crosses == 1 &&
// FACE-NEXT: tp_run(tp_s, 0, {{.*}}tp_a->tp_base_a
// FACE: if (tp_crosses == 2 &&
// FACE: if (tp_crosses == 3 &&
void line(int steps, int n, double *restrict a, double *restrict b) {
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++)
      b[i] = (a[i - 1] + a[i] + a[i + 1]) / 3;
    for (int i = 1; i < n - 1; i++)
      a[i] = (b[i - 1] + b[i] + b[i + 1]) / 3;
  }
}

// CHECK: region 'fields': region of 8 loops and 4 statements, distances up to (1,1,1) along the rows
// CHECK-NOT: on threads only
void fields(int steps, int n, int m, double (*restrict ex)[m], double (*restrict ey)[m], double (*restrict hz)[m],
            const double *restrict edge) {
  for (int t = 0; t < steps; t++) {
    for (int j = 0; j < m; j++)
      ey[0][j] = edge[t];
    for (int i = 1; i < n; i++)
      for (int j = 0; j < m; j++)
        ey[i][j] = ey[i][j] - 0.5 * (hz[i][j] - hz[i - 1][j]);
    for (int i = 0; i < n; i++)
      for (int j = 1; j < m; j++)
        ex[i][j] = ex[i][j] - 0.5 * (hz[i][j] - hz[i][j - 1]);
    for (int i = 0; i < n - 1; i++)
      for (int j = 0; j < m - 1; j++)
        hz[i][j] = hz[i][j] - 0.7 * (ex[i][j + 1] - ex[i][j] + ey[i + 1][j] - ey[i][j]);
  }
}

// Distances along k: none of them is longer than from one iteration to the next.
// CHECK: region 'product': region of 3 loops and 2 statements, distances up to (0,0,1) along the rows
// CHECK-NOT: on threads only
void product(int n, double (*restrict c)[n], double (*restrict a)[n], double (*restrict b)[n]) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      c[i][j] *= 0.5;
      for (int k = 0; k < n; k++)
        c[i][j] += a[i][k] * b[k][j];
    }
}

// What x[j] holds is read by all later rows.
// CHECK: region 'solve': {{.*}} affine distances
// CHECK: region 'solve' runs on threads only: its dependences reach over distances that no small constant bounds
void solve(int n, double (*restrict L)[n], double *restrict x, double *restrict b) {
  for (int i = 0; i < n; i++) {
    x[i] = b[i];
    for (int j = 0; j < i; j++)
      x[i] -= L[i][j] * x[j];
    x[i] = x[i] / L[i][i];
  }
}

// Some of a is overwritten in the tile beside, in front of those that would receive it: no proof for ranks.
// CHECK: region 'early': {{.*}} affine distances, tiling rows (1,0) (3,1)
// CHECK: region 'early' runs on threads only: no proof was found for what ranks would exchange (obligation 5, {{.*}} nothing of a is overwritten before them
void early(int steps, int n, int m, double *restrict a, double *restrict b) {
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++)
      b[i] = a[i - 1] + a[i + 1];
    for (int i = 1; i < n - 1; i++)
      a[i] = b[i];
    for (int i = 1; i < m; i++)
      a[i] = 0.5 * a[i + 1];
  }
}
