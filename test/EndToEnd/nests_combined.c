/* nests_combined.c - integers of declared arrays that are combined with values, under subscripts that depend on data. */
#include "nests.h"

enum { N = 41, M = 29, K = 37 };
typedef int row[M];

static int counted[K];
static unsigned char letters[K];
static long long sums[K];
static int classes[3][K];

static int of(int value) { return (value & 0x7fffffff) % K; }

static void histogram(int n, int m, row *A) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      counted[of(A[i][j])]++;
}

/* Beside a sweep, under a condition; each CPU has a part of two arrays. */
static void beside(int n, int m, row *A) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++) {
      A[i][j] = (int)((unsigned)A[i - 1][j] / 3 + (unsigned)A[i][j - 1] / 5);
      if (A[i][j] > 1000)
        letters[of(A[i][j])] ^= (unsigned char)j;
      sums[of(A[i][j])] -= A[i][j];
    }
}

/* The least value of each class, over a triangle. */
static void least(int n, row *A) {
  for (int i = n - 1; i >= 0; i--)
    for (int j = 0; j <= i; j++)
      if (A[i][j] < classes[(i + j) % 3][of(A[j][i])])
        classes[(i + j) % 3][of(A[j][i])] = A[i][j];
}

/* One of several statements. */
static void several(int n, int m, row *A, int *out) {
  for (int i = 0; i < n; i++) {
    out[i] = 0;
    for (int j = 0; j < m; j++)
      out[i] ^= A[i][j];
    counted[of(out[i])] |= 1 << i % 31;
  }
}

static void run_histogram(void **b) { histogram(N, M, b[0]); }
static void run_beside(void **b) { beside(N, M, b[0]); }
static void run_least(void **b) { least(M, b[0]); }
static void run_several(void **b) { several(N, M, b[0], b[1]); }

const struct nest nests_combined[] = {
    {"combined-histogram", run_histogram, {{I32, N * M, 0}, {I32, K, counted}}, 2, {1, 1}, 1, 0, 0, 0, 1},
    {"combined-beside", run_beside, {{I32, N * M, 0}, {U8, K, letters}, {I64, K, sums}}, 2, {1, 1}, 1, 0, 0, 0, 1},
    {"combined-least", run_least, {{I32, N * M, 0}, {I32, 3 * K, classes}}, 2, {1, 1}, 1, 0, 0, 0, 1},
    {"combined-several", run_several, {{I32, N * M, 0}, {I32, N, 0}, {I32, K, counted}}, 2, {1, 1}, 1, 0, 0, 0, 1},
    {0},
};
