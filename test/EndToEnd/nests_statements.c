/* nests_statements.c - several statements, imperfect nests, and distances that are affine. */
#include "nests.h"

#define MAX(a, b) ((a) > (b) ? (a) : (b))
enum { N = 37, M = 43, T = 7, B = 11 };
typedef double row[M];

/* Two arrays in a time loop. */
static void jacobi(int t, int n, int m, row *A, row *C) {
  for (int k = 0; k < t; k++) {
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < m - 1; j++)
        C[i][j] = 0.2 * (A[i][j] + A[i][j - 1] + A[i][j + 1] + A[i - 1][j] + A[i + 1][j]);
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < m - 1; j++)
        A[i][j] = C[i][j];
  }
}

static void jacobi1(int t, int n, double *restrict a, double *restrict b) {
  int k, i;
  for (k = 0; k < t; k++) {
    for (i = 1; i < n - 1; i++)
      b[i] = (a[i - 1] + a[i] + a[i + 1]) / 3;
    for (i = 1; i < n - 1; i++)
      a[i] = (b[i - 1] + b[i] + b[i + 1]) / 3;
  }
}

/* Four statements; one of them on a border. */
static void fdtd(int t, int n, int m, row *restrict ex, row *restrict ey, row *restrict hz, const double *restrict edge) {
  for (int k = 0; k < t; k++) {
    for (int j = 0; j < m; j++)
      ey[0][j] = edge[k];
    for (int i = 1; i < n; i++)
      for (int j = 0; j < m; j++)
        ey[i][j] = ey[i][j] - 0.5 * (hz[i][j] - hz[i - 1][j]);
    for (int i = 0; i < n; i++)
      for (int j = 1; j < m; j++)
        ex[i][j] = ex[i][j] - 0.5 * (hz[i][j] - hz[i][j - 1]);
    for (int i = 0; i < n - 1; i++)
      for (int j = 0; j < m - 1; j++)
        hz[i][j] = hz[i][j] - 0.7 * (ex[i][j + 1] - ex[i][j] + ey[i + 1][j] - ey[i][j]);
  }
}

/* Periodic borders, copied by loops of their own between the sweeps. */
static void periodic(int t, int n, int m, row *restrict A, row *restrict C) {
  for (int k = 0; k < t; k++) {
    for (int j = 1; j < m - 1; j++) {
      A[0][j] = A[n - 2][j];
      A[n - 1][j] = A[1][j];
    }
    for (int i = 1; i < n - 1; i++) {
      A[i][0] = A[i][m - 2];
      A[i][m - 1] = A[i][1];
    }
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < m - 1; j++)
        C[i][j] = 0.25 * (A[i - 1][j] + A[i + 1][j] + A[i][j - 1] + A[i][j + 1]);
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < m - 1; j++)
        A[i][j] = C[i][j];
  }
}

/* An initialisation before an accumulation. */
static void product(int n, int m, row *restrict c, row *restrict a, row *restrict b) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      c[i][j] *= 0.5;
      for (int k = 0; k < n; k++)
        c[i][j] += 1.5 * a[i][k] * b[k][j];
    }
}

/* Inner loops in C's order, rows as they lie. */
static void product_rows(int n, int m, row *restrict c, row *restrict a, row *restrict b) {
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < m; j++)
      c[i][j] = 0;
    for (int k = 0; k < n; k++)
      for (int j = 0; j < m; j++)
        c[i][j] += a[i][k] * b[k][j];
  }
}

static void triangular_solve(int n, row *L, double *x, double *b) {
  for (int i = 0; i < n; i++) {
    x[i] = b[i];
    for (int j = 0; j < i; j++)
      x[i] -= L[i][j] * x[j];
    x[i] = x[i] / (3 + L[i][i]);
  }
}

static void lu(int n, row *A) {
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < i; j++) {
      for (int k = 0; k < j; k++)
        A[i][j] -= A[i][k] * A[k][j];
      A[i][j] /= 40 + A[j][j];
    }
    for (int j = i; j < n; j++)
      for (int k = 0; k < i; k++)
        A[i][j] -= A[i][k] * A[k][j];
  }
}

/* The same with sums in scalars, of which elements are read meanwhile in other rows and columns. */
static void lu_sums(int n, row *A) {
  double w;
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < i; j++) {
      w = A[i][j];
      for (int k = 0; k < j; k++)
        w -= A[i][k] * A[k][j];
      A[i][j] = w / (40 + A[j][j]);
    }
    for (int j = i; j < n; j++) {
      w = A[i][j];
      for (int k = 0; k < i; k++)
        w -= A[i][k] * A[k][j];
      A[i][j] = w;
    }
  }
}

/* By Crout's order: a row, then a column, each with a scalar of its own. */
static void crout(int n, row *A) {
  for (int i = 0; i < n; i++) {
    for (int j = i; j < n; j++) {
      double s = A[i][j];
      for (int k = 0; k < i; k++)
        s -= A[i][k] * A[k][j];
      A[i][j] = s;
    }
    for (int j = i + 1; j < n; j++) {
      double s = A[j][i];
      for (int k = 0; k < i; k++)
        s -= A[j][k] * A[k][i];
      A[j][i] = s / (40 + A[i][i]);
    }
  }
}

/* Statements behind the last one change the element. */
static void clamped(int n, row *C, row *A, row *B) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      double s = 0;
      for (int k = 0; k < n; k++)
        s += A[i][k] * B[k][j];
      C[i][j] = s;
      C[i][j] *= 0.5;
      if (C[i][j] < 2)
        C[i][j] = 2;
    }
}

/* Many right sides. */
static void solve_many(int n, int m, row *L, row *X, row *B) {
  for (int i = 0; i < n; i++)
    for (int r = 0; r < m; r++) {
      double s = B[i][r];
      for (int k = 0; k < i; k++)
        s -= L[i][k] * X[k][r];
      X[i][r] = s / (3 + L[i][i]);
    }
}

static void cholesky(int n, row *A) {
  int i, j, k;
  for (i = 0; i < n; i++) {
    for (j = 0; j < i; j++) {
      for (k = 0; k < j; k++)
        A[i][j] -= A[i][k] * A[j][k];
      A[i][j] /= 40 + A[j][j];
    }
    for (k = 0; k < i; k++)
      A[i][i] -= A[i][k] * A[i][k];
    A[i][i] = A[i][i] * 0.5 + 3;
  }
}

/* A symmetric update: the bound is an outer iterator. */
static void rank_update(int n, int m, row *restrict C, const row *restrict A) {
  for (int i = 0; i < n; i++) {
    for (int j = 0; j <= i; j++)
      C[i][j] *= 1.25;
    for (int k = 0; k < m; k++)
      for (int j = 0; j <= i; j++)
        C[i][j] += A[i][k] * A[j][k];
  }
}

static void covariance(int n, int m, const row *restrict data, row *restrict cov) {
  for (int i = 0; i < m; i++)
    for (int j = i; j < m; j++) {
      cov[i][j] = 0;
      for (int k = 0; k < n; k++)
        cov[i][j] += data[k][i] * data[k][j];
      cov[i][j] /= n - 1;
      cov[j][i] = cov[i][j];
    }
}

/* Dynamic programming over intervals, from the shortest. */
static void intervals(int n, row *c, const double *w) {
  for (int l = 2; l < n; l++)
    for (int i = 0; i < n - l; i++) {
      c[i][i + l] = c[i][i + 1] + c[i + 1][i + l] + w[i];
      for (int k = i + 2; k < i + l; k++)
        c[i][i + l] = c[i][k] + c[k][i + l] > c[i][i + l] ? c[i][i + l] : c[i][k] + c[k][i + l];
    }
}

/* Distances that are not constant in a perfect nest. */
static void triangle_matrix(int n, int m, row *A, row *C) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      for (int k = i + 1; k < n; k++)
        C[i][j] += A[k][i] * C[k][j];
}

static void paths(int n, row *D) {
  for (int k = 0; k < n; k++)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++)
        D[i][j] = D[i][k] + D[k][j] < D[i][j] ? D[i][k] + D[k][j] : D[i][j];
}

/* Both directions, in a time loop. */
static void two_sweeps(int t, int n, int m, row *u, row *v) {
  for (int k = 0; k < t; k++) {
    for (int i = 1; i < n; i++)
      for (int j = 1; j < m - 1; j++)
        u[i][j] = 0.5 * u[i - 1][j] + 0.25 * v[i][j + 1];
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < m; j++)
        v[i][j] = 0.5 * v[i][j - 1] + 0.25 * u[i + 1][j];
  }
}

/* A statement between loops, declarations for several statements, a condition on an iterator, an early
 * continue. */
static void between(int n, int m, row *restrict A, const row *restrict W, double *restrict first) {
  for (int i = 1; i < n; i++) {
    const double *w = W[i];
    double scale = 0.5 * w[0];
    first[i] = first[i - 1] * scale;
    for (int j = 1; j < m; j++) {
      if (j == 5)
        continue;
      A[i][j] = A[i - 1][j] * scale + w[j];
    }
    if (i % 3 == 0)
      first[i] += 1;
    for (int j = 1; j < m; j += 2)
      A[i][j] += first[i];
  }
}

/* One loop in another, and statements on both sides. */
static void borders(int n, int m, row *A) {
  for (int i = 1; i < n; i++) {
    A[i][0] = A[i - 1][1];
    for (int j = 1; j < m - 1; j++)
      A[i][j] = A[i - 1][j] + A[i][j - 1];
    A[i][m - 1] = A[i][m - 2] * 0.5;
  }
}

/* A time step in a pair of planes. */
static void planes(int t, int n, int m, double (*u)[N][M]) {
  for (int k = 0; k < t; k++)
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < m - 1; j++)
        u[(k + 1) % 2][i][j] = 0.25 * (u[k % 2][i - 1][j] + u[k % 2][i + 1][j] + u[k % 2][i][j - 1] + u[k % 2][i][j + 1]);
}

static void heat(int t, int n, double (*restrict A)[B][B], double (*restrict C)[B][B]) {
  for (int k = 1; k <= t; k++) {
    for (int x = 1; x < n - 1; x++)
      for (int y = 1; y < n - 1; y++)
        for (int z = 1; z < n - 1; z++)
          C[x][y][z] = 0.125 * (A[x + 1][y][z] + A[x - 1][y][z]) + 0.125 * (A[x][y + 1][z] + A[x][y - 1][z]) +
                       0.125 * (A[x][y][z + 1] + A[x][y][z - 1]) + 0.25 * A[x][y][z];
    for (int x = 1; x < n - 1; x++)
      for (int y = 1; y < n - 1; y++)
        for (int z = 1; z < n - 1; z++)
          A[x][y][z] = 0.125 * (C[x + 1][y][z] + C[x - 1][y][z]) + 0.125 * (C[x][y + 1][z] + C[x][y - 1][z]) +
                       0.125 * (C[x][y][z + 1] + C[x][y][z - 1]) + 0.25 * C[x][y][z];
  }
}

/* Two pointers that every time step exchanges; the last pointers are named behind the nest. */
static void exchange(int t, int n, double *a, double *b) {
  double *tmp;
  for (int k = 0; k < t; k++) {
    for (int i = 1; i < n - 1; i++)
      b[i] = (a[i - 1] + a[i] + a[i + 1]) / 3;
    tmp = a;
    a = b;
    b = tmp;
  }
  a[0] += 1;
  b[0] += 2;
}

/* Flat rows; the exchange stands first, then between sweeps of one time step and the next. */
#define SWAP(type, x, y) do { type tmp_ = x; x = y; y = tmp_; } while (0)
static void exchange_first(int t, int n, int m, double *a, double *b) {
  int k, i, j;
  for (k = t; k > 0; k--) {
    SWAP(double *, a, b);
    for (i = 1; i < n - 1; i++)
      for (j = 1; j < m - 1; j++)
        a[i * m + j] = 0.25 * (b[(i - 1) * m + j] + b[(i + 1) * m + j] + b[i * m + j - 1] + b[i * m + j + 1]);
  }
  a[1] += 1;
}

static void exchange_between(int t, int n, row *restrict a, row *restrict b) {
  for (int k = 3; k < 3 + 2 * t; k += 2) {
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < M - 1; j++)
        b[i][j] = 0.25 * (a[i - 1][j] + a[i + 1][j] + a[i][j - 1] + a[i][j + 1]) + k;
    SWAP(row *, a, b);
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < M - 1; j++)
        if (b[i][j] > 0.5)
          a[i][j] += 0.125 * b[i][j];
  }
  b[0][1] += 3;
}

/* A wave in three arrays. */
static void exchange_three(int t, int n, int m, double (*a)[m], double (*b)[m], double (*c)[m]) {
  for (int k = 0; k < t; k++) {
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < m - 1; j++)
        c[i][j] = 2 * b[i][j] - a[i][j] + 0.1 * (b[i - 1][j] + b[i + 1][j] + b[i][j - 1] + b[i][j + 1] - 4 * b[i][j]);
    double(*first)[m] = a;
    a = b;
    b = c;
    c = first;
  }
  a[0][0] += 1;
  b[0][0] += 2;
  c[0][0] += 3;
}

/* Integers, and a loop that never runs for these sizes. */
static void counts(int n, int m, int (*restrict c)[M], unsigned char (*restrict s)[M], int none) {
  for (int i = 1; i < n; i++) {
    for (int j = 0; j < none; j++)
      c[i][j] = -1;
    for (int j = 1; j < m; j++)
      c[i][j] = MAX(c[i - 1][j], c[i][j - 1]) + s[i][j] % 3;
    for (int j = 1; j < m; j++)
      s[i][j] = (unsigned char)(s[i][j] ^ (unsigned)c[i][j]);
  }
}

/* One iterator for loops of the nest and for those of a statement: as C89 has it. */
static void shared(int n, int m, row *restrict A, row *restrict C, double *restrict x) {
  int i, j, k;
  double s;
  for (i = 1; i < n; i++) {
    for (k = 0; k < m; k++)
      C[i][k] = 0.5 * A[i - 1][k];
    for (j = 0; j < m; j++) {
      s = x[j];
      for (k = j; k > 0; k--)
        s += 0.125 * C[i][k] * x[k];
      A[i][j] = s - A[i][j];
    }
    s = 0;
    for (j = 0; j < m; j++)
      s = 0.5 * s + A[i][j];
    C[i][0] += s;
  }
  for (i = m; i < n; i++) /* the variable goes on being used */
    x[0] += i;
}

/* Arrays that each point of (i, j) could have for itself, declared in front of the nest. */
static void lines(int n, int m, row *restrict A, row *restrict C) {
  double sums[M], squares[M];
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < n - 1; j++) {
      for (int k = 0; k < m; k++) {
        sums[k] = A[i - 1][k] + A[i + 1][k];
        squares[k] = A[i][k] * A[j][k];
      }
      for (int k = 1; k < m - 1; k++)
        C[i][k] = 0.25 * C[i][k] + sums[k - 1] - squares[k] + sums[k + 1];
    }
}

static void run_exchange(void **b) { exchange(4 * T + 1, M, b[0], b[1]); }
static void run_exchange_first(void **b) { exchange_first(T, 21, 23, b[0], b[1]); }
static void run_exchange_between(void **b) { exchange_between(5, 21, b[0], b[1]); }
static void run_exchange_three(void **b) { exchange_three(T + 1, 21, 23, b[0], b[1], b[2]); }
static void run_lines(void **b) { lines(N, M, b[0], b[1]); }
static void run_shared(void **b) { shared(N, M, b[0], b[1], b[2]); }
static void run_jacobi(void **b) { jacobi(5, 21, 23, b[0], b[1]); }
static void run_jacobi1(void **b) { jacobi1(4 * T, M, b[0], b[1]); }
static void run_fdtd(void **b) { fdtd(5, 21, 23, b[0], b[1], b[2], b[3]); }
static void run_periodic(void **b) { periodic(T, N, M, b[0], b[1]); }
static void run_product(void **b) { product(N, N, b[0], b[1], b[2]); }
static void run_product_rows(void **b) { product_rows(19, 17, b[0], b[1], b[2]); }
static void run_triangular_solve(void **b) { triangular_solve(N, b[0], b[1], b[2]); }
static void run_lu(void **b) { lu(N, b[0]); }
static void run_lu_sums(void **b) { lu_sums(N, b[0]); }
static void run_crout(void **b) { crout(N, b[0]); }
static void run_clamped(void **b) { clamped(N, b[0], b[1], b[2]); }
static void run_solve_many(void **b) { solve_many(N, M, b[0], b[1], b[2]); }
static void run_cholesky(void **b) { cholesky(N, b[0]); }
static void run_rank_update(void **b) { rank_update(N / 2, M, b[0], b[1]); }
static void run_covariance(void **b) { covariance(N, M, b[0], b[1]); }
static void run_intervals(void **b) { intervals(N, b[0], b[1]); }
static void run_triangle_matrix(void **b) { triangle_matrix(N, M, b[0], b[1]); }
static void run_paths(void **b) { paths(N, b[0]); }
static void run_two_sweeps(void **b) { two_sweeps(4, 19, 21, b[0], b[1]); }
static void run_between(void **b) { between(N, M, b[0], b[1], b[2]); }
static void run_borders(void **b) { borders(N, M, b[0]); }
static void run_planes(void **b) { planes(4, 11, 13, b[0]); }
static void run_heat(void **b) { heat(4, 9, b[0], b[1]); }
static void run_counts(void **b) { counts(N, M, b[0], b[1], 0); }

#define A1 {{F64, M * M, 0}}
#define A2 {{F64, M * M, 0}, {F64, M * M, 0}}
#define A3 {{F64, M * M, 0}, {F64, M * M, 0}, {F64, M * M, 0}}
const struct nest nests_statements[] = {
    {"tree-jacobi", run_jacobi, A2, 3, {1, 2, 2}, 1, 0, 0, 0, 0},
    {"tree-jacobi1", run_jacobi1, {{F64, M, 0}, {F64, M, 0}}, 2, {1, 2}, 1, 0, 0, 0, 0},
    {"tree-fdtd", run_fdtd, {{F64, M * M, 0}, {F64, M * M, 0}, {F64, M * M, 0}, {F64, T, 0}}, 3, {1, 1, 1}, 1, 0, 0, 0, 0},
    {"tree-periodic", run_periodic, A2, 2, {1, 1}, 4 * T, 0, 0, 0, 0},
    {"tree-product", run_product, A3, 3, {1, 1, 1}, 1, 0, 0, 0, 0},
    {"tree-product-rows", run_product_rows, A3, 3, {1, 1, 1}, 1, 0, 0, 0, 0},
    {"tree-solve", run_triangular_solve, {{F64, M * M, 0}, {F64, M, 0}, {F64, M, 0}}, 2, {1, 1}, 1, 0, 0, 0, 1},
    {"tree-lu", run_lu, A1, 3, {1, 1, 1}, 1, 0, 0, 0, 1},
    {"tree-lu-sums", run_lu_sums, A1, 3, {1, 1, 1}, 1, 0, 0, 0, 1},
    {"tree-crout", run_crout, A1, 3, {1, 1, 1}, 1, 0, 0, 0, 1},
    {"tree-clamped", run_clamped, A3, 3, {1, 1, 1}, 1, 0, 0, 0, 0},
    {"tree-solve-many", run_solve_many, A3, 3, {1, 1, 1}, 1, 0, 0, 0, 1},
    {"tree-cholesky", run_cholesky, A1, 3, {1, 1, 1}, 1, 0, 0, 0, 1},
    {"tree-rank-update", run_rank_update, A2, 3, {1, 1, 1}, 1, 0, 0, 0, 0},
    {"tree-covariance", run_covariance, A2, 2, {1, 1}, 1, 0, 0, 0, 0},
    {"tree-intervals", run_intervals, {{F64, M * M, 0}, {F64, M, 0}}, 2, {1, 1}, 1, 0, 0, 0, 1},
    {"tree-triangle-matrix", run_triangle_matrix, A2, 3, {43, 43, 43}, 1, 0, 0, 0, 1},
    {"tree-paths", run_paths, A1, 2, {42, 42}, N, 0, 1, 0, 1},
    {"tree-two-sweeps", run_two_sweeps, A2, 3, {1, 1, 1}, 1, 0, 0, 0, 0},
    {"tree-between", run_between, {{F64, M * M, 0}, {F64, M * M, 0}, {F64, M, 0}}, 2, {1, 1}, 1, 0, 0, 0, 1},
    {"tree-borders", run_borders, A1, 2, {1, 1}, 1, 0, 0, 0, 0},
    {"tree-planes", run_planes, {{F64, 2 * N * M, 0}}, 3, {2, 2, 2}, 1, 0, 0, 0, 1},
    {"tree-heat", run_heat, {{F64, B * B * B, 0}, {F64, B * B * B, 0}}, 4, {1, 2, 2, 2}, 1, 0, 0, 0, 0},
    {"tree-exchange", run_exchange, {{F64, M, 0}, {F64, M, 0}}, 2, {2, 2}, 1, 0, 0, 0, 0},
    {"tree-exchange-first", run_exchange_first, A2, 3, {2, 2, 2}, 1, 0, 0, 0, 0},
    {"tree-exchange-between", run_exchange_between, A2, 3, {2, 2, 2}, 1, 0, 0, 0, 0},
    {"tree-exchange-three", run_exchange_three, A3, 3, {3, 3, 3}, 1, 0, 0, 0, 0},
    {"tree-lines", run_lines, A2, 2, {1, 1}, 1, 0, 0, 0, 1},
    {"tree-shared", run_shared, {{F64, M * M, 0}, {F64, M * M, 0}, {F64, M, 0}}, 2, {1, 1}, 1, 0, 0, 0, 1},
    {"tree-counts", run_counts, {{I32, N * M, 0}, {U8, N * M, 0}}, 2, {1, 1}, 1, 0, 0, 0, 0},
    {0},
};
