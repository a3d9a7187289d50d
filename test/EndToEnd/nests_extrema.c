/* nests_extrema.c - fmin and fmax, which the tiles answer without the library where they can. */
#include "nests.h"

#include <float.h>
#include <math.h>

enum { N = 53, M = 71 };

/* Each pair of them meets. Two different NaNs and zeros of both signs are not among them: compilers exchange the operands. */
static void fill_special(double *x, int count) {
  const double special[] = {NAN, 0.0, INFINITY, -INFINITY, DBL_MIN / 4, -DBL_MIN / 4, 1.0, -1.0};
  while (count-- > 0)
    x[count] = special[count * 3 % (int)(sizeof special / sizeof *special)];
}

static void fill_special_floats(float *x, int count) {
  const float special[] = {NAN, -0.0f, INFINITY, -INFINITY, FLT_MIN / 4, -FLT_MIN / 4, 1.0f, -1.0f};
  while (count-- > 0)
    x[count] = special[count * 3 % (int)(sizeof special / sizeof *special)];
}

static void lesser(int n, int m, double (*A)[M], const double *x, const double *y) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      A[i][j] = fmin(x[i], y[j]);
}

static void greater(int n, int m, double (*A)[M], const double *x, const double *y) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      A[i][j] = fmax(x[i], y[j]);
}

static void floats(int n, int m, float (*A)[M], const float *x, const float *y) {
  for (int i = 0; i < n; i++)
    for (int j = 1; j < m; j++)
      A[i][j] = A[i][j - 1] < 0 ? fminf(x[i], y[j]) : fmaxf(y[j], x[i]);
}

/* One answer decides between two others. */
static void wave(int n, int m, double (*A)[M], const double *x, const double *y) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++)
      A[i][j] = fmin(A[i - 1][j], x[j]) < fmax(A[i][j - 1], A[i - 1][j - 1]) ? fmax(x[i], y[j]) : fmin(x[i], y[j]);
}

/* The same arguments again and again, in other places. */
static void again(int n, int m, double (*A)[M], const double *x, const double *y) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++)
      A[i][j] = fmin(fmin(x[i], y[j]), x[i]) + fmax(y[j], fmax(x[i], y[j])) > A[i - 1][j - 1] ? fmin(-x[i], -y[j]) : fmax(y[j], y[j]);
}

static void warping(int n, int m, double (*D)[M], const double *a, const double *b) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++)
      D[i][j] = fabs(a[i] - b[j]) + fmin(fmin(D[i - 1][j], D[i][j - 1]), D[i - 1][j - 1]);
}

static void scores(int n, int m, float (*H)[M], const float *a, const float *b) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++)
      H[i][j] = fmaxf(0, fmaxf(H[i - 1][j - 1] + (a[i] > b[j] ? 2 : -1), fmaxf(H[i - 1][j], H[i][j - 1]) - 1));
}

/* Names that are no calls, calls through macros and in parentheses, arguments with commas. */
#define LEAST(a, b, c) fmin(a, fmin(b, c))
static void forms(int n, int m, double (*A)[M], const double *x) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++) {
      struct { double fmax, fmin; } pair = {x[i], A[i][j - 1]}; /* fmin(a, b) */
      A[i][j] = LEAST(A[i - 1][j], pair.fmax, 0.5 * pair.fmin) + fmax (pair.fmin, x[j % N]) * 0.25;
      A[i][j] -= (fmin)(pair.fmax, 0.125) + fmax((double[2]){x[i], 2}[0], A[i - 1][j]) * 0.5;
    }
}

static void clamped(int n, int m, double (*A)[M], double (*B)[M]) {
  for (int t = 0; t < 7; t++) {
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < m - 1; j++)
        B[i][j] = fmin(fmax(A[i - 1][j] + A[i][j + 1] - A[i][j - 1], -0.5), 0.5);
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < m - 1; j++)
        A[i][j] = fmax(B[i + 1][j], B[i - 1][j]);
  }
}

static void fill_sides(void **b) {
  fill_special(b[1], N);
  fill_special(b[2], M);
}
static void run_lesser(void **b) {
  fill_sides(b);
  lesser(N, M, b[0], b[1], b[2]);
}
static void run_greater(void **b) {
  fill_sides(b);
  greater(N, M, b[0], b[1], b[2]);
}
static void run_floats(void **b) {
  fill_special_floats(b[1], N), fill_special_floats(b[2], M);
  floats(N, M, b[0], b[1], b[2]);
}
static void run_wave(void **b) {
  fill_special(b[1], M), fill_special(b[2], M);
  wave(N, M, b[0], b[1], b[2]);
}
static void run_again(void **b) {
  fill_sides(b);
  again(N, M, b[0], b[1], b[2]);
}
static void run_warping(void **b) { warping(N, M, b[0], b[1], b[2]); }
static void run_scores(void **b) { scores(N, M, b[0], b[1], b[2]); }
static void run_forms(void **b) { forms(N, M, b[0], b[1]); }
static void run_clamped(void **b) { clamped(N, M, b[0], b[1]); }

const struct nest nests_extrema[] = {
    {"extrema-lesser", run_lesser, {{F64, N * M, 0}, {F64, N, 0}, {F64, M, 0}}, 2, {0, 0}, 1, 0, 0, 0, 0},
    {"extrema-greater", run_greater, {{F64, N * M, 0}, {F64, N, 0}, {F64, M, 0}}, 2, {0, 0}, 1, 0, 0, 0, 0},
    {"extrema-floats", run_floats, {{F32, N * M, 0}, {F32, N, 0}, {F32, M, 0}}, 2, {0, 1}, 1, 0, 0, 0, 0},
    {"extrema-wave", run_wave, {{F64, N * M, 0}, {F64, M, 0}, {F64, M, 0}}, 2, {1, 1}, 1, 0, 0, 0, 0},
    {"extrema-again", run_again, {{F64, N * M, 0}, {F64, N, 0}, {F64, M, 0}}, 2, {1, 1}, 1, 0, 0, 0, 0},
    {"extrema-warping", run_warping, {{F64, N * M, 0}, {F64, N, 0}, {F64, M, 0}}, 2, {1, 1}, 1, 0, 0, 0, 0},
    {"extrema-scores", run_scores, {{F32, N * M, 0}, {F32, N, 0}, {F32, M, 0}}, 2, {1, 1}, 1, 0, 0, 0, 0},
    {"extrema-forms", run_forms, {{F64, N * M, 0}, {F64, N, 0}}, 2, {1, 1}, 1, 0, 0, 0, 0},
    {"extrema-clamped", run_clamped, {{F64, N * M, 0}, {F64, N * M, 0}}, 3, {1, 2, 2}, 1, 0, 0, 0, 0},
    {0},
};
