/* nests_storage.c - where arrays live, how they are indexed, what their elements are. */
#include "nests.h"
#include <complex.h>
#include <stdint.h>
#include <string.h>

enum { N = 33, M = 39 };

double global_grid[N][M];
static float static_grid[N][M];
static double *global_pointer;

static void global_array(int n, int m) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++)
      global_grid[i][j] = 0.5 * global_grid[i - 1][j] + 0.25 * global_grid[i][j - 1];
}

static void static_array(void) {
  for (int i = 1; i < N; i++)
    for (int j = 1; j < M; j++)
      static_grid[i][j] = 0.5f * static_grid[i - 1][j] + static_grid[i][j - 1] / 3;
}

static void function_static(int n, int m, void *data) {
  static double inner[N][M];
  memcpy(inner, data, sizeof inner);
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++)
      inner[i][j] = 0.5 * inner[i - 1][j] + 0.25 * inner[i][j - 1];
  memcpy(data, inner, sizeof inner);
}

static void local_vla(int n, int m, void *data) {
  double grid[n][m];
  memcpy(grid, data, sizeof grid);
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++)
      grid[i][j] = 0.5 * grid[i - 1][j] + 0.25 * grid[i][j - 1];
  memcpy(data, grid, sizeof grid);
}

static void local_array(int n, int m, void *data) {
  double grid[N][M];
  memcpy(grid, data, sizeof grid);
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++)
      grid[i][j] = 0.5 * grid[i - 1][j] + 0.25 * grid[i][j - 1];
  memcpy(data, grid, sizeof grid);
}

static void vla_parameter(int n, int m, double grid[n][m]) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++)
      grid[i][j] = 0.5 * grid[i - 1][j] + 0.25 * grid[i][j - 1];
}

static void vla_restrict(int n, int m, double out[restrict n][m], double in[restrict const n][m]) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++)
      out[i][j] = 0.5 * out[i - 1][j] + in[i][j - 1];
}

static void linearised(int n, int m, double *grid) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++)
      grid[i * m + j] = 0.5 * grid[(i - 1) * m + j] + 0.25 * grid[i * m + j - 1];
}

/* Columns are contiguous, as in Fortran. */
static void column_major(int n, int m, double *grid) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++)
      grid[i + j * n] = 0.5 * grid[i - 1 + j * n] + 0.25 * grid[i + (j - 1) * n];
}

#define AT(a, i, j, k) (a)[((i) * ny + (j)) * nz + (k)]
static void linearised_3d(int nx, int ny, int nz, float *u, const float *v) {
  for (int i = 1; i < nx; i++)
    for (int j = 1; j < ny; j++)
      for (int k = 1; k < nz; k++)
        AT(u, i, j, k) = 0.3f * AT(u, i - 1, j, k) + 0.3f * AT(u, i, j - 1, k) +
                         0.3f * AT(u, i, j, k - 1) + AT(v, i, j, k) * AT(v, i - 1, j, k);
}

static void linearised_long(long nx, long ny, long nz, float *u) {
  for (long i = 1; i < nx; i++)
    for (long j = 1; j < ny; j++)
      for (long k = 1; k < nz; k++)
        u[i * ny * nz + j * nz + k] =
            0.5f * u[(i - 1) * ny * nz + (j - 1) * nz + k] + 0.5f * u[i * ny * nz + j * nz + k - 1];
}

static void through_global_pointer(int n, int m) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++)
      global_pointer[i * m + j] = 0.5 * global_pointer[(i - 1) * m + j] + global_pointer[i * m + j - 1] * 0.25;
}

/* The inner loop strides through memory. */
static void transposed(int n, int m, double (*A)[N]) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++)
      A[j][i] = 0.5 * A[j][i - 1] + 0.25 * A[j - 1][i];
}

static void shifted(int n, int m, double (*A)[2 * M]) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++)
      A[i - 1][j + 5] = 0.5 * A[i][j + 5] + 0.25 * A[i - 1][j + 4];
}

static void diagonal_subscript(int n, int m, double (*A)[N + M]) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++)
      A[i][i + j] = 0.5 * A[i - 1][i + j - 1] + 0.25 * A[i][i + j - 1];
}

static void type_schar(int n, int m, signed char (*A)[m]) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++)
      A[i][j] = (signed char)(A[i - 1][j] * 3 + A[i][j - 1]);
}

static void type_uchar(int n, int m, unsigned char (*A)[m]) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++)
      A[i][j] = A[i - 1][j] ^ (A[i][j - 1] + 7);
}

static void type_short(int n, int m, short (*A)[m]) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++)
      A[i][j] = (short)(A[i - 1][j] - 3 * A[i][j - 1] + A[i][j]);
}

static void type_unsigned(int n, int m, unsigned (*A)[m]) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++)
      A[i][j] = A[i - 1][j] * 2654435761u ^ A[i][j - 1] >> 3;
}

static void type_long(int n, int m, long (*A)[m]) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++)
      A[i][j] = A[i - 1][j] / 3 + A[i][j - 1] - A[i - 1][j - 1];
}

static void type_ulonglong(int n, int m, uint64_t (*A)[m]) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++)
      A[i][j] = A[i - 1][j] * 6364136223846793005u + (A[i][j - 1] << 7 | A[i][j - 1] >> 57);
}

static void type_longdouble(int n, int m, long double (*A)[m]) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++)
      A[i][j] = 0.5L * A[i - 1][j] + A[i][j - 1] / 3.0L;
}

static void type_complex(int n, int m, double complex (*A)[m]) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++)
      A[i][j] = 0.5 * A[i - 1][j] + A[i][j - 1] * A[i][j] * 0.125;
}

static void run_global_array(void **b) { (void)b; global_array(N, M); }
static void run_static_array(void **b) { (void)b; static_array(); }
static void run_function_static(void **b) { function_static(N, M, b[0]); }
static void run_local_vla(void **b) { local_vla(N, M, b[0]); }
static void run_local_array(void **b) { local_array(N, M, b[0]); }
static void run_vla_parameter(void **b) { vla_parameter(N, M, b[0]); }
static void run_vla_restrict(void **b) { vla_restrict(N, M, b[0], b[1]); }
static void run_linearised(void **b) { linearised(N, M, b[0]); }
static void run_column_major(void **b) { column_major(N, M, b[0]); }
static void run_linearised_3d(void **b) { linearised_3d(9, 11, 15, b[0], b[1]); }
static void run_linearised_long(void **b) { linearised_long(9, 11, 15, b[0]); }
/* Each point has its own `part`: in rows of constant lengths, and of others. */
static void own_parts(int n, double (*A)[M], double (*restrict B)[M]) {
  double part[3];
  int i, j;
  for (i = 1; i < n; i++)
    for (j = 1; j < M; j++) {
      part[0] = A[i - 1][j];
      if (j % 3 == 0)
        part[1] = A[i][j - 1] * part[0];
      else
        part[1] = B[i][j];
      part[2] = part[1] - 0.5 * part[0];
      A[i][j] = 0.25 * part[2] + A[i][j] * B[i - 1][j - 1];
    }
}
static void own_parts_of_rows(int n, int m, double (*A)[m]) {
  double part[2][2];
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++) {
      part[1][0] = A[i - 1][j];
      part[0][1] = A[i - 1][j - 1];
      A[i][j] = 0.5 * part[1][0] - 0.25 * part[0][1] * A[i][j - 1];
    }
}
static void run_own_parts(void **b) { own_parts(N, b[0], b[1]); }
static void run_own_parts_of_rows(void **b) { own_parts_of_rows(N, M, b[0]); }
static void run_through_global_pointer(void **b) { global_pointer = b[0]; through_global_pointer(N, M); }
static void run_transposed(void **b) { transposed(N, M, b[0]); }
static void run_shifted(void **b) { shifted(N, M, b[0]); }
static void run_diagonal_subscript(void **b) { diagonal_subscript(N, M, b[0]); }
static void run_type_schar(void **b) { type_schar(N, M, b[0]); }
static void run_type_uchar(void **b) { type_uchar(N, M, b[0]); }
static void run_type_short(void **b) { type_short(N, M, b[0]); }
static void run_type_unsigned(void **b) { type_unsigned(N, M, b[0]); }
static void run_type_long(void **b) { type_long(N, M, b[0]); }
static void run_type_ulonglong(void **b) { type_ulonglong(N, M, b[0]); }
static void run_type_longdouble(void **b) { type_longdouble(N, M, b[0]); }
static void run_type_complex(void **b) { type_complex(N, M, b[0]); }

#define NEST(name, f, ...) {name, run_##f, {__VA_ARGS__}, 2, {1, 1}, 1, 0, 0, 0, 0}
const struct nest nests_storage[] = {
    NEST("global-array", global_array, {F64, N * M, global_grid}),
    NEST("static-array", static_array, {F32, N * M, static_grid}),
    NEST("function-static", function_static, {F64, N * M, 0}),
    NEST("local-vla", local_vla, {F64, N * M, 0}),
    NEST("local-array", local_array, {F64, N * M, 0}),
    NEST("vla-parameter", vla_parameter, {F64, N * M, 0}),
    NEST("vla-restrict", vla_restrict, {F64, N * M, 0}, {F64, N * M, 0}),
    NEST("linearised", linearised, {F64, N * M, 0}),
    NEST("column-major", column_major, {F64, N * M, 0}),
    {"linearised-3d", run_linearised_3d, {{F32, 9 * 11 * 15, 0}, {F32, 9 * 11 * 15, 0}}, 3, {1, 1, 1}, 1, 0, 0, 0, 0},
    {"linearised-long", run_linearised_long, {{F32, 9 * 11 * 15, 0}}, 3, {1, 1, 1}, 1, 0, 0, 0, 0},
    NEST("global-pointer", through_global_pointer, {F64, N * M, 0}),
    NEST("transposed", transposed, {F64, N * M, 0}),
    NEST("shifted", shifted, {F64, 2 * N * M, 0}),
    NEST("diagonal-subscript", diagonal_subscript, {F64, N * (N + M), 0}),
    NEST("signed-char", type_schar, {I8, N * M, 0}),
    NEST("unsigned-char", type_uchar, {U8, N * M, 0}),
    NEST("short", type_short, {I16, N * M, 0}),
    NEST("unsigned", type_unsigned, {U32, N * M, 0}),
    NEST("long", type_long, {I64, N * M, 0}),
    NEST("unsigned-64", type_ulonglong, {U64, N * M, 0}),
    NEST("long-double", type_longdouble, {F80, N * M, 0}),
    NEST("complex", type_complex, {C128, N * M, 0}),
    NEST("own-parts", own_parts, {F64, N * M, 0}, {F64, N * M, 0}),
    NEST("own-parts-of-rows", own_parts_of_rows, {F64, N * M, 0}),
    {0},
};
