/* nests_space.c - shapes of the iteration space, its iterators, its depth, its emptiness. */
#include "nests.h"

enum { N = 31, M = 37 };
typedef double row[M];

static void triangular(int n, row *A) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j <= i; j++)
      A[i][j] = 0.5 * A[i - 1][j] + 0.25 * A[i][j - 1];
}

static void upper_triangular(int n, row *A) {
  for (int i = 1; i < n; i++)
    for (int j = i; j < n; j++)
      A[i][j] = 0.5 * A[i - 1][j] + 0.25 * A[i][j - 1] * A[i - 1][j - 1];
}

static void banded(int n, int w, double (*A)[N + 9]) {
  for (int i = 1; i < n; i++)
    for (int j = i; j < i + w; j++)
      A[i][j] = 0.5 * A[i - 1][j] + 0.25 * A[i][j - 1];
}

static void trapezoid(int n, int m, row *A) {
  for (int i = 1; i < n; i++)
    for (int j = 2 * i + 1; j < m - 3; j++)
      A[i][j] = 0.5 * A[i - 1][j] + 0.25 * A[i][j - 1];
}

static void triangular_down(int n, row *A) {
  for (int i = n - 2; i >= 0; i--)
    for (int j = i + 1; j < n; j++)
      A[i][j] = 0.5 * A[i + 1][j] + 0.25 * A[i][j - 1];
}

static void pyramid(int n, double (*A)[N][17]) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j <= i; j++)
      for (int k = 1; k <= j; k++)
        A[i][j][k] = 0.3 * A[i - 1][j][k] + 0.3 * A[i][j - 1][k] + 0.3 * A[i][j][k - 1];
}

static void not_equal(int n, int m, row *A) {
  for (int i = 1; i != n; i++)
    for (int j = m - 2; j != -1; j--)
      A[i][j] = 0.5 * A[i - 1][j] + 0.25 * A[i][j + 1];
}

static void four(int n, double (*A)[7][9][11]) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < 7; j++)
      for (int k = 0; k < 9; k++)
        for (int l = 1; l < 11; l++)
          A[i][j][k][l] = 0.5 * A[i - 1][j][k][l] + 0.25 * A[i][j - 1][k][l] + 0.125 * A[i][j][k][l - 1];
}

static void five(int n, float (*A)[5][6][7][8]) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < 5; j++)
      for (int k = 1; k < 6; k++)
        for (int l = 1; l < 7; l++)
          for (int h = 1; h < 8; h++)
            A[i][j][k][l][h] = 0.25f * A[i - 1][j][k][l][h] + 0.25f * A[i][j - 1][k - 1][l][h] +
                               0.25f * A[i][j][k][l - 1][h] + 0.25f * A[i][j][k][l][h - 1];
}

static void multiply_ijk(int n, int m, int l, double (*C)[m], double (*A)[l], double (*B)[m]) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      for (int k = 0; k < l; k++)
        C[i][j] += A[i][k] * B[k][j];
}

static void multiply_kij(int n, int m, int l, float (*restrict C)[m], const float (*restrict A)[l],
                         const float (*restrict B)[m]) {
  for (int k = 0; k < l; k++)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < m; j++)
        C[i][j] += A[i][k] * B[k][j];
}

static void row_sums(int n, int m, double *s, double *t, row *A) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      s[i] += A[i][j];
      t[j] = t[j] * 0.5 + A[i][j];
    }
}

static void independent(int n, int m, row *A, row *B) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      A[i][j] = B[i][j] * B[i][j] + 1.0 / (1.0 + B[i][j]);
}

static void in_time(int steps, int n, double *x, row *force) {
  for (int t = 0; t < steps; t++)
    for (int i = 0; i < n; i++)
      x[i] = x[i] * 0.9 + force[t][i] * 0.1;
}

static void in_time_3d(int steps, int n, int m, row *A, double (*force)[9][11]) {
  for (int t = 0; t < steps; t++)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < m; j++)
        A[i][j] = A[i][j] * 0.9 + force[t][i][j];
}

static void output_in_time(int steps, int n, int m, row *A, const double *phase) {
  for (int t = 0; t < steps; t++)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < m; j++)
        A[i][j] = phase[t] * (i + 1) + j;
}

/* Iterators that live on after the nest. */
static void outside(int n, int m, row *A, long *exits) {
  int i, j;
  for (i = 1; i < n; i++)
    for (j = 1; j < m; j++)
      A[i][j] = 0.5 * A[i - 1][j] + 0.25 * A[i][j - 1];
  exits[0] = i;
  exits[1] = j;
}

static void outside_down(int n, int m, row *A, long *exits) {
  long i = -5;
  int j = 77;
  for (i = n - 3; i >= 1; i -= 2)
    for (j = 2; j < m; j += 3)
      A[i][j] = 0.5 * A[i + 2][j] + 0.25 * A[i][j - 1];
  exits[0] = i;
  exits[1] = j;
}

static void outside_unsigned(int n, row *A, long *exits) {
  unsigned i;
  int j = -1;
  for (i = 1; i < (unsigned)n; i++)
    for (j = 1; j < n - 3; ++j)
      A[i][j] = 0.5 * A[i - 1][j] + 0.25 * A[i][j - 1];
  exits[0] = i;
  exits[1] = j;
}

/* The inner iterator keeps its old value when the outer loop never runs. */
static void outside_empty(int n, int m, row *A, long *exits) {
  int i = 5, j = 77;
  for (i = 1; i < n; i++)
    for (j = 1; j < m; j++)
      A[i][j] = 0.5 * A[i - 1][j] + 0.25 * A[i][j - 1];
  exits[0] = i;
  exits[1] = j;
}

static void size_iterators(size_t n, size_t m, row *A) {
  for (size_t i = 1; i < n; i++)
    for (size_t j = 1; j < m; j++)
      A[i][j] = 0.5 * A[i - 1][j] + 0.25 * A[i][j - 1];
}

static void unsigned_iterators(unsigned n, unsigned m, row *A) {
  for (unsigned i = 1; i < n; ++i)
    for (unsigned j = 1; j < m; ++j)
      A[i][j] = 0.5 * A[i - 1][j] + 0.25 * A[i][j - 1] * j;
}

static void long_iterators(long n, int m, row *A) {
  for (long i = 1; i < n; i++)
    for (int j = 1; j < m; j++)
      A[i][j] = 0.5 * A[i - 1][j] + 0.25 * A[i][j - 1];
}

static void plain(int n, int m, row *A) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++)
      A[i][j] = 0.5 * A[i - 1][j] + 0.25 * A[i][j - 1];
}

static void run_triangular(void **b) { triangular(N, b[0]); }
static void run_upper_triangular(void **b) { upper_triangular(N, b[0]); }
static void run_banded(void **b) { banded(N, 9, b[0]); }
static void run_trapezoid(void **b) { trapezoid(N, M, b[0]); }
static void run_triangular_down(void **b) { triangular_down(N, b[0]); }
static void run_pyramid(void **b) { pyramid(17, b[0]); }
static void run_not_equal(void **b) { not_equal(N, M, b[0]); }
static void run_four(void **b) { four(6, b[0]); }
static void run_five(void **b) { five(6, b[0]); }
static void run_ijk(void **b) { multiply_ijk(17, 19, 15, b[0], b[1], b[2]); }
static void run_kij(void **b) { multiply_kij(17, 19, 15, b[0], b[1], b[2]); }
static void run_row_sums(void **b) { row_sums(N, M, b[0], b[1], b[2]); }
static void run_independent(void **b) { independent(N, M, b[0], b[1]); }
static void run_in_time(void **b) { in_time(N, M, b[0], b[1]); }
static void run_in_time_3d(void **b) { in_time_3d(13, 9, 11, b[0], b[1]); }
static void run_output_in_time(void **b) { output_in_time(7, N, M, b[0], b[1]); }
static void run_outside(void **b) { outside(N, M, b[0], b[1]); }
static void run_outside_down(void **b) { outside_down(N, M, b[0], b[1]); }
static void run_outside_unsigned(void **b) { outside_unsigned(N, b[0], b[1]); }
static void run_outside_empty(void **b) { outside_empty(1, M, b[0], b[1]); }
static void run_outside_empty_inner(void **b) { outside_empty(N, 1, b[0], b[1]); }
static void run_size(void **b) { size_iterators(N, M, b[0]); }
static void run_unsigned(void **b) { unsigned_iterators(N, M, b[0]); }
static void run_long(void **b) { long_iterators(N, M, b[0]); }
static void run_empty(void **b) { plain(0, M, b[0]); }
static void run_negative(void **b) { plain(-7, M, b[0]); }
static void run_point(void **b) { plain(2, 2, b[0]); }
static void run_line(void **b) { plain(2, M, b[0]); }
static void run_column(void **b) { plain(N, 2, b[0]); }
static void run_tiny(void **b) { plain(3, 4, b[0]); }

#define GRID {F64, N * M, 0}
#define EXITS {I64, 3, 0}
const struct nest nests_space[] = {
    {"triangular", run_triangular, {GRID}, 2, {1, 1}, 1, 0, 0, 0, 0},
    {"triangular-upper", run_upper_triangular, {GRID}, 2, {1, 1}, 1, 0, 0, 0, 0},
    {"banded", run_banded, {{F64, N * (N + 9), 0}}, 2, {1, 1}, 1, 0, 0, 0, 0},
    {"trapezoid", run_trapezoid, {GRID}, 2, {1, 1}, 1, 0, 0, 0, 0},
    {"triangular-down", run_triangular_down, {GRID}, 2, {1, 1}, 1, 0, 0, 0, 0},
    {"pyramid", run_pyramid, {{F64, 17 * N * 17, 0}}, 3, {1, 1, 1}, 1, 0, 0, 0, 0},
    {"not-equal", run_not_equal, {GRID}, 2, {1, 1}, 1, 0, 0, 0, 0},
    {"four", run_four, {{F64, 6 * 7 * 9 * 11, 0}}, 4, {1, 1, 0, 1}, 1, 0, 0, 0, 0},
    {"five", run_five, {{F32, 6 * 5 * 6 * 7 * 8, 0}}, 5, {1, 1, 1, 1, 1}, 1, 0, 0, 0, 0},
    {"multiply-ijk", run_ijk, {{F64, 17 * 19, 0}, {F64, 17 * 15, 0}, {F64, 15 * 19, 0}}, 3, {0, 0, 1}, 1, 0, 0, 0, 0},
    {"multiply-kij", run_kij, {{F32, 17 * 19, 0}, {F32, 17 * 15, 0}, {F32, 15 * 19, 0}}, 3, {1, 0, 0}, 1, 0, 0, 0, 0},
    {"row-sums", run_row_sums, {{F64, N, 0}, {F64, M, 0}, GRID}, 2, {1, 1}, 1, 0, 0, 0, 0},
    {"independent", run_independent, {GRID, GRID}, 2, {0, 0}, 1, 0, 0, 0, 0},
    {"in-time", run_in_time, {{F64, M, 0}, GRID}, 2, {1, 0}, 1, 0, 0, 0, 0},
    {"in-time-3d", run_in_time_3d, {GRID, {F64, 13 * 9 * 11, 0}}, 3, {1, 0, 0}, 1, 0, 0, 0, 0},
    {"output-in-time", run_output_in_time, {GRID, {F64, 7, 0}}, 3, {1, 0, 0}, 1, 0, 0, 0, 0},
    {"outside", run_outside, {GRID, EXITS}, 2, {1, 1}, 1, 0, 0, 0, 0},
    {"outside-unsigned", run_outside_unsigned, {GRID, EXITS}, 2, {1, 1}, 1, 0, 0, 0, 0},
    {"outside-empty", run_outside_empty, {GRID, EXITS}, 2, {1, 1}, 0, 0, 0, 0, 0},
    {"outside-empty-inner", run_outside_empty_inner, {GRID, EXITS}, 2, {1, 1}, 0, 0, 0, 0, 0},
    {"size-iterators", run_size, {GRID}, 2, {1, 1}, 1, 0, 0, 0, 0},
    {"unsigned-iterators", run_unsigned, {GRID}, 2, {1, 1}, 1, 0, 0, 0, 0},
    {"long-iterators", run_long, {GRID}, 2, {1, 1}, 1, 0, 0, 0, 0},
    {"empty", run_empty, {GRID}, 2, {1, 1}, 0, 0, 0, 0, 0},
    {"negative", run_negative, {GRID}, 2, {1, 1}, 0, 0, 0, 0, 0},
    {"point", run_point, {GRID}, 2, {1, 1}, 1, 0, 0, 1, 0},
    {"line", run_line, {GRID}, 2, {1, 1}, 1, 0, 0, 1, 0},
    {"column", run_column, {GRID}, 2, {1, 1}, 1, 0, 0, 1, 0},
    {"tiny", run_tiny, {GRID}, 2, {1, 1}, 1, 0, 0, 1, 0},
    {"outside-down", run_outside_down, {GRID, EXITS}, 2, {1, 1}, 1, 0, 0, 0, 0},
    {0},
};
