// What lies in another row for each iteration of the innermost loop is copied next to each other, once for a block of a tile.
// RUN: tilepipe-cc %s -o %t.c && grep -v CHECK %t.c | FileCheck %s
// RUN: %cc_seq %s -o %t.seq && %t.seq > %t.expected
// RUN: gcc -O3 -ffp-contract=off -fopenmp -Wall -Wextra -Werror %t.c %tilepipe_flags -lmpi -o %t.out
// RUN: env OMP_NUM_THREADS=1 TILEPIPE_ALWAYS=1 %t.out > %t.got && diff %t.expected %t.got
// RUN: env OMP_NUM_THREADS=2 TILEPIPE_ALWAYS=1 %t.out > %t.got && diff %t.expected %t.got
// RUN: env OMP_NUM_THREADS=3 TILEPIPE_ALWAYS=1 TILEPIPE_TILE=7,65,33 %t.out > %t.got && diff %t.expected %t.got
// RUN: env OMP_NUM_THREADS=2 TILEPIPE_ALWAYS=1 TILEPIPE_TILE=50,3,100 %t.out > %t.got && diff %t.expected %t.got
#include <stdio.h>

// Rows times rows: the sum over k waits, so j runs innermost.
// CHECK: one tile, loop j innermost;
// CHECK: void tp_rows_tile_scan(
// CHECK-NEXT: double tp_packed0[32][128];
// CHECK: for (j =
// CHECK-NEXT: for (k =
// CHECK-NEXT: tp_packed0[k - tp_b->tp_lo[2]][j - tp_b->tp_lo[1]] = b[j][k];
// CHECK: for (i =
// CHECK: for (k =
// CHECK: for (j =
// CHECK: const double tp_value0 = TP_HELD(b[j][k], tp_packed0[k - tp_b->tp_lo[2]][j - tp_b->tp_lo[1]]);
// CHECK-NEXT: c[i][j] += a[i][k] * tp_value0;
// CHECK: tp_in_blocks(tp_b, 2, 128, 32, tp_rows_tile_block, tp_v);
// CHECK: TP_REGION_SINKS, "rows"
static void rows(int n, int m, double (*c)[n], double (*a)[m], double (*b)[m]) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      c[i][j] = i - j;
      for (int k = 0; k < m; k++)
        c[i][j] += a[i][k] * b[j][k];
    }
}

// The same of a perfect nest.
// CHECK: void tp_perfect_tile_scan(
// CHECK-NEXT: float tp_packed0[32][256];
// CHECK: TP_REGION_SINKS, "perfect"
static void perfect(int n, int m, float (*c)[n], float (*a)[m], float (*b)[m]) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      for (int k = 0; k < m; k++)
        c[i][j] -= a[i][k] * b[j][k];
}

// Linear memory; a triangle: what no point of a block reads is not copied.
// CHECK: void tp_linear_tile_scan(
// CHECK: tp_packed0[k - tp_b->tp_lo[2]][j - tp_b->tp_lo[1]] = a[j * m + k];
static void linear(int n, int m, double *restrict c, const double *restrict a) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j <= i; j++) {
      c[i * n + j] *= 0.5;
      for (int k = 0; k < m; k++)
        c[i * n + j] += a[i * m + k] * a[j * m + k];
    }
}

// j runs innermost already; two arrays.
// CHECK: void tp_both_tile_scan(
// CHECK: double tp_packed0[32][64];
// CHECK: double tp_packed1[32][64];
// CHECK: c[i][j] += tp_value0 * b[i][k] + tp_value1 * a[i][k];
static void both(int n, int m, double (*c)[n], double (*a)[m], double (*b)[m]) {
  for (int i = 0; i < n; i++)
    for (int k = 1; k < m; k++)
      for (int j = 0; j < n; j++)
        c[i][j] += a[j][k - 1] * b[i][k] + b[j][k] * a[i][k];
}

// A sum in a scalar, which the element stands for that it becomes; what is declared between the loops takes copies, too.
// CHECK: void tp_distances_tile_scan(
// CHECK: double sum = 0;
// CHECK: c[i][j] = sum;
// CHECK: const double tp_value0 = TP_HELD(b[j][k], tp_packed0
// CHECK-NEXT: double sum = c[i][j];
// CHECK: double d = a[i][k] - tp_value0;
// CHECK: sum += d * d;
// CHECK: c[i][j] = sum;
static void distances(int n, int m, double (*c)[n], double (*a)[m], double (*b)[m]) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      double sum = 0;
      for (int k = 0; k < m; k++) {
        double d = a[i][k] - b[j][k];
        sum += d * d;
      }
      c[i][j] = sum;
    }
}

// Rows behind pointers.
// CHECK-LABEL: void tp_behind_tile_scan(
// CHECK: tp_packed0[k - tp_b->tp_lo[2]][j - tp_b->tp_lo[1]] = b[j][k];
// CHECK-LABEL: static void tp_behind_pipeline(
static void behind(int n, int m, double (*c)[n], double (*a)[m], double **b) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      for (int k = 0; k < m; k++)
        c[i][j] += a[i][k] * b[j][k];
}

// The nest writes what it would copy; the copy would read what the program may not; no element is read twice.
// CHECK-NOT: tp_packed
static void factor(int n, double (*a)[n]) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < i; j++) {
      for (int k = 0; k < j; k++)
        a[i][j] -= a[i][k] * a[j][k] * 1e-3;
      a[i][j] *= 0.5;
    }
}

static void sparse(int n, int m, double (*c)[n], double (*a)[m], double (*b)[m]) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      for (int k = 0; k < m; k++)
        if (a[i][k] > 1.5)
          c[i][j] += a[i][k] * b[j][k];
}

static void once(int n, int m, double *s, double (*b)[m]) {
  for (int j = 0; j < n; j++)
    for (int k = 0; k < m; k++)
      s[j] += b[j][k];
}

enum { N = 131, M = 97 };
static double a[N][N], b[N][M], c[N][N], d[N][N], e[N][N], s[N];
static float x[N][M], y[N][M], z[N][N];

int main(void) {
  double *pointers[N];
  for (int i = 0; i < N; i++) {
    pointers[i] = b[i];
    for (int j = 0; j < M; j++) {
      a[i][j] = 1 + (i * 7 + j * 3) % 11 * 0.125;
      b[i][j] = 1 - (i * 5 + j) % 13 * 0.25;
      x[i][j] = (float)a[i][j];
      y[i][j] = (float)b[i][j];
    }
  }
  rows(N, M, c, (void *)a, b);
  perfect(N, M, z, x, y);
  linear(N, M, d[0], b[0]);
  both(N, M, d, (void *)a, b);
  distances(N, M, e, (void *)a, b);
  factor(N, a);
  sparse(N, M, c, (void *)a, b);
  once(N, M, s, b);
  behind(N, M, d, (void *)a, pointers);
  double sum = 0;
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      sum = sum * 0.999 + c[i][j] + d[i][j] * 3 + e[i][j] + z[i][j] * 5 + a[i][j] + s[j];
  printf("%a\n", sum);
  return 0;
}
