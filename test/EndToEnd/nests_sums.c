/* nests_sums.c - sums of floating-point numbers, which keep the program's order. Each goes into the last buffer. */
#include "nests.h"

#include <math.h>

enum { N = 27, M = 31, T = 5 };
typedef double row[M];
typedef float short_row[M];

static double norm(int n, int m, row *A) {
  double sum = 0;
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < m - 1; j++) {
      double old = A[i][j];
      A[i][j] = 0.25 * (A[i - 1][j] + A[i + 1][j] + A[i][j - 1] + A[i][j + 1]);
      sum += fabs(A[i][j] - old);
    }
  return sum;
}

/* All steps together, in skewed tiles; two sums, one of few of the points. */
static double residuals(int steps, int n, int m, row *A, double from) {
  double sum = from, large = -0.0;
  for (int t = 0; t < steps; t++)
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < m - 1; j++) {
        double change = 0.2 * (A[i - 1][j + 1] + A[i + 1][j] + A[i][j - 1] + A[i][j + 1]) - A[i][j];
        A[i][j] += change;
        sum -= change * change;
        if (change > 0.25)
          large = change + large;
      }
  return sum + large;
}

/* Floats over a triangle, downwards. */
static float lower(int n, int m, short_row *A) {
  float sum = 0.75f;
  for (int i = n - 2; i >= 0; i--)
    for (int j = i; j >= 0; j--) {
      A[i][j] = A[i + 1][j] * 0.5f + A[i][j];
      sum = sum + A[i][j];
    }
  return sum;
}

/* One of several statements. */
static double means(int n, int m, row *A, double *mean) {
  double all = 0;
  for (int i = 0; i < n; i++) {
    mean[i] = 0;
    for (int j = 0; j < m; j++)
      mean[i] += A[i][j];
    all += mean[i] / m;
    for (int j = 0; j < m; j++)
      A[i][j] -= mean[i] / m;
  }
  return all;
}

/* The sum's own loop may have no iteration, while the nest has. */
static double beside(int n, int m, int some, row *A, double from) {
  double sum = from;
  for (int i = 0; i < n; i++) {
    for (int j = 1; j < m; j++)
      A[i][j] += 0.5 * A[i][j - 1];
    for (int j = 0; j < some; j++) {
      A[i][j] = sqrt(fabs(A[i][j]) + 1);
      sum += A[i][j];
    }
  }
  return sum;
}

static double waves(int n, const double *x) {
  double sum = 1;
  for (int i = 0; i < n; i++)
    sum += sin(x[i]) * 0.5;
  return sum;
}

/* A NaN is subtracted: it keeps its sign. */
static double differences(int n, int m, row *A) {
  double sum = 1;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      A[i][j] *= 0.5;
      sum -= A[i][j];
    }
  return sum;
}

static void run_norm(void **b) { *(double *)b[1] = norm(N, M, b[0]); }
static void run_residuals(void **b) { *(double *)b[1] = residuals(T, N, M, b[0], *(double *)b[1]); }
static void run_lower(void **b) { *(float *)b[1] = lower(N, M, b[0]); }
static void run_means(void **b) { *(double *)b[2] = means(N, M, b[0], b[1]); }
static void run_beside(void **b) {
  double all = beside(N, M, M, b[0], 0.5);
  *(double *)b[1] = beside(N, M, 0, b[0], all);
}
static void run_waves(void **b) { *(double *)b[1] = waves(N * M, b[0]); }
static void run_differences(void **b) {
  ((row *)b[0])[11][13] = NAN;
  *(double *)b[1] = differences(N, M, b[0]);
}

/* Regions that run. clang may round a product and the addition behind it once: a sum of products is left alone. */
#ifdef __clang__
enum { OF_PRODUCTS = 0 };
#else
enum { OF_PRODUCTS = 1 };
#endif

#define A1 {{F64, N * M, 0}, {F64, 1, 0}}
const struct nest nests_sums[] = {
    {"sum-norm", run_norm, A1, 2, {1, 1}, 1, 0, 0, 0, 1},
    {"sum-residuals", run_residuals, A1, 3, {1, 1, 2}, OF_PRODUCTS, 0, 0, 0, 1},
    {"sum-lower", run_lower, {{F32, N * M, 0}, {F32, 1, 0}}, 2, {1, 1}, 1, 0, 0, 0, 1},
    {"sum-means", run_means, {{F64, N * M, 0}, {F64, N, 0}, {F64, 1, 0}}, 2, {1, 1}, 1, 0, 0, 0, 1},
    {"sum-beside", run_beside, A1, 2, {1, 1}, 2, 0, 0, 0, 1},
    {"sum-waves", run_waves, A1, 1, {1}, OF_PRODUCTS, 0, 0, 0, 1},
    {"sum-differences", run_differences, A1, 2, {1, 1}, 1, 0, 0, 0, 1},
    {0},
};
