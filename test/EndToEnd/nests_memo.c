/* nests_memo.c - costly functions of elements that neighbouring points share. */
#include "nests.h"

#include <math.h>

enum { I = 9, J = 13, K = 17, N = 103, M = 71 };
typedef float plane[J][K];
typedef double row[M];

/* Larger than a block, with rows left over. */
static void corners(int n, int m, row *A) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++)
      A[i][j] = 0.5 * exp(A[i - 1][j]) / (1 + exp(A[i][j - 1])) + 0.1 * A[i - 1][j - 1];
}

/* An element of a shorter type, an argument twice, and once in a call of another function. */
static void widened(int n, int m, float (*A)[M]) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++)
      A[i][j] = (float)(sqrt(A[i - 1][j]) * sqrt(A[i][j - 1]) + 0.25 * sqrt(A[i - 1][j]) + log(A[i][j - 1] + 2) + fabs(A[i - 1][j]));
}

/* Neither the planes nor the points along rows share what they call for. */
static void two_of_three(int n, int m, int l, plane *A) {
  for (int i = 2; i < n; i++)
    for (int j = 1; j < m; j++)
      for (int k = 1; k < l; k++)
        A[i][j][k] = 0.25f * sqrtf(A[i - 2][j][k]) + 0.5f * sqrtf(A[i][j - 1][k]) + 0.25f * sqrtf(A[i][j][k - 1]);
}

/* Only planes and rows. */
static void planes_and_rows(int n, int m, int l, plane *A) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++)
      for (int k = 1; k < l; k++)
        A[i][j][k] = 0.5f * cbrtf(A[i - 1][j][k]) + 0.25f * cbrtf(A[i][j - 1][k]) + 0.125f * A[i][j][k - 1];
}

/* A loop around: each of its iterations is a nest of its own, and none of its own elements is overwritten. */
static void four(int n, int m, int l, float (*A)[I][J][K]) {
  for (int t = 1; t < 5; t++)
    for (int i = 1; i < n; i++)
      for (int j = 1; j < m; j++)
        for (int k = 1; k < l; k++)
          A[t][i][j][k] = 0.25f * (sqrtf(A[t - 1][i][j][k]) + sqrtf(A[t][i - 1][j][k]) + sqrtf(A[t][i][j - 1][k]) + sqrtf(A[t][i][j][k - 1]));
}

/* The element is read as it was, too; bounds and subscripts are shifted. */
static void in_place(int n, int m, row *A) {
  for (int i = 3; i < n - 2; i++)
    for (int j = 2; j < m - 4; j++)
      A[i - 1][j + 3] = 0.5 * A[i - 1][j + 3] + 0.1 * (sqrt(A[i - 2][j + 3]) + sqrt(A[i - 1][j + 2]));
}

/* Negative arguments: NaN and its sign. */
static void undefined(int n, int m, row *A) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++)
      A[i][j] = sqrt(A[i - 1][j]) - 1.5 * sqrt(A[i][j - 1]) + 0.5;
}

/* Under a condition the program calls for some elements alone. */
static void sometimes(int n, int m, row *A) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++)
      A[i][j] = A[i - 1][j] > 1 ? 0.5 * sqrt(A[i - 1][j]) + 0.5 * sqrt(A[i][j - 1]) : 0.9 * A[i][j - 1] + sqrt(A[i][j - 1]);
}

static void sizes(unsigned l, size_t n, size_t m, float (*A)[J][K]) {
  for (unsigned i = 1; i < l; i++)
    for (size_t j = 1; j < n; j++)
      for (size_t k = 1; k < m; k++)
        A[i][j][k] = 0.3f * (sqrtf(A[i - 1][j][k]) + sqrtf(A[i][j - 1][k]) + sqrtf(A[i][j][k - 1]));
}

static void run_sizes(void **b) { sizes(I, J, K, b[0]); }
static void run_corners(void **b) { corners(N, M, b[0]); }
static void run_widened(void **b) { widened(N, M, b[0]); }
static void run_two_of_three(void **b) { two_of_three(I, J, K, b[0]); }
static void run_planes_and_rows(void **b) { planes_and_rows(I, J, K, b[0]); }
static void run_four(void **b) { four(I, J, K, b[0]); }
static void run_in_place(void **b) { in_place(N, M, b[0]); }
static void run_undefined(void **b) { undefined(N, M, b[0]); }
static void run_sometimes(void **b) { sometimes(N, M, b[0]); }

const struct nest nests_memo[] = {
    {"memo-corners", run_corners, {{F64, N * M, 0}}, 2, {1, 1}, 1, 0, 0, 0, 0},
    {"memo-widened", run_widened, {{F32, N * M, 0}}, 2, {1, 1}, 1, 0, 0, 0, 0},
    {"memo-two-of-three", run_two_of_three, {{F32, I * J * K, 0}}, 3, {2, 1, 1}, 1, 0, 0, 0, 0},
    {"memo-planes-and-rows", run_planes_and_rows, {{F32, I * J * K, 0}}, 3, {1, 1, 1}, 1, 0, 0, 0, 0},
    {"memo-four", run_four, {{F32, 5 * I * J * K, 0}}, 4, {1, 1, 1, 1}, 1, 0, 0, 0, 0},
    {"memo-in-place", run_in_place, {{F64, N * M, 0}}, 2, {1, 1}, 1, 0, 0, 0, 0},
    {"memo-undefined", run_undefined, {{F64, N * M, 0}}, 2, {1, 1}, 1, 0, 0, 0, 0},
    {"memo-sizes", run_sizes, {{F32, I * J * K, 0}}, 3, {1, 1, 1}, 1, 0, 0, 0, 0},
    {"memo-sometimes", run_sometimes, {{F64, N * M, 0}}, 2, {1, 1}, 1, 0, 0, 0, 1},
    {0},
};
