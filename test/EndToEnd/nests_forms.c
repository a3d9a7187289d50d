/* nests_forms.c - headers, bounds and subscripts as they come. */
#include "nests.h"
#include <string.h>

enum { N = 29, M = 31 };

/* The exit values are seen in the last elements. */
static void stepped_in_condition(int n, int m, double (*A)[m]) {
  int i, j;
  for (i = n - 1; i-- > 0;)
    for (j = m - 1; --j >= 0;)
      A[i][j] = 0.5 * A[i + 1][j] + 0.25 * A[i][j + 1];
  A[0][0] += i;
  A[0][1] += j;
}

static void stepped_unsigned(size_t n, size_t m, double (*A)[m]) {
  size_t i;
  unsigned j = 0;
  for (i = n - 1; i-- > 0;)
    for (j = (unsigned)m - 1; j--;)
      A[i][j] = 0.5 * A[i + 1][j] + 0.25 * A[i][j + 1];
  A[0][0] += (double)(i == (size_t)-1);
  A[0][1] += j == (unsigned)-1;
}

static void stepped_upwards(int n, int m, double (*A)[m]) {
  for (int i = 0; ++i < n;)
    for (int j = 0; j++ < m - 1 && j < n + m;)
      A[i][j] = 0.5 * A[i - 1][j] + 0.25 * A[i][j - 1];
}

static int row, column;
static void global_iterators(int n, int m, double (*A)[m]) {
  for (row = 1; row < n; row++)
    for (column = m - 2; column > 0; column--)
      A[row][column] = 0.5 * A[row - 1][column] + 0.25 * A[row][column + 1];
  A[0][0] += row;
  A[0][1] += column;
}

static void set(int *x, int value) { *x = value; }
static void captured_iterators(int n, int m, double (*A)[m]) {
  int i, j;
  set(&i, 1);
  for (i = 1; i < n; i++)
    for (j = 1; j < m; j++)
      A[i][j] = 0.5 * A[i - 1][j] + 0.25 * A[i][j - 1];
  A[0][0] += i;
}

static void periodic_borders(int n, int m, const double *a, double *b) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      b[i * m + j] = a[(i + n - 1) % n * m + j] + a[(i + 2) % n * m + (j + 1) % m] * a[i * m + (j + m - 3) % m];
}

/* Two sides of a box: the last plane, and rows whose length is a product. */
static void last_plane(int n, int m, int l, double *a, double *old) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      a[(i * m + j) * l + l - 1] = old[i * m + j] + 0.5 * (a[(i * m + j) * l + l - 2] - a[(i * m + j) * l + l - 1]);
      old[i * m + j] = a[(i * m + j) * l + l - 2];
    }
}
static void first_rows(int n, int m, int l, double *a) {
  for (int i = 1; i < n; i++)
    for (int k = 0; k < l; k++)
      a[i * m * l + k] = 0.5 * a[(i - 1) * m * l + k] + 0.25 * a[(i * m + 1) * l + k];
}

struct shape_of { int rows, columns; };
static void record_by_value(const struct shape_of s, double *a) {
  for (int i = 1; i < s.rows; i++)
    for (int j = 0; j < s.columns; j++)
      a[i * s.columns + j] += 0.5 * a[(i - 1) * s.columns + (j + 1) % s.columns];
}

static void fortran_style(const int *n, const int *m, double *a) {
  for (int i = 1; i < *n; i++)
    for (int j = 1; j < *m; j++)
      a[i * *m + j] = 0.5 * a[(i - 1) * *m + j] + 0.25 * a[i * *m + j - 1];
}

static void shape_in_array(double *a) {
  int shape[2] = {N, M};
  for (int i = 1; i < shape[0]; i++)
    for (int j = 1; j < shape[1]; j++)
      a[i * shape[1] + j] = 0.5 * a[(i - 1) * shape[1] + j] + 0.25 * a[i * shape[1] + j - 1];
}

/* The bound may be an element: it is in one of the two calls. */
static void bound_among_elements(const int *d, int *a) {
  for (int i = 1; i < d[0]; i++)
    for (int j = 1; j < d[1]; j++)
      a[i * M + j] = (a[(i - 1) * M + j] / 2 + a[i * M + j - 1] / 4) % 19 + 3;
}

static void with_offset(size_t off, int n, int m, double *a) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++)
      a[off + i * m + j] = 0.5 * a[off + (i - 1) * m + j] + 0.25 * a[off + i * m + j - 1];
}

static void planes(int off, int n, int m, int l, double *a) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++)
      for (int k = 1; k < l; k++)
        a[(i * m + j) * l + k + off] = 0.5 * a[((i - 1) * m + j) * l + k + off] +
                                       0.25 * a[(i * m + j - 1) * l + off + k - 1];
}

static void moved_pointer(int off, int n, int m, double *a) {
  double *u = a + off;
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++)
      u[i * m + j] = 0.5 * u[(i - 1) * m + j] + 0.25 * u[i * m + j - 1];
}

static void linear_rows(int l, int n, int m, double **p) {
  for (int k = 1; k < l; k++)
    for (int i = 1; i < n; i++)
      for (int j = 1; j < m; j++)
        p[k][i * m + j] = 0.5 * p[k - 1][i * m + j] + 0.25 * p[k][(i - 1) * m + j] + p[k][i * m + j - 1];
}

struct mixed {
  int n, m;
  double w[N][M];
  double *u;
  double (*rows)[M];
};
static void arrays_and_pointers(struct mixed *g) {
  for (int i = 1; i < g->n; i++)
    for (int j = 1; j < g->m; j++) {
      g->u[i * g->m + j] = 0.5 * g->u[(i - 1) * g->m + j] + 0.25 * g->w[i][j - 1];
      g->w[i][j] = g->w[i - 1][j] * 0.5 + g->rows[i][j - 1] * 0.125;
    }
}

static struct { int m; double u[N][M], v[N][M]; } untagged;
static struct { double x, y; } untagged_cells[N][M];
static void untagged_record(void) {
  for (int i = 1; i < N; i++)
    for (int j = 1; j < untagged.m; j++)
      untagged.u[i][j] = 0.5 * untagged.u[i - 1][j] + 0.25 * untagged.v[i][j - 1];
}
static void untagged_elements(int n, int m) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++)
      untagged_cells[i][j].x = 0.5 * untagged_cells[i - 1][j].x + 0.25 * untagged_cells[i][j - 1].y;
}

static void run_stepped(void **b) { stepped_in_condition(N, M, b[0]); }
static void run_stepped_unsigned(void **b) { stepped_unsigned(N, M, b[0]); }
static void run_stepped_upwards(void **b) { stepped_upwards(N, M, b[0]); }
static void run_global_iterators(void **b) { global_iterators(N, M, b[0]); }
static void run_captured_iterators(void **b) { captured_iterators(N, M, b[0]); }
static void run_fortran(void **b) { int n = N, m = M; fortran_style(&n, &m, b[0]); }
static void run_periodic(void **b) { periodic_borders(N, M, b[0], b[1]); }
static void run_last_plane(void **b) { last_plane(17, 19, 6, b[0], b[1]); }
static void run_first_rows(void **b) { first_rows(21, 4, 23, b[0]); }
static void run_by_value(void **b) { record_by_value((struct shape_of){N, M}, b[0]); }
static void run_shape(void **b) { shape_in_array(b[0]); }
static void run_bound_apart(void **b) { int d[2] = {N, M}; bound_among_elements(d, b[0]); }
static void run_bound_among(void **b) {
  int *a = b[0];
  a[M + 4] = N / 2;
  a[M + 5] = M / 2;
  bound_among_elements(a + M + 4, a);
}
static void run_offset(void **b) { with_offset(5, N, M, b[0]); with_offset(3 * M, N, M, b[0]); }
static void run_planes(void **b) { planes(17, 9, 10, 8, b[0]); }
static void run_moved(void **b) { moved_pointer(7, N, M, b[0]); }
static void run_linear_rows(void **b) {
  double *rows[6];
  for (int k = 0; k < 6; k++)
    rows[k] = (double *)b[0] + k * 9 * 11;
  linear_rows(6, 9, 11, rows);
}
static struct mixed mixed;
static void run_mixed(void **b) {
  mixed.n = N;
  mixed.m = M;
  mixed.u = b[0];
  mixed.rows = b[1];
  memcpy(mixed.w, b[2], sizeof mixed.w);
  arrays_and_pointers(&mixed);
  memcpy(b[2], mixed.w, sizeof mixed.w);
}
static void run_untagged(void **b) {
  untagged.m = M;
  memcpy(untagged.u, b[0], sizeof untagged.u);
  memcpy(untagged.v, b[1], sizeof untagged.v);
  untagged_record();
  memcpy(b[0], untagged.u, sizeof untagged.u);
}
static void run_untagged_cells(void **b) {
  memcpy(untagged_cells, b[0], sizeof untagged_cells);
  untagged_elements(N, M);
  memcpy(b[0], untagged_cells, sizeof untagged_cells);
}

#define GRID(type, count) {type, count, 0}
#define PLAIN(function) .run = function, .buffers = {GRID(F64, N * M)}, .dims = 2, .reach = {1, 1}, .regions = 1
const struct nest nests_forms[] = {
    {.name = "stepped-in-condition", PLAIN(run_stepped)},
    {.name = "stepped-unsigned", PLAIN(run_stepped_unsigned)},
    {.name = "stepped-upwards", PLAIN(run_stepped_upwards)},
    {.name = "global-iterators", PLAIN(run_global_iterators)},
    {.name = "captured-iterators", PLAIN(run_captured_iterators)},
    {.name = "fortran-style", PLAIN(run_fortran)},
    {.name = "periodic-borders", .run = run_periodic, .buffers = {GRID(F64, N * M), GRID(F64, N * M)}, .dims = 2, .reach = {0, 0}, .regions = 1},
    {.name = "last-plane", .run = run_last_plane, .buffers = {GRID(F64, 17 * 19 * 6), GRID(F64, 17 * 19)}, .dims = 2, .reach = {0, 0}, .regions = 1},
    {.name = "first-rows", .run = run_first_rows, .buffers = {GRID(F64, 21 * 4 * 23)}, .dims = 2, .reach = {1, 0}, .regions = 1},
    {.name = "record-by-value", PLAIN(run_by_value), .one_rank = 1},
    {.name = "shape-in-array", PLAIN(run_shape)},
    {.name = "bound-apart", .run = run_bound_apart, .buffers = {GRID(I32, N * M)}, .dims = 2, .reach = {1, 1}, .regions = 1},
    {.name = "bound-among-elements", .run = run_bound_among, .buffers = {GRID(I32, N * M)}, .dims = 2, .reach = {1, 1}, .declined = 1},
    {.name = "with-offset", .run = run_offset, .buffers = {GRID(F64, (N + 4) * M)}, .dims = 2, .reach = {1, 1}, .regions = 2},
    {.name = "planes-with-offset", .run = run_planes, .buffers = {GRID(F64, 9 * 10 * 8 + 17)}, .dims = 3, .reach = {1, 1, 1}, .regions = 1},
    {.name = "moved-pointer", .run = run_moved, .buffers = {GRID(F64, N * M + 7)}, .dims = 2, .reach = {1, 1}, .regions = 1},
    {.name = "linear-rows", .run = run_linear_rows, .buffers = {GRID(F64, 6 * 9 * 11)}, .dims = 3, .reach = {1, 1, 1}, .regions = 1, .one_rank = 1},
    {.name = "arrays-and-pointers", .run = run_mixed, .buffers = {GRID(F64, N * M), GRID(F64, N * M), GRID(F64, N * M)}, .dims = 2, .reach = {1, 1}, .regions = 1, .one_rank = 1},
    {.name = "untagged", .run = run_untagged, .buffers = {GRID(F64, N * M), GRID(F64, N * M)}, .dims = 2, .reach = {1, 0}, .regions = 1},
    {.name = "untagged-cells", .run = run_untagged_cells, .buffers = {GRID(F64, 2 * N * M)}, .dims = 2, .reach = {1, 1}, .regions = 1},
    {.name = NULL}};
