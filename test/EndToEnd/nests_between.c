/* nests_between.c - declarations between the loops. */
#include "nests.h"

enum { N = 29, M = 33, L = 11, T = 12 };
typedef double row[M];
typedef double plane[L][L];

static void rows_named(int n, int m, row *A, const double *w) {
  for (int i = 1; i < n; i++) {
    double *now = A[i];
    const double *above = A[i - 1], weight = 0.5 * w[i];
    for (int j = 1; j < m; j++)
      now[j] = weight * now[j - 1] + 0.25 * above[j];
  }
}

static void flat_named(int n, int m, double *a) {
  for (int i = 1; i < n; i++) {
    double *now = a + i * m, *above = now - m;
    for (int j = 1; j < m - 1; j++)
      now[j] = 0.5 * now[j - 1] + 0.25 * above[j + 1];
  }
}

static void band_named(int n, int m, row *A) {
  for (int i = 2; i < n; i++) {
    int first = i > 6 ? i - 4 : 2, last = i + 5 < m ? i + 5 : m;
    for (int j = first; j < last; j++)
      A[i][j] = 0.5 * A[i - 1][j] + 0.25 * A[i][j - 2] + 0.01 * first;
  }
}

/* The body leaves early; its own variable hides one between the loops. */
static void hidden(int steps, int n, int m, row *A) {
  for (int t = 0; t < steps; t++) {
    double weight = 0.3 + 0.01 * t;
    int limit;
    for (int i = 1; i < n - 1; i++) {
      int before = i - 1, behind = i + 1;
      for (int j = 1; j < m - 1; j++) {
        limit = before + 5;
        if (j == before + 5)
          continue;
        double here = weight * (A[before][j] + A[i][j - 1]);
        {
          int before = j + 1;
          here += 0.1 * A[i][before];
        }
        A[i][j] = here + 0.1 * A[behind][j] + 0.001 * limit;
      }
    }
  }
}

static void of_rows(int n, int m, double **a) {
  for (int i = 1; i < n - 1; i++) {
    double *above = a[i - 1], *now = a[i], *below = a[i + 1];
    for (int j = 1; j < m - 1; j++)
      now[j] = 0.2 * (above[j] + below[j] + now[j - 1] + now[j + 1]);
  }
}

static double half(const double *w, int k) { return 0.5 * w[k]; }
static void called_between(int l, plane *A, const double *w) {
  for (int k = 1; k < l; k++) {
    double weight = half(w, k);
    for (int i = 1; i < l; i++) {
      float narrow = (float)(0.3 * weight);
      for (int j = 1; j < l; j++)
        A[k][i][j] = weight * A[k - 1][i][j] + narrow * A[k][i - 1][j] + 0.25 * A[k][i][j - 1];
    }
  }
}

/* Elements of the same array that change before or behind the inner loop alone. */
static void column(int n, int m, row *A) {
  for (int i = 1; i < n; i++) {
    double first = A[i - 1][1], last = A[i][m - 1];
    for (int j = 1; j < m; j++)
      A[i][j] = 0.5 * A[i - 1][j] + 0.25 * first + 0.1 * last;
  }
}

/* The weights lie in what is written. */
static void overlapping(int n, int m, row *A) { rows_named(n, m, A, A[3]); }

/* Rows without a point; a value that only the bounds need. */
static void divided(int n, int m, int d, row *A) {
  for (int i = 1; i < n; i++) {
    int part = (i + d) / 3 + 1, last = i % 7 == 0 ? 0 : m;
    for (int j = part; j < last; j++)
      A[i][j] = 0.5 * A[i - 1][j] + 0.25 * A[i][j - 1];
  }
}

static void run_rows_named(void **b) { rows_named(N, M, b[0], b[1]); }
static void run_flat_named(void **b) { flat_named(N, M, b[0]); }
static void run_band_named(void **b) { band_named(N, M, b[0]); }
static void run_hidden(void **b) { hidden(T, N, M, b[0]); }
static void run_of_rows(void **b) {
  double *rows[N];
  for (int i = 0; i < N; i++)
    rows[i] = (double *)b[0] + i * 11 % N * M;
  of_rows(N, M, rows);
}
static void run_called_between(void **b) { called_between(L, b[0], b[1]); }
static void run_column(void **b) { column(N, M, b[0]); }
static void run_overlapping(void **b) { overlapping(N, M, b[0]); }
static void run_divided(void **b) {
  divided(N, M, 0, b[0]);
  divided(N, M, 9, b[0]);
}

#define A1 {{F64, N * M, 0}}
#define AW {{F64, N * M, 0}, {F64, M, 0}}
const struct nest nests_between[] = {
    {"between-rows", run_rows_named, AW, 2, {1, 1}, 1, 0, 0, 0, 0},
    {"between-flat", run_flat_named, A1, 2, {1, 1}, 1, 0, 0, 0, 0},
    {"between-bounds", run_band_named, A1, 2, {1, 2}, 1, 0, 0, 0, 0},
    {"between-hidden", run_hidden, A1, 3, {2, 2, 2}, 1, 0, 0, 0, 0},
    {"between-pointers", run_of_rows, A1, 2, {1, 1}, 1, 0, 0, 0, 1},
    {"between-calls", run_called_between, {{F64, L * L * L, 0}, {F64, L, 0}}, 3, {1, 1, 1}, 1, 0, 0, 0, 0},
    {"between-column", run_column, A1, 2, {1, M}, 1, 0, 0, 1, 0},
    {"between-overlapping", run_overlapping, A1, 2, {1, 1}, 0, 1, 0, 0, 0},
    {"between-divided", run_divided, A1, 2, {1, 1}, 2, 0, 0, 0, 0},
    {0},
};
