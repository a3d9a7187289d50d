/* nests_dynamic.c - dynamic programming and sweeps as they are usually written. */
#include "nests.h"
#include <math.h>
#include <string.h>

#define MAX(a, b) ((a) > (b) ? (a) : (b))
#define MIN(a, b) ((a) < (b) ? (a) : (b))
enum { N = 37, M = 43, ITEMS = 3 };

static int H[N + 1][M + 1]; /* global arrays with constant extents */
static int L[N + 1][M + 1];

static void smith_waterman(int n, int m, const char *a, const char *b) {
  for (int i = 1; i <= n; i++)
    for (int j = 1; j <= m; j++)
      H[i][j] = MAX(MAX(0, H[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 2 : -1)),
                    MAX(H[i - 1][j] - 1, H[i][j - 1] - 1));
}

static void lcs(int n, int m, const char *a, const char *b) {
  for (int i = 1; i <= n; i++) {
    for (int j = 1; j <= m; j++) {
      if (a[i - 1] == b[j - 1])
        L[i][j] = L[i - 1][j - 1] + 1;
      else
        L[i][j] = MAX(L[i - 1][j], L[i][j - 1]);
    }
  }
}

/* Linearised by a macro, as much code of the field is. */
#define S(i, j) score[(i) * (m + 1) + (j)]
static void needleman_wunsch(int n, int m, const char *a, const char *b, int *score, int gap) {
  for (int i = 1; i <= n; i++)
    for (int j = 1; j <= m; j++) {
      int match = S(i - 1, j - 1) + (a[i - 1] == b[j - 1] ? 1 : -1);
      int del = S(i - 1, j) - gap;
      int ins = S(i, j - 1) - gap;
      S(i, j) = match > del ? MAX(match, ins) : MAX(del, ins);
    }
}
#undef S

static void gotoh(int n, int m, const char *a, const char *b, int (*restrict h)[m + 1],
                  int (*restrict ef)[2 * m + 2]) {
  for (int i = 1; i <= n; i++)
    for (int j = 1; j <= m; j++) {
      ef[i][2 * j] = MAX(ef[i][2 * j - 2] - 1, h[i][j - 1] - 10);
      ef[i][2 * j + 1] = MAX(ef[i - 1][2 * j + 1] - 1, h[i - 1][j] - 10);
      h[i][j] = MAX(MAX(0, h[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 5 : -4)),
                    MAX(ef[i][2 * j], ef[i][2 * j + 1]));
    }
}

/* Edit distance with transpositions: distances (1,1), (2,2). */
static void damerau(int n, int m, const char *a, const char *b, int d[n + 1][m + 1]) {
  for (int i = 2; i <= n; i++)
    for (int j = 2; j <= m; j++) {
      int cost = a[i - 1] != b[j - 1];
      d[i][j] = MIN(MIN(d[i - 1][j] + 1, d[i][j - 1] + 1), d[i - 1][j - 1] + cost);
      if (a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        d[i][j] = MIN(d[i][j], d[i - 2][j - 2] + 1);
    }
}

static void p2p(int m, int n, double grid[m][n]) {
  for (int i = 1; i < m; i++)
    for (int j = 1; j < n; j++)
      grid[i][j] = grid[i - 1][j] + grid[i][j - 1] - grid[i - 1][j - 1];
}

static void roots(int nx, int ny, int nz, float (*A)[ny][nz]) {
  for (int i = 1; i < nx; i++)
    for (int j = 1; j < ny; j++)
      for (int k = 1; k < nz; k++)
        A[i][j][k] = sqrtf(A[i - 1][j][k]) + sqrtf(A[i][j - 1][k]) + sqrtf(A[i][j][k - 1]);
}

static void adi(int nx, int ny, int nz, double (*restrict x)[ny][nz], double (*restrict b)[ny][nz],
                const double (*restrict a)[ny][nz]) {
  for (int i = 1; i < nx; i++)
    for (int j = 1; j < ny; j++)
      for (int k = 1; k < nz; k++) {
        x[i][j][k] -= x[i][j][k - 1] * a[i][j][k] / b[i][j][k - 1] + x[i][j - 1][k] * 0.125 +
                      x[i - 1][j][k] * 0.0625;
        b[i][j][k] -=
            a[i][j][k] * a[i][j][k] / (b[i][j][k - 1] + b[i][j - 1][k] + b[i - 1][j][k] + 4);
      }
}

static void relax(int n, int m, double (*T)[m], double omega) {
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < m - 1; j++)
      T[i][j] = (1.0 - omega) * T[i][j] +
                omega * 0.25 * (T[i - 1][j] + T[i + 1][j] + T[i][j - 1] + T[i][j + 1]);
}

/* Longest path in a grid with weights on the edges: two input arrays. */
static void manhattan(int n, int m, double (*best)[m], const double (*down)[m],
                      const double (*right)[m]) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++)
      best[i][j] = fmax(best[i - 1][j] + down[i][j], best[i][j - 1] + right[i][j]);
}

/* Anti-diagonals of a linear table, each next one longer, then shorter. */
static void longer(int n, int gap, int *table, const int *reference) {
  for (int i = 0; i < n - 2; i++)
    for (int k = 0; k <= i; k++) {
      int at = (k + 1) * n + (i + 1 - k);
      table[at] = MAX(table[at - 1 - n] + reference[at], MAX(table[at - 1] - gap, table[at - n] - gap));
    }
}

static void shorter(int n, int gap, int *table, const int *reference) {
  for (int i = n - 3; i >= 0; i--)
    for (int k = 0; k <= i; k++) {
      int at = (n - k - 2) * n + k + n - i - 2;
      table[at] = MAX(table[at - 1 - n] + reference[at], MAX(table[at - 1] - gap, table[at - n] - gap));
    }
}

/* Which element of the row above is read depends on data. */
static void knapsack(int items, int capacity, const int *restrict weight, const int *restrict value, unsigned (*best)[capacity + 1]) {
  for (int i = 1; i <= items; i++)
    for (int w = 0; w <= capacity; w++) {
      const int need = weight[i - 1] & 31;
      best[i][w] = best[i - 1][w];
      if (w >= need && best[i - 1][w - need] + (value[i - 1] & 1023) > best[i][w])
        best[i][w] = best[i - 1][w - (weight[i - 1] & 31)] + (value[i - 1] & 1023);
    }
}

static void run_longer(void **b) { longer(N, 2, b[0], b[1]); }
static void run_shorter(void **b) { shorter(N, 2, b[0], b[1]); }
static void run_sw(void **b) { smith_waterman(N, M, b[1], b[2]); }
static void run_lcs(void **b) { lcs(N, M, b[1], b[2]); }
static void run_nw(void **b) { needleman_wunsch(N, M, b[1], b[2], b[0], 2); }
static void run_gotoh(void **b) { gotoh(N, M, b[2], b[3], b[0], b[1]); }
static void run_damerau(void **b) { damerau(N, M, b[1], b[2], b[0]); }
static void run_p2p(void **b) { p2p(N, M, b[0]); }
static void run_roots(void **b) { roots(11, 13, 17, b[0]); }
static void run_adi(void **b) { adi(11, 13, 17, b[0], b[1], b[2]); }
static void run_relax(void **b) { relax(N, M, b[0], 1.7); }
static void run_knapsack(void **b) { knapsack(ITEMS, N * M, b[1], b[2], b[0]); }
static void run_manhattan(void **b) { manhattan(N, M, b[0], b[1], b[2]); }

enum { CELLS = (N + 1) * (M + 1), CUBE = 11 * 13 * 17 };

const struct nest nests_dynamic[] = {
    {"smith-waterman", run_sw, {{I32, CELLS, H}, {BASES, N, 0}, {BASES, M, 0}}, 2, {1, 1}, 1, 0, 0, 0, 0},
    {"lcs", run_lcs, {{I32, CELLS, L}, {BASES, N, 0}, {BASES, M, 0}}, 2, {1, 1}, 1, 0, 0, 0, 0},
    {"needleman-wunsch", run_nw, {{I32, CELLS, 0}, {BASES, N, 0}, {BASES, M, 0}}, 2, {1, 1}, 1, 0, 0, 0, 0},
    {"gotoh", run_gotoh, {{I32, CELLS, 0}, {I32, 2 * CELLS, 0}, {BASES, N, 0}, {BASES, M, 0}}, 2, {1, 1}, 1, 0, 0, 0, 0},
    {"damerau", run_damerau, {{I32, CELLS, 0}, {BASES, N, 0}, {BASES, M, 0}}, 2, {2, 2}, 1, 0, 0, 0, 1},
    {"p2p", run_p2p, {{F64, N * M, 0}}, 2, {1, 1}, 1, 0, 0, 0, 0},
    {"roots", run_roots, {{F32, CUBE, 0}}, 3, {1, 1, 1}, 1, 0, 0, 0, 0},
    {"adi", run_adi, {{F64, CUBE, 0}, {F64, CUBE, 0}, {F64, CUBE, 0}}, 3, {1, 1, 1}, 1, 0, 0, 0, 0},
    {"relax", run_relax, {{F64, N * M, 0}}, 2, {1, 1}, 1, 0, 0, 0, 0},
    {"manhattan", run_manhattan, {{F64, N * M, 0}, {F64, N * M, 0}, {F64, N * M, 0}}, 2, {1, 1}, 1, 0, 0, 0, 0},
    {"knapsack", run_knapsack, {{U32, (ITEMS + 1) * (N * M + 1), 0}, {I32, ITEMS, 0}, {I32, ITEMS, 0}}, 1, {1}, ITEMS, 0, 0, 0, 1},
    {"longer-diagonals", run_longer, {{I32, N * N, 0}, {I32, N * N, 0}}, 2, {2, 1}, 1, 0, 0, 0, 0},
    {"shorter-diagonals", run_shorter, {{I32, N * N, 0}, {I32, N * N, 0}}, 2, {2, 1}, 1, 0, 0, 0, 0},
    {0},
};
