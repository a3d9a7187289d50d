/* nests_held.c - elements that jammed rows hold in variables. */
#include "nests.h"

enum { I = 7, N = 53, M = 71 };

/* Of each type: the element keeps its width and its sign. */
static void bytes(int n, int m, signed char (*A)[M]) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++)
      A[i][j] = (signed char)(A[i - 1][j] * 3 + A[i][j - 1] * 5 - A[i - 1][j - 1] + 7);
}

static void unsigned_bytes(int n, int m, unsigned char (*A)[M]) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++)
      A[i][j] = A[i - 1][j] + 200 * A[i][j - 1] + (A[i - 1][j - 1] >> 1);
}

static void shorts(int n, int m, short (*A)[M]) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++)
      A[i][j] = A[i - 1][j] * A[i][j - 1] + 3;
}

static void words(int n, int m, unsigned long long (*A)[M]) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++)
      A[i][j] = (A[i - 1][j] << 7 | A[i - 1][j] >> 57) ^ A[i][j - 1] * 0x9e3779b97f4a7c15u ^ A[i - 1][j - 1];
}

/* Rounded to a shorter type at each point. */
static void rounded(int n, int m, float (*A)[M]) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++)
      A[i][j] = (float)(0.3 * A[i - 1][j] + 0.6 * A[i][j - 1] + 0.1 * A[i - 1][j - 1]);
}

static void extended(int n, int m, long double (*A)[M]) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++)
      A[i][j] = A[i - 1][j] / 3 + A[i][j - 1] / 7;
}

/* Written in some branches only, and what is not written stays. */
static void sometimes(int n, int m, int (*A)[M], const int *x) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++) {
      if (x[j] & 1)
        A[i][j] = A[i][j - 1] + A[i - 1][j] % 9;
      else if (x[j] & 2)
        A[i][j] = A[i - 1][j - 1] - 1;
    }
}

/* The element is read as it was, and again when it is written. */
static void twice(int n, int m, double (*A)[M]) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++) {
      A[i][j] = 0.5 * A[i][j] + 0.25 * A[i][j - 1];
      A[i][j] += 0.125 * A[i - 1][j] + A[i][j - 1] * 1e-3;
    }
}

/* Shifted subscripts, and bounds inside. */
static void shifted(int n, int m, double (*A)[M]) {
  for (int i = 3; i < n - 2; i++)
    for (int j = 2; j < m - 4; j++)
      A[i - 1][j + 3] = 0.5 * A[i - 2][j + 3] + 0.3 * A[i - 1][j + 2] - 0.1 * A[i - 2][j + 2];
}

/* Rows along the first dimension. */
static void columns(int n, int m, double (*A)[N]) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++)
      A[j][i] = 0.5 * A[j][i - 1] + 0.3 * A[j - 1][i] - 0.1 * A[j - 1][i - 1];
}

/* Planes around, and a neighbour that is not held. */
static void planes(int l, int n, int m, double (*A)[N][M]) {
  for (int k = 1; k < l; k++)
    for (int i = 1; i < n; i++)
      for (int j = 1; j < m; j++)
        A[k][i][j] = 0.4 * A[k][i][j - 1] + 0.3 * A[k][i - 1][j] + 0.2 * A[k - 1][i][j] + 0.1 * A[k - 1][i - 1][j - 1];
}

/* Gauss-Seidel in place: what lies ahead is read from memory. */
static void ahead(int n, int m, double (*A)[M]) {
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < m - 1; j++)
      A[i][j] = 0.25 * (A[i - 1][j] + A[i + 1][j] + A[i][j - 1] + A[i][j + 1]);
}

/* A time loop around. */
static void sweeps(int steps, int n, int m, double (*A)[M]) {
  for (int t = 0; t < steps; t++)
    for (int i = 1; i < n; i++)
      for (int j = 1; j < m; j++)
        A[i][j] = 0.5 * A[i][j] + 0.2 * A[i - 1][j] + 0.2 * A[i][j - 1] + 0.1 * A[i - 1][j - 1];
}

/* Two arrays that need each other. */
static void both(int n, int m, double (*A)[M], double (*B)[M]) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++) {
      A[i][j] = 0.5 * A[i][j - 1] + 0.3 * B[i - 1][j];
      B[i][j] = 0.5 * B[i][j - 1] + 0.3 * A[i][j] + 0.1 * A[i - 1][j];
    }
}

/* A macro's arguments, evaluated several times; names that a held name is part of. */
#define LARGER(x, y) ((x) > (y) ? (x) : (y))
static void macros(int n, int m, int (*H)[M], const int *GH) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++)
      H[i][j] = LARGER(LARGER(H[i - 1][j] - 1, H[i][j - 1] - 1), LARGER(0, H[i - 1][j - 1] + (GH[j - 1] & 3) - 1));
}

/* Rows that only know their own. */
static void alone(int n, int m, double (*A)[M], const double *x) {
  for (int i = 0; i < n; i++)
    for (int j = 1; j < m; j++)
      A[i][j] = A[i][j - 1] * 0.75 + x[j] * A[i][j];
}

/* Numbers that branches choose from: dynamic time warping. */
#define LESSER(x, y) ((x) < (y) ? (x) : (y))
static void warping(int n, int m, double (*D)[M], const double *a, const double *b) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++)
      D[i][j] = (a[i] - b[j]) * (a[i] - b[j]) + LESSER(LESSER(D[i - 1][j], D[i][j - 1]), D[i - 1][j - 1]);
}

/* Iterators that are set from coordinates inside each point. */
static void sizes(size_t n, size_t m, double (*A)[M]) {
  for (size_t i = 1; i < n; i++)
    for (size_t j = 1; j < m; j++)
      A[i][j] = 0.5 * A[i - 1][j] + 0.3 * A[i][j - 1] + 0.125 * A[i - 1][j - 1];
}

static void naturals(unsigned n, unsigned m, int (*A)[M], const int *x) {
  for (unsigned i = 1; i < n; i++)
    for (unsigned long long j = 2; j < m - 1; j++)
      if (x[j] & 1)
        A[i][j + 1] = A[i - 1][j + 1] > A[i][j] ? A[i - 1][j + 1] - 3 : A[i][j] + (int)(i % 5);
      else
        A[i][j + 1] = A[i - 1][j] ^ (int)j;
}

static void run_sizes(void **b) { sizes(N, M, b[0]); }
static void run_naturals(void **b) { naturals(N, M, b[0], b[1]); }
static void run_warping(void **b) { warping(N, M, b[0], b[1], b[2]); }
static void run_bytes(void **b) { bytes(N, M, b[0]); }
static void run_unsigned_bytes(void **b) { unsigned_bytes(N, M, b[0]); }
static void run_shorts(void **b) { shorts(N, M, b[0]); }
static void run_words(void **b) { words(N, M, b[0]); }
static void run_rounded(void **b) { rounded(N, M, b[0]); }
static void run_extended(void **b) { extended(N, M, b[0]); }
static void run_sometimes(void **b) { sometimes(N, M, b[0], b[1]); }
static void run_twice(void **b) { twice(N, M, b[0]); }
static void run_shifted(void **b) { shifted(N, M, b[0]); }
static void run_columns(void **b) { columns(N, M, b[0]); }
static void run_planes(void **b) { planes(I, N, M, b[0]); }
static void run_ahead(void **b) { ahead(N, M, b[0]); }
static void run_sweeps(void **b) { sweeps(I, N, M, b[0]); }
static void run_both(void **b) { both(N, M, b[0], b[1]); }
static void run_macros(void **b) { macros(N, M, b[0], b[1]); }
static void run_alone(void **b) { alone(N, M, b[0], b[1]); }

const struct nest nests_held[] = {
    {"held-bytes", run_bytes, {{I8, N * M, 0}}, 2, {1, 1}, 1, 0, 0, 0, 0},
    {"held-unsigned-bytes", run_unsigned_bytes, {{U8, N * M, 0}}, 2, {1, 1}, 1, 0, 0, 0, 0},
    {"held-shorts", run_shorts, {{I16, N * M, 0}}, 2, {1, 1}, 1, 0, 0, 0, 0},
    {"held-words", run_words, {{U64, N * M, 0}}, 2, {1, 1}, 1, 0, 0, 0, 0},
    {"held-rounded", run_rounded, {{F32, N * M, 0}}, 2, {1, 1}, 1, 0, 0, 0, 0},
    {"held-extended", run_extended, {{F80, N * M, 0}}, 2, {1, 1}, 1, 0, 0, 0, 0},
    {"held-sometimes", run_sometimes, {{I32, N * M, 0}, {I32, M, 0}}, 2, {1, 1}, 1, 0, 0, 0, 1},
    {"held-twice", run_twice, {{F64, N * M, 0}}, 2, {1, 1}, 1, 0, 0, 0, 0},
    {"held-shifted", run_shifted, {{F64, N * M, 0}}, 2, {1, 1}, 1, 0, 0, 0, 0},
    {"held-columns", run_columns, {{F64, N * M, 0}}, 2, {1, 1}, 1, 0, 0, 0, 0},
    {"held-planes", run_planes, {{F64, I * N * M, 0}}, 3, {1, 1, 1}, 1, 0, 0, 0, 0},
    {"held-ahead", run_ahead, {{F64, N * M, 0}}, 2, {1, 1}, 1, 0, 0, 0, 0},
    {"held-sweeps", run_sweeps, {{F64, N * M, 0}}, 3, {1, 2, 2}, 1, 0, 0, 0, 0},
    {"held-both", run_both, {{F64, N * M, 0}, {F64, N * M, 0}}, 2, {1, 1}, 1, 0, 0, 0, 0},
    {"held-macros", run_macros, {{I32, N * M, 0}, {I32, M, 0}}, 2, {1, 1}, 1, 0, 0, 0, 0},
    {"held-warping", run_warping, {{F64, N * M, 0}, {F64, N, 0}, {F64, M, 0}}, 2, {1, 1}, 1, 0, 0, 0, 0},
    {"held-sizes", run_sizes, {{F64, N * M, 0}}, 2, {1, 1}, 1, 0, 0, 0, 0},
    {"held-naturals", run_naturals, {{I32, N * M, 0}, {I32, M, 0}}, 2, {1, 1}, 1, 0, 0, 0, 0},
    {"held-alone", run_alone, {{F64, N * M, 0}, {F64, M, 0}}, 2, {0, 1}, 1, 0, 0, 0, 0},
    {0},
};
