/* nests_strides.c - loops whose steps are values that are fixed during the nest: blocks, tiled by hand. And headers that
 * step several variables, as such loops have them. */
#include "nests.h"

#define LEAST(a, b) ((a) < (b) ? (a) : (b))
#define GREATEST(a, b) ((a) > (b) ? (a) : (b))

enum { N = 29, M = 31 };
typedef double row[M];

/* The order of additions into one element is that of the blocks. */
static void product(int n, int block, const double *restrict a, const double *restrict b, double *restrict c) {
  for (int ii = 0; ii < n; ii += block)
    for (int kk = 0; kk < n; kk += block)
      for (int jj = 0; jj < n; jj += block)
        for (int i = ii; i < LEAST(ii + block, n); i++)
          for (int k = kk; k < LEAST(kk + block, n); k++)
            for (int j = jj; j < LEAST(jj + block, n); j++)
              c[i * n + j] += a[i * n + k] * b[k * n + j];
}

/* Each block waits for the one above and the one to the left. */
static void blocks(int n, int m, int high, int wide, row *A) {
  for (int ii = 1; ii < n; ii += high)
    for (int jj = 1; jj < m; jj += wide)
      for (int i = ii; i < LEAST(ii + high, n); i++)
        for (int j = jj; j < LEAST(jj + wide, m); j++)
          A[i][j] = 0.5 * (A[i - 1][j] + A[i][j - 1]) - A[i][j];
}

/* Downwards, by a long, in iterators of C89; statements of blocks beside each other. */
static void down(int n, long block, double *restrict a, double *restrict b, const double *restrict c) {
  int ii, i;
  for (ii = n - 1; ii >= 0; ii -= block) {
    for (i = ii; i > GREATEST(ii - block, -1); i--)
      a[i] = c[i] * 0.5 + a[i];
    for (i = ii; i > GREATEST(ii - block, -1); i--)
      b[i] = a[i] - b[i];
  }
}

/* Elements in the midst of rows; between the loops, and in a structure. */
struct shape {
  int n, m, step;
};
static void columns(const struct shape *s, row *restrict A, row *restrict B) {
  for (int i = 0; i < s->n; i++) {
    const double weight = 0.125 * i;
    for (int j = 2; j < s->m; j += s->step)
      A[i][j] = A[i][j] * weight + B[i][j - 1];
  }
}

/* A sum over every so many elements, inside the statement. */
static void rests(int n, int m, int step, row *restrict A, double *restrict sum) {
  for (int i = 0; i < n; i++) {
    double all = 0;
    for (int j = i % 2; j < m; j += step)
      all = all * 0.5 + A[i][j];
    sum[i] = all;
  }
}

/* The upper blocks: the inner loop starts where the outer one is. */
static void upper(int n, unsigned block, row *restrict A, row *restrict B) {
  for (unsigned ii = 0; ii < (unsigned)n; ii += block)
    for (unsigned jj = ii; jj < (unsigned)n; jj += block)
      for (unsigned i = ii; i < LEAST(ii + block, (unsigned)n); i++)
        for (unsigned j = jj; j < LEAST(jj + block, (unsigned)n); j++)
          A[i][j] = A[i][j] * B[j][i] + 0.5;
}

/* Two passes over blocks on one grid: the second one reads what the first one wrote in its block and the one before. */
static void passes(int steps, int n, int block, double *restrict a, double *restrict b) {
  for (int t = 0; t < steps; t++) {
    for (int ii = 1; ii < n; ii = ii + block)
      for (int i = ii; i < LEAST(ii + block, n); i++)
        a[i] = b[i] * 0.5 + a[i];
    for (int jj = 1; jj < n; jj = block + jj)
      for (int j = jj; j < LEAST(jj + block, n); j++)
        b[j] = a[j] - a[j] * b[j];
  }
}

/* Where an element is needed that a later block writes, blocks run one after the other all the same. */
static void shifted(int n, int m, int block, row *A) {
  for (int ii = 0; ii < n; ii += block)
    for (int jj = 0; jj < m - 1; jj += block)
      for (int i = ii; i < LEAST(ii + block, n); i++)
        for (int j = jj; j < LEAST(jj + block, m - 1); j++)
          A[i][j] = 0.5 * A[i][j + 1] - A[i][j];
}

/* Headers with several variables: places in a block, and from the other end. */
static void packed(int n, int m, int jj, int size, const double *restrict from, double *restrict to) {
  int i, j, ig, jg;
  for (jg = jj, j = 0; jg < LEAST(jj + size, n); j++, jg++)
    for (ig = 1, i = m; ig < m; --i, ig += 2)
      to[m * j + i - 1] = from[m * jg + ig] + 0.5 * to[m * j + i - 1];
}
static void mirrored(int n, int m, row *restrict A, row *restrict B, double *restrict c) {
  int i, j, k;
  for (i = 1; i < n; i++) {
    for (j = 1, k = 0; j < m; j++, k++)
      A[i][j] = A[i - 1][k] * 0.5 + B[i][k];
    for (k = m - 1, j = 0; k >= 0; k--, j++)
      c[i] = c[i] * 0.25 + A[i][j] * B[i][k];
  }
}

/* Neighbours in a table beside elements of known rows. */
static void neighbours(int n, int m, const int *restrict up, const double *restrict a, double *restrict b) {
  for (int j = 0; j < m; j++)
    for (int i = 0; i < n; i++) {
      int k = i + n * j;
      b[k] = a[up[i] + n * j] - a[k] * b[k];
    }
}

static void run_neighbours(void **b) {
  int up[N];
  for (int i = 0; i < N; i++)
    up[i] = i ? i - 1 : 0;
  neighbours(N, M, up, b[0], b[1]);
}
static void run_packed(void **b) { packed(N, M, 3, 20, b[0], b[1]); }
static void run_mirrored(void **b) { mirrored(N, M, b[0], b[1], b[2]); }
static void run_product(void **b) { product(N, 4, b[0], b[1], b[2]); }
static void run_product_ones(void **b) { product(N - 10, 1, b[0], b[1], b[2]); }
static void run_blocks(void **b) { blocks(N, M, 3, 5, b[0]); }
static void run_down(void **b) { down(N * M, 7, b[0], b[1], b[2]); }
static void run_columns(void **b) {
  struct shape s = {N, M, 3};
  columns(&s, b[0], b[1]);
}
static void run_rests(void **b) { rests(N, M, 3, b[0], b[1]); }
static void run_upper(void **b) { upper(N, 4, b[0], b[1]); }
static void run_passes(void **b) { passes(6, N * M, 11, b[0], b[1]); }
static void run_shifted(void **b) { shifted(N, M, 4, b[0]); }

#define S {F64, N * M, 0}
const struct nest nests_strides[] = {
    {"stride-product", run_product, {S, S, S}, 3, {1, 1, 1}, 1, 0, 0, 0, 1},
    {"stride-product-ones", run_product_ones, {S, S, S}, 3, {1, 1, 1}, 1, 0, 0, 0, 1},
    {"stride-blocks", run_blocks, {S}, 2, {1, 1}, 1, 0, 0, 0, 1},
    {"stride-down", run_down, {S, S, S}, 1, {1}, 1, 0, 0, 0, 1},
    {"stride-columns", run_columns, {S, S}, 2, {1, 1}, 1, 0, 0, 0, 1},
    {"stride-rests", run_rests, {S, S}, 1, {1}, 1, 0, 0, 0, 1},
    {"stride-upper", run_upper, {S, S}, 2, {1, 1}, 1, 0, 0, 0, 1},
    {"stride-passes", run_passes, {S, S}, 2, {1, 1}, 1, 0, 0, 0, 1},
    {"stride-shifted", run_shifted, {S}, 2, {1, 1}, 1, 0, 0, 0, 1},
    {"stride-neighbours", run_neighbours, {S, S}, 2, {1, 1}, 1, 0, 0, 0, 1},
    {"followers-packed", run_packed, {S, S}, 2, {1, 1}, 1, 0, 0, 0, 1},
    {"followers-mirrored", run_mirrored, {S, S, S}, 2, {1, 1}, 1, 0, 0, 0, 1},
    {0},
};
