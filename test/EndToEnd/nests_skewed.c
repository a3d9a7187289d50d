/* nests_skewed.c - negative components: tiles along skewed rows. */
#include "nests.h"

enum { N = 27, M = 31, T = 7, K = 400 };
typedef double row[M];
typedef double plane[M][M];

static void shifted(int n, int m, row *A) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m - 1; j++)
      A[i][j] = A[i - 1][j + 1] * 0.5 + A[i][j - 1] * 0.25;
}

static void seidel(int steps, int n, int m, row *A) {
  for (int t = 0; t < steps; t++)
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < m - 1; j++)
        A[i][j] = (A[i - 1][j - 1] + A[i - 1][j] + A[i - 1][j + 1] + A[i][j - 1] + A[i][j] +
                   A[i][j + 1] + A[i + 1][j - 1] + A[i + 1][j] + A[i + 1][j + 1]) / 9.0;
}

static void sor(int steps, int n, int m, row *A, row *F) {
  for (int t = 0; t < steps; t++)
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < m - 1; j++)
        A[i][j] = -0.3 * A[i][j] + 1.3 * 0.25 * (A[i - 1][j] + A[i + 1][j] + A[i][j - 1] + A[i][j + 1] - F[i][j]);
}

/* One dimension and time; the owner of an element is its last writer. */
static void line(int steps, int n, double *x) {
  for (int t = 0; t < steps; t++)
    for (int i = 2; i < n - 2; i++)
      x[i] = 0.2 * (x[i - 2] + x[i - 1] + x[i] * 0.9 + x[i + 1] + x[i + 2]);
}

/* Error diffusion after Floyd and Steinberg, pulled: errors come from four neighbours. */
static void diffusion(int n, int m, row *I, row *E) {
  for (int y = 1; y < n; y++)
    for (int x = 1; x < m - 1; x++) {
      double v = I[y][x] + (7 * E[y][x - 1] + E[y - 1][x - 1] + 5 * E[y - 1][x] + 3 * E[y - 1][x + 1]) / 16;
      double q = v < 0.9 ? 0.0 : 1.0;
      I[y][x] = q;
      E[y][x] = v - q;
    }
}

static void volume(int steps, int n, plane *A) {
  for (int t = 0; t < steps; t++)
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < n - 1; j++)
        for (int k = 1; k < n - 1; k++)
          A[i][j][k] = 0.16 * (A[i - 1][j][k] + A[i + 1][j][k] + A[i][j - 1][k] + A[i][j + 1][k] +
                               A[i][j][k - 1] + A[i][j][k + 1]);
}

/* Long and skewed: rows that are no unimodular matrix. */
static void far(int n, int m, row *A) {
#pragma tilepipe shape((1, 0), (3, 2))
  for (int i = 2; i < n; i++)
    for (int j = 1; j < m - 3; j++)
      A[i][j] = A[i - 2][j + 3] * 0.5 + A[i][j - 1] * 0.25;
}

/* A triangle whose rows are skewed. */
static void triangle(int n, row *A) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < i; j++)
      A[i][j] = A[i - 1][j + 1] * 0.5 + A[i][j - 1] * 0.25;
}

/* A band around the diagonal. */
static void band(int n, row *A) {
  for (int i = 4; i < n; i++)
    for (int j = i - 3; j < i + 3; j++)
      A[i][j] = A[i - 1][j + 1] * 0.5 + A[i][j - 1] * 0.25 + A[i - 1][j - 1];
}

/* Against the direction of a loop. */
static void backwards(int n, int m, row *A) {
  for (int i = 1; i < n; i++)
    for (int j = m - 2; j >= 1; j--)
      A[i][j] = A[i - 1][j - 1] * 0.5 + A[i][j + 1] * 0.25;
}

/* One row again and again: anti and output dependences point backwards too. */
static void rolling(int n, int m, double *r, double *q) {
  for (int i = 0; i < n; i++)
    for (int j = 1; j < m; j++)
      r[j] = r[j - 1] * 0.5 + r[j] * 0.4 + q[i];
}

/* Depends on nothing along one direction of the plane: rows with nothing to wait for. */
static void streams(int n, int m, row *A) {
  for (int i = 1; i < n; i++)
    for (int j = 0; j < m - 1; j++)
      A[i][j] = A[i - 1][j + 1] * 0.75 + 0.125;
}

static void run_shifted(void **b) { shifted(N, M, b[0]); }
static void run_seidel(void **b) { seidel(T, N, M, b[0]); }
static void run_sor(void **b) { sor(T, N, M, b[0], b[1]); }
static void run_line(void **b) { line(3 * T, K, b[0]); }
static void run_diffusion(void **b) { diffusion(N, M, b[0], b[1]); }
static void run_volume(void **b) { volume(3, 11, b[0]); }
static void run_far(void **b) { far(N, M, b[0]); }
static void run_triangle(void **b) { triangle(N, b[0]); }
static void run_band(void **b) { band(N, b[0]); }
static void run_backwards(void **b) { backwards(N, M, b[0]); }
static void run_rolling(void **b) { rolling(N, M, b[0], b[1]); }
static void run_streams(void **b) { streams(N, M, b[0]); }

#define A1 {{F64, N * M, 0}}
#define A2 {{F64, N * M, 0}, {F64, N * M, 0}}
const struct nest nests_skewed[] = {
    {"skew-shifted", run_shifted, A1, 2, {1, 1}, 1, 0, 0, 0, 0},
    {"skew-seidel", run_seidel, A1, 3, {1, 1, 2}, 1, 0, 0, 0, 1} /* its exchange is too complex for ranks */,
    {"skew-sor", run_sor, A2, 3, {1, 1, 1}, 1, 0, 0, 0, 0},
    {"skew-line", run_line, {{F64, K, 0}}, 2, {1, 2}, 1, 0, 0, 0, 0},
    {"skew-diffusion", run_diffusion, A2, 2, {1, 2}, 1, 0, 0, 0, 0},
    {"skew-volume", run_volume, {{F64, 11 * M * M, 0}}, 4, {1, 1, 1, 1}, 1, 0, 1, 0, 0},
    {"skew-far", run_far, A1, 2, {2, 2}, 1, 0, 0, 0, 0},
    {"skew-triangle", run_triangle, A1, 2, {1, 1}, 1, 0, 0, 0, 0},
    {"skew-band", run_band, {{F64, (N + 3) * M, 0}}, 2, {1, 2}, 1, 0, 0, 0, 0},
    {"skew-backwards", run_backwards, A1, 2, {1, 1}, 1, 0, 0, 0, 0},
    {"skew-rolling", run_rolling, {{F64, M, 0}, {F64, N, 0}}, 2, {1, 1}, 1, 0, 0, 0, 0},
    {"skew-streams", run_streams, A1, 2, {1, 2}, 1, 0, 0, 0, 0},
    {0},
};
