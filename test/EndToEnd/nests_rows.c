/* nests_rows.c - rows reached through pointers; elements read at subscripts that depend on data. */
#include "nests.h"
#include <stdlib.h>

enum { N = 29, M = 33 };

static void rows(int n, int m, double **a) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++)
      a[i][j] = 0.5 * a[i - 1][j] + 0.25 * a[i][j - 1];
}

struct matrix { int n, m; float **a; };
static void rows_of_member(struct matrix *s, const double *const *b) {
  for (int i = 1; i < s->n; i++)
    for (int j = 1; j < s->m; j++) {
      float *row = s->a[i];
      row[j] = 0.5f * s->a[i - 1][j] + (float)b[i - 1][j - 1];
    }
}

static double *table[N];
static void rows_of_table(int m) {
  for (int i = 1; i < N; i++)
    for (int j = 1; j < m; j++)
      table[i][j] = 0.5 * table[i - 1][j] + 0.25 * table[i][j - 1];
}

static void rows_of_branches(int n, int m, const double *b, double **a) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++)
      if (b[j] < 0.5)
        a[i][j] = 0.5 * a[i - 1][j - 1];
      else
        a[i][j] = a[i - 1][j] > a[i][j - 1] ? 0.75 * a[i - 1][j] : a[i][j - 1];
}

/* Rows of rows, of which the corners are not read. */
static void rows_of_rows(int l, int n, int m, double ***u) {
  for (int i = 1; i < l; i++)
    for (int j = 1; j < n; j++)
      for (int k = 1; k < m; k++)
        u[i][j][k] = 0.5 * u[i - 1][j][k] + 0.25 * u[i][j - 1][k] + 0.125 * u[i][j][k - 1];
}

/* A residual with partial sums of a line, as in NPB MG. */
static void residual(int l, int n, int m, double ***u, double ***r, double *c) {
  double u1[M], u2[M];
  for (int i = 1; i < l - 1; i++)
    for (int j = 1; j < n - 1; j++) {
      for (int k = 0; k < m; k++) {
        u1[k] = u[i][j - 1][k] + u[i][j + 1][k] + u[i - 1][j][k] + u[i + 1][j][k];
        u2[k] = u[i - 1][j - 1][k] + u[i - 1][j + 1][k] + u[i + 1][j - 1][k] + u[i + 1][j + 1][k];
      }
      for (int k = 1; k < m - 1; k++)
        r[i][j][k] = u[i][j][k] - c[0] * (u2[k] + u1[k - 1] + u1[k + 1]) - c[1] * (u2[k - 1] + u2[k + 1]);
    }
}

struct cell { double x, y; };
static void rows_of_cells(int n, int m, struct cell **c) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++)
      c[i][j].x = 0.5 * c[i - 1][j].x + 0.25 * c[i][j - 1].y;
}

/* The same arguments every time, other rows behind them: nothing may be remembered of those. */
static void rows_change(int n, int m, double **a) {
  double *middle = a[n / 2];
  rows(n, m, a);
  a[n / 2] = a[n / 2 - 1] + 1; /* declined */
  rows(n, m, a);
  a[n / 2] = a[n / 2 - 1]; /* declined */
  rows(n, m, a);
  a[n / 2] = middle;
  for (int r = 0; r < 3; r++) {
    double *first = a[r];
    a[r] = a[n - 1 - r];
    a[n - 1 - r] = first;
    rows(n, m, a);
  }
}

static void rows_and_array(int n, int m, double **a, double *b) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++)
      a[i][j] = 0.5 * a[i - 1][j] + b[j];
}

static int score[256][256];
static void any_subscript(int n, int m, int (*d)[m], const unsigned char *a, const unsigned char *b) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++)
      d[i][j] = d[i - 1][j - 1] + score[a[i - 1]][b[j - 1]];
}

static void bytes_subscript(int n, int m, int (*d)[m], const unsigned char *a, int (*s)[256]) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++)
      d[i][j] = d[i - 1][j] + s[a[i - 1]][a[j - 1]];
}

static void restrict_subscript(int n, int m, int (*restrict d)[m], const unsigned char *a,
                               const int *restrict s) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++)
      d[i][j] = d[i - 1][j] + s[a[i - 1] * 16 + a[j - 1]];
}

/* list = rows of memory in an order of their own, with gaps; pointers of their own type, as optimizers expect. */
#define ROWS_IN(list, memory, n, bytes) \
  do { \
    list = malloc((n) * sizeof *(list)); \
    for (int row = 0; row < (n); row++) \
      (list)[row] = (void *)((char *)(memory) + (row * 11 % (n)) * (bytes)); \
  } while (0)
static void run_rows(void **b) {
  double **a;
  ROWS_IN(a, b[0], N, (M + 2) * sizeof **a);
  rows(N, M, a);
  free(a);
}
static void run_rows_of_member(void **b) {
  float **a;
  ROWS_IN(a, b[0], N, M * sizeof **a);
  double **c;
  ROWS_IN(c, b[1], N, M * sizeof **c);
  c[3] = c[4]; /* only read */
  struct matrix s = {N, M, a};
  rows_of_member(&s, (const double *const *)c);
  free(a);
  free(c);
}
static void run_rows_of_table(void **b) {
  for (int i = 0; i < N; i++)
    table[i] = (double *)b[0] + i * M;
  rows_of_table(M);
}
static void run_rows_of_branches(void **b) {
  double **a;
  ROWS_IN(a, b[0], N, M * sizeof **a);
  rows_of_branches(N, M, b[1], a);
  free(a);
}
/* Pages of L rows each; NULL where no row is read. */
enum { L = 7, P = 9 };
static double ***pages_in(double *memory, double **rows) {
  double ***pages = malloc(L * sizeof *pages);
  for (int i = 0; i < L; i++) {
    pages[i] = rows + i * P;
    for (int j = 0; j < P; j++)
      pages[i][j] = memory + (i * P + j) * 5 % (L * P) * M;
  }
  return pages;
}
static void run_rows_of_rows(void **b) {
  double *rows[L * P], ***u = pages_in(b[0], rows);
  u[0][0] = NULL;
  double *second = u[2][3];
  u[2][3] = u[3][2] + 1; /* declined */
  rows_of_rows(L, P, M, u);
  u[2][3] = second;
  rows_of_rows(L, P, M, u);
  free(u);
}
static void run_residual(void **b) {
  double *rows[2][L * P], ***u = pages_in(b[0], rows[0]), ***r = pages_in(b[1], rows[1]);
  r[0] = NULL;
  residual(L, P, M, u, r, b[2]);
  free(u);
  free(r);
}
static void run_rows_of_cells(void **b) {
  struct cell **c;
  ROWS_IN(c, b[0], N, M * sizeof **c);
  rows_of_cells(N, M, c);
  free(c);
}
static void run_rows_change(void **b) {
  double **a;
  ROWS_IN(a, b[0], N, (M + 2) * sizeof **a);
  rows_change(N, M, a);
  free(a);
}
static void run_rows_and_array(void **b) {
  double **a;
  ROWS_IN(a, b[0], N, M * sizeof **a);
  rows_and_array(N, M, a, a[N / 2]);
  rows_and_array(N, M, a, b[1]);
  free(a);
}
static void fill_score(void) { /* as a region of 65536 tiles it would take longer than all other nests */
#pragma tilepipe off
  for (int i = 0; i < 256 * 256; i++)
    score[i / 256][i % 256] = (i / 256 * 31 ^ i * 17) % 23 - (i % 257 == 0);
}
static void run_any_subscript(void **b) { fill_score(); any_subscript(N, M, b[0], b[1], b[2]); }
static void run_bytes_subscript(void **b) { fill_score(); bytes_subscript(N, M, b[0], b[1], score); }
static void run_restrict_subscript(void **b) { fill_score(); restrict_subscript(N, M, b[0], b[1], score[0]); }

#define NEST(name, f, ran, declined, ...) \
  {name, run_##f, {__VA_ARGS__}, 2, {1, 1}, ran, declined, 0, 0, 1}
const struct nest nests_rows[] = {
    NEST("rows", rows, 1, 0, {F64, N * (M + 2), 0}),
    NEST("rows-of-member", rows_of_member, 1, 0, {F32, N * M, 0}, {F64, N * M, 0}),
    NEST("rows-of-table", rows_of_table, 1, 0, {F64, N * M, 0}),
    NEST("rows-of-branches", rows_of_branches, 1, 0, {F64, N * M, 0}, {F64, M, 0}),
    NEST("rows-of-cells", rows_of_cells, 1, 0, {F64, N * M * 2, 0}),
    NEST("rows-change", rows_change, 4, 2, {F64, N * (M + 2), 0}),
    NEST("rows-and-array", rows_and_array, 1, 1, {F64, N * M, 0}, {F64, M, 0}),
    {"rows-of-rows", run_rows_of_rows, {{F64, L * P * M, 0}}, 3, {1, 1, 1}, 1, 1, 0, 0, 1},
    {"residual", run_residual, {{F64, L * P * M, 0}, {F64, L * P * M, 0}, {F64, 2, 0}}, 2, {0, 0}, 1, 0, 0, 0, 1},
    {"any-subscript", run_any_subscript, {{I32, N * M, 0}, {U8, N, 0}, {U8, M, 0}}, 2, {1, 1}, 1, 0, 0, 0, 0},
    {"bytes-subscript", run_bytes_subscript, {{I32, N * M, 0}, {U8, M, 0}}, 2, {1, 0}, 1, 0, 0, 0, 1},
    {"restrict-subscript", run_restrict_subscript, {{I32, N * M, 0}, {U8, M, 0}}, 2, {1, 0}, 1, 0, 0, 0, 1},
    {0},
};
