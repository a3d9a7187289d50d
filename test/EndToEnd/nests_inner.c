/* nests_inner.c - loops that are a part of a statement: a variable carries a value through them. */
#include "nests.h"

enum { N = 37, M = 43 };
typedef double row[M];

static void dot_product(int n, int m, row *restrict c, row *restrict a, row *restrict b) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      double s = 0;
      for (int k = 0; k < n; k++)
        s += a[i][k] * b[k][j];
      c[i][j] = s;
    }
}
static void matvec(int n, int m, row *restrict a, double *restrict x, double *restrict y) {
  for (int i = 0; i < n; i++) {
    double s = 0;
    for (int j = 0; j < m; j++)
      s += a[i][j] * x[j];
    y[i] = s;
  }
}
static void filter(int n, int m, row *restrict img, row *restrict y1, float alpha) {
  int i, j;
  double ym1, ym2, xm1;
  for (i = 0; i < n; i++) {
    ym1 = 0; ym2 = 0; xm1 = 0;
    for (j = 0; j < m; j++) {
      y1[i][j] = alpha * img[i][j] + 0.5 * xm1 + 0.25 * ym1 - 0.125 * ym2;
      xm1 = img[i][j];
      ym2 = ym1;
      ym1 = y1[i][j];
    }
  }
}
/* Left between two loops of its own. */
static void collide(int n, int m, row *restrict a, row *restrict mean) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j + 3 < m; j += 4) {
      double s = 0;
      for (int k = 0; k < 4; k++)
        s += a[i][j + k];
      mean[i][j] = s / 4;
      if (s < 2)
        continue;
      for (int k = 0; k < 4; k++)
        a[i][j + k] -= s / 4;
    }
}
static void sparse(int n, const int *restrict start, const int *restrict col, const double *restrict a, const double *restrict x, double *restrict y) {
  for (int i = 0; i < n; i++) {
    double s = 0;
    for (int k = start[i]; k < start[i + 1]; k++)
      s += a[k] * x[col[k]];
    y[i] = s;
  }
}
static void mandel(int n, int m, int (*restrict out)[M], double x0, double y0, double h) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      double x = x0 + j * h, y = y0 + i * h, a = 0, b = 0;
      int it = 0;
      while (a * a + b * b < 4 && it < 50) {
        double t = a * a - b * b + x;
        b = 2 * a * b + y;
        a = t;
        it++;
      }
      out[i][j] = it;
    }
}
static void life(int n, int m, unsigned char (*restrict a)[M], unsigned char (*restrict b)[M]) {
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < m - 1; j++) {
      int count = 0;
      for (int di = -1; di <= 1; di++)
        for (int dj = -1; dj <= 1; dj++)
          if (di != 0 || dj != 0)
            count += a[i + di][j + dj];
      b[i][j] = count == 3 || (count == 2 && a[i][j]);
    }
}
static void chol(int n, row *A) {
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < i; j++) {
      double s = A[i][j];
      for (int k = 0; k < j; k++)
        s -= A[i][k] * A[j][k];
      A[i][j] = s / (40 + A[j][j]);
    }
    double d = A[i][i];
    for (int k = 0; k < i; k++)
      d -= A[i][k] * A[i][k];
    A[i][i] = d * 0.5 + 3;
  }
}
static void scaled(int n, int m, row *restrict c) {
  for (int i = 0; i < n; i++)
    for (int j = 1; j < m; j++) {
      double scale = 1 / (2 - 0.3 * c[i][j - 1]);
      c[i][j] *= scale;
    }
}

/* A loop under a condition on data, one that is left early, one that runs at least once. */
static void searches(int n, int m, const row *restrict A, const int *restrict flag, row *restrict C) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      double best = A[i][j];
      if (flag[i] > 0)
        for (int k = 0; k < m; k++) {
          if (A[i][k] > 100)
            break;
          if (A[i][k] < best)
            continue;
          best = A[i][k];
        }
      int k = 0;
      do {
        best += 0.5 * A[i][k];
        k += 7;
      } while (k < j);
      C[i][j] = best;
    }
}

/* The loop's iterator is declared outside, its bounds are those of outer loops, it runs down. */
static void prefixes(int n, int m, const row *restrict A, row *restrict C) {
  int i, j, k;
  for (i = 0; i < n; i++)
    for (j = 1; j < m; j++) {
      double s = 0;
      for (k = j - 1; k >= 0; k--)
        s = s * 0.5 + A[i][k];
      C[i][j] = s;
    }
}

/* Writes in the loop, to an array of the iteration's own and to one of the program. */
static void windows(int n, int m, const row *restrict A, row *restrict C) {
  for (int i = 1; i < n - 1; i++)
    for (int j = 2; j < m - 2; j += 3) {
      double w[3];
      for (int k = 0; k < 3; k++)
        w[k] = A[i - 1][j + k - 1] + A[i + 1][j + k - 1];
      for (int k = 0; k < 3; k++)
        C[i][j + k - 1] = w[k] * w[2 - k] + w[0];
    }
}

/* What the loop writes first in its text it reads before that in other iterations. */
static void late_reads(int n, int m, row *restrict C, row *restrict S) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m / 3; j++) {
      double s = 0;
      for (int k = 0; k < 3; k++) {
        C[i][3 * j + k] = 0.5 * k;
        s += C[i][3 * j + 2 - k];
      }
      S[i][j] = s;
    }
}

/* All of a row is written, or nothing. */
static void some_rows(int n, int m, row *A, const int *restrict flag) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m / 4; j++) {
      double s = A[i - 1][4 * j] + A[i][4 * j - 1];
      if (flag[(i + j) % n] > 0)
        for (int k = 0; k < 4; k++)
          A[i][4 * j + k] = s * 0.25 + k;
    }
}

/* A pipeline of rows: each depends on the one before as a whole. */
static void rows_in_order(int n, int m, row *A) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++) {
      double s = A[i][j - 1];
      for (int k = 0; k < 3 && k < j; k++)
        s += A[i - 1][j - k] * 0.25;
      A[i][j] = s;
    }
}

/* Loops of called functions are loops of the statement, too. They are no regions, so that regions can be counted. */
enum { LENGTH = 8 };
static void relax(int n, double *x, const double *above) {
  int i;
#pragma tilepipe off
  for (i = 1; i < n; i++)
    x[i] = 0.5 * x[i - 1] + 0.25 * above[i] + 0.125 * above[i - 1];
}
static void limit(int n, double *x, double most) {
#pragma tilepipe off
  for (int i = 0; i < n; i++)
    if (x[i] > most)
      x[i] = most - x[n - 1 - i] * 0.5;
}
static void add_up(int n, double *x) {
  double s = 0;
  int i = 0;
#pragma tilepipe off
  for (i = 0; i < n; i++) {
    s += x[i];
    x[i] = s * 0.25;
  }
}
/* Reads what it has not written yet, behind a write of the loop. */
static void late(int n, double *x, const double *above) {
  double s = 0;
  int i;
#pragma tilepipe off
  for (i = 0; i < n - 1; i++) {
    x[i] = above[i] * 0.5;
    s += x[i + 1];
  }
  x[n - 1] = s * 0.125;
}
static void late_calls(int n, int m, int l, double (*A)[17][LENGTH]) {
  for (int i = 1; i < n; i++)
    for (int j = 0; j < m; j++)
      late(l, A[i][j], A[i - 1][j]);
}
static void cells(int n, int m, int l, double (*A)[17][LENGTH]) {
  int i, j;
  for (i = 1; i < n; i++)
    for (j = 1; j < m; j++) {
      relax(l, A[i][j], A[i - 1][j]);
      limit(l, A[i][j], 0.75);
      add_up(l - 1, A[i][j]);
      relax(l - j % 3, A[i][j], A[i][j - 1]);
    }
}
static void multiply(double c[4][4], double a[4][4], double b[4][4]) {
  int i, j, k;
#pragma tilepipe off
  for (i = 0; i < 4; i++)
    for (j = 0; j < 4; j++)
      for (k = 0; k < 4; k++)
        c[i][j] -= a[i][k] * b[k][j] * 0.125;
}
static void blocks(int n, int m, double (*A)[11][4][4]) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++)
      multiply(A[i][j], A[i - 1][j], A[i][j - 1]);
}

static void run_dot_product(void **b) { dot_product(N, N, b[0], b[1], b[2]); }
static void run_matvec(void **b) { matvec(N, M, b[0], b[1], b[2]); }
static void run_collide(void **b) { collide(N, M, b[0], b[1]); }
static void run_filter(void **b) { filter(N, M, b[0], b[1], 0.75f); }
static void run_sparse(void **b) {
  static int start[M + 1], col[4 * M];
  for (int i = 0; i <= M; i++)
    start[i] = (3 * i * i) % 4 + i * 3;
  for (int i = 0; i < 4 * M; i++)
    col[i] = (i * 7) % M;
  sparse(M, start, col, b[0], b[1], b[2]);
}
static void run_mandel(void **b) { mandel(N, M, b[0], -2, -1, 0.06); }
static void run_life(void **b) { life(N, M, b[0], b[1]); }
static void run_chol(void **b) { chol(N, b[0]); }
static void run_scaled(void **b) { scaled(N, M, b[0]); }
static void run_searches(void **b) { searches(N, M, b[0], b[1], b[2]); }
static void run_prefixes(void **b) { prefixes(N, M, b[0], b[1]); }
static void run_windows(void **b) { windows(N, M, b[0], b[1]); }
static void run_late_reads(void **b) { late_reads(N, M, b[0], b[1]); }
static void run_some_rows(void **b) { some_rows(N, M, b[0], b[1]); }
static void run_rows_in_order(void **b) { rows_in_order(N, M, b[0]); }
static void run_cells(void **b) { cells(13, 17, LENGTH, b[0]); }
static void run_late_calls(void **b) { late_calls(13, 17, LENGTH, b[0]); }
static void run_blocks(void **b) { blocks(10, 11, b[0]); }

#define A1 {{F64, M * M, 0}}
#define A2 {{F64, M * M, 0}, {F64, M * M, 0}}
#define A3 {{F64, M * M, 0}, {F64, M * M, 0}, {F64, M * M, 0}}
const struct nest nests_inner[] = {
    {"inner-dot-product", run_dot_product, A3, 2, {1, 1}, 1, 0, 0, 0, 0},
    {"inner-matvec", run_matvec, {{F64, M * M, 0}, {F64, M, 0}, {F64, M, 0}}, 1, {1}, 1, 0, 0, 0, 1},
    {"inner-filter", run_filter, A2, 1, {1}, 1, 0, 0, 0, 1},
    {"inner-collide", run_collide, A2, 2, {1, 1}, 1, 0, 0, 0, 1},
    {"inner-sparse", run_sparse, {{F64, 8 * M, 0}, {F64, M, 0}, {F64, M, 0}}, 1, {1}, 1, 0, 0, 0, 1},
    {"inner-mandel", run_mandel, {{I32, N * M, 0}}, 2, {1, 1}, 1, 0, 0, 0, 0},
    {"inner-life", run_life, {{U8, N * M, 0}, {U8, N * M, 0}}, 2, {1, 1}, 1, 0, 0, 0, 1},
    {"inner-chol", run_chol, A1, 2, {1, 1}, 1, 0, 0, 0, 1},
    {"inner-scaled", run_scaled, A1, 2, {1, 1}, 1, 0, 0, 0, 0},
    {"inner-searches", run_searches, {{F64, M * M, 0}, {I32, N, 0}, {F64, M * M, 0}}, 2, {1, 1}, 1, 0, 0, 0, 1},
    {"inner-prefixes", run_prefixes, A2, 2, {1, 1}, 1, 0, 0, 0, 0},
    {"inner-windows", run_windows, A2, 2, {1, 1}, 1, 0, 0, 0, 1},
    {"inner-late-reads", run_late_reads, A2, 2, {1, 1}, 1, 0, 0, 0, 0},
    {"inner-some-rows", run_some_rows, {{F64, M * M, 0}, {I32, N, 0}}, 2, {1, 1}, 1, 0, 0, 0, 1},
    {"inner-rows-in-order", run_rows_in_order, A1, 2, {3, 3}, 1, 0, 0, 0, 1},
    {"inner-cells", run_cells, A1, 2, {1, 1}, 1, 0, 0, 0, 1},
    {"inner-late-calls", run_late_calls, A1, 2, {1, 1}, 1, 0, 0, 0, 1},
    {"inner-blocks", run_blocks, A1, 2, {1, 1}, 1, 0, 0, 0, 1},
    {0},
};
