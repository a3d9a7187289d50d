/* nests_calls.c - how often a region starts, from where, and on which memory. */
#include "nests.h"

enum { N = 29, M = 31 };

static void sweep(int n, int m, double (*A)[m]) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++)
      A[i][j] = 0.5 * A[i - 1][j] + 0.25 * A[i][j - 1] + 0.125;
}

/* The corner feeds back, so that every start depends on the one before. */
static void thousand(int n, int m, double (*A)[m]) {
  for (int r = 0; r < 1000; r++) {
    sweep(n, m, A);
    A[0][0] = A[n - 1][m - 1];
    A[r % n][0] += 0.25;
  }
}

/* Other sizes and another array every time: no plan may be taken for another. */
static void two_places(double *a, double *b) {
  sweep(N, M, (double (*)[M])a);
  sweep(M, N, (double (*)[N])b);
  a[0] += b[N * M - 1];
  sweep(N - 3, M, (double (*)[M])a);
  sweep(N, M, (double (*)[M])b);
  sweep(N, M, (double (*)[M])a);
}

/* One start inside a loop that the compiler sees, with a statement around it. */
static void feedback(int iterations, int n, int m, double (*A)[m]) {
  for (int k = 0; k < iterations; k++) {
    for (int i = 1; i < n; i++)
      for (int j = 1; j < m; j++)
        A[i][j] = A[i - 1][j] + A[i][j - 1] - A[i - 1][j - 1];
    A[0][0] = -A[n - 1][m - 1];
  }
}

static void two_arrays(int n, int m, double *A, double *B) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++)
      A[i * m + j] = 0.5 * A[(i - 1) * m + j] + 0.25 * B[i * m + j - 1];
}

static void read_write(int n, int m, double (*out)[m], double (*in)[m]) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      out[i][j] = 0.5 * in[i][j] + 0.25;
}

static double shared_grid[N][M];
static void global_and_pointer(int n, int m, double *p) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++)
      shared_grid[i][j] = 0.5 * shared_grid[i - 1][j] + p[i * m + j - 1];
}

static int factor = 3;
/* The pointer may point at the factor: it does in one of the two calls. */
static void scalar_behind_pointer(int n, int m, int *A) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      A[i * m + j] = A[i * m + j] * 5 % 1001 + factor;
}

static void two_nests(int n, int m, double (*A)[m], double (*B)[m]) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++)
      A[i][j] = 0.5 * A[i - 1][j] + 0.25 * A[i][j - 1];
  for (int j = m - 2; j >= 0; j--)
    for (int i = 1; i < n; i++)
      B[i][j] = 0.5 * B[i][j + 1] + 0.25 * A[i - 1][j];
}

static void run_thousand(void **b) { thousand(N, M, b[0]); }
static void run_two_places(void **b) { two_places(b[0], b[1]); }
static void run_feedback(void **b) { feedback(5, N, M, b[0]); }
static void run_apart(void **b) { two_arrays(N, M, b[0], b[1]); }
static void run_same(void **b) { two_arrays(N, M, b[0], b[0]); }
static void run_overlap(void **b) { two_arrays(N, M, b[0], (double *)b[0] + 7); }
static void run_overlap_end(void **b) { two_arrays(N, M, b[0], (double *)b[0] + N * M - 2 * M); }
static void run_touching(void **b) { two_arrays(N, M, b[0], (double *)b[0] + N * M); }
static void run_copy_shifted(void **b) { read_write(N, M, b[0], (double (*)[M])((double *)b[0] + 1)); }
static void run_global_apart(void **b) { global_and_pointer(N, M, b[1]); }
static void run_global_same(void **b) { (void)b; global_and_pointer(N, M, &shared_grid[0][0]); }
static void run_scalar_apart(void **b) { factor = 3; scalar_behind_pointer(N, M, b[0]); }
static void run_scalar_same(void **b) { (void)b; factor = 3; scalar_behind_pointer(1, 1, &factor); }
static void run_two_nests(void **b) { two_nests(N, M, b[0], b[1]); }

#define GRID {F64, N * M, 0}
#define SHARED {F64, N * M, shared_grid}
const struct nest nests_calls[] = {
    {"thousand", run_thousand, {GRID}, 2, {1, 1}, 1000, 0, 1, 0, 0},
    {"two-places", run_two_places, {GRID, GRID}, 2, {1, 1}, 5, 0, 0, 0, 0},
    {"feedback", run_feedback, {GRID}, 2, {1, 1}, 5, 0, 0, 0, 0},
    {"apart", run_apart, {GRID, GRID}, 2, {1, 0}, 1, 0, 0, 0, 0},
    {"alias-same", run_same, {GRID}, 2, {1, 0}, 0, 1, 0, 0, 0},
    {"alias-overlap", run_overlap, {{F64, N * M + 7, 0}}, 2, {1, 0}, 0, 1, 0, 0, 0},
    {"alias-end", run_overlap_end, {{F64, 2 * N * M, 0}}, 2, {1, 0}, 0, 1, 0, 0, 0},
    {"touching", run_touching, {{F64, 2 * N * M, 0}}, 2, {1, 0}, 1, 0, 0, 0, 0},
    {"alias-shifted", run_copy_shifted, {{F64, N * M + 1, 0}}, 2, {0, 0}, 0, 1, 0, 0, 0},
    {"global-apart", run_global_apart, {SHARED, GRID}, 2, {1, 0}, 1, 0, 0, 0, 0},
    {"alias-global", run_global_same, {SHARED}, 2, {1, 0}, 0, 1, 0, 0, 0},
    {"scalar-apart", run_scalar_apart, {{I32, N * M, 0}}, 2, {0, 0}, 1, 0, 0, 0, 0},
    {"alias-scalar", run_scalar_same, {{I32, 1, &factor}}, 2, {0, 0}, 0, 1, 0, 0, 0},
    {"two-nests", run_two_nests, {GRID, GRID}, 2, {1, 1}, 2, 0, 0, 0, 0},
    {0},
};
