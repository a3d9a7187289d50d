// Nests that must be accepted, whatever else changes: refusing everything is not correctness.
//
// RUN: tilepipe-cc -Rpass=tilepipe -Rpass-missed=tilepipe %s -o %t.c 2>%t.remarks
// RUN: FileCheck %s --implicit-check-not=-Rpass-missed <%t.remarks
// RUN: mpicc -O1 -Wall -Wextra -Werror -fopenmp -I %include -c %t.c -o %t.o

#include <complex.h>
#include <math.h>
#include <stddef.h>
#include <stdint.h>

#define MAX(a, b) ((a) > (b) ? (a) : (b))
#define AT(i, j, k) u[((i) * ny + (j)) * nz + (k)]
enum { N = 100, M = 200 };

double global_array[N][M];
static float static_array[N][M];
double *global_pointer;
static double weight = 0.25;

static double mean(double x, double y) { return weight * x + (1.0 - weight) * y; }

// --- storage

void in_global(int n, int m) {
  // CHECK: :[[@LINE+1]]:3: remark: {{.*}}[-Rpass=tilepipe]
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++)
      global_array[i][j] = global_array[i - 1][j] + global_array[i][j - 1];
}

void in_static(void) {
  // CHECK: :[[@LINE+1]]:3: remark: {{.*}}[-Rpass=tilepipe]
  for (int i = 1; i < N; i++)
    for (int j = 1; j < M; j++)
      static_array[i][j] = static_array[i - 1][j] + static_array[i][j - 1];
}

void in_rows_of_rows(int l, int n, int m, double ***u, double ***v) {
  // CHECK: :[[@LINE+1]]:3: remark: {{.*}}[-Rpass=tilepipe]
  for (int i = 1; i < l - 1; i++)
    for (int j = 1; j < n - 1; j++)
      for (int k = 1; k < m - 1; k++)
        v[i][j][k] = u[i][j][k] + u[i - 1][j][k] + u[i + 1][j][k] + u[i][j - 1][k] + u[i][j + 1][k];
}

double in_vla(int n, int m) {
  double A[n][m];
  A[0][0] = 1;
  // CHECK: :[[@LINE+1]]:3: remark: {{.*}}[-Rpass=tilepipe]
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      A[i][j] = i * 0.5 + j;
  return A[n - 1][m - 1];
}

void in_vla_parameter(int n, int m, double A[n][m]) {
  // CHECK: :[[@LINE+1]]:3: remark: {{.*}}[-Rpass=tilepipe]
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++)
      A[i][j] = A[i - 1][j] + A[i][j - 1];
}

void in_pointer_to_array(int n, int m, float (*restrict A)[m], const float (*restrict B)[m]) {
  // CHECK: :[[@LINE+1]]:3: remark: {{.*}}[-Rpass=tilepipe]
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++)
      A[i][j] = A[i - 1][j - 1] + B[i][j];
}

void linearised(int n, int m, double *A) {
  // CHECK: :[[@LINE+1]]:3: remark: {{.*}}[-Rpass=tilepipe]
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++)
      A[i * m + j] = A[(i - 1) * m + j] + A[i * m + j - 1];
}

void linearised_by_macro(int nx, int ny, int nz, float *u) {
  // CHECK: :[[@LINE+1]]:3: remark: {{.*}}[-Rpass=tilepipe]
  for (int i = 1; i < nx; i++)
    for (int j = 1; j < ny; j++)
      for (int k = 1; k < nz; k++)
        AT(i, j, k) = AT(i - 1, j, k) + AT(i, j - 1, k) * AT(i, j, k - 1);
}

void linearised_size_t(size_t n, size_t m, double *A) {
  // CHECK: :[[@LINE+1]]:3: remark: {{.*}}[-Rpass=tilepipe]
  for (size_t i = 1; i < n; i++)
    for (size_t j = 1; j < m; j++)
      A[i * m + j] = A[(i - 1) * m + j] + A[i * m + j - 1];
}

void column_major(int n, int m, double *A) {
  // CHECK: :[[@LINE+1]]:3: remark: {{.*}}[-Rpass=tilepipe]
  for (int j = 1; j < m; j++)
    for (int i = 1; i < n; i++)
      A[i + j * n] = A[i - 1 + j * n] + A[i + (j - 1) * n];
}

void through_global_pointer(int n, int m) {
  // CHECK: :[[@LINE+1]]:3: remark: {{.*}}[-Rpass=tilepipe]
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++)
      global_pointer[i * m + j] = global_pointer[(i - 1) * m + j] * 0.5;
}

// --- dependences

void distances(int n, int m, double (*A)[m]) {
  // CHECK: :[[@LINE+1]]:3: remark: {{.*}}[-Rpass=tilepipe]
  for (int i = 3; i < n; i++)
    for (int j = 2; j < m; j++)
      A[i][j] = A[i - 3][j] + A[i - 1][j - 2] + A[i - 2][j - 1];
}

void gauss_seidel(int n, int m, double (*A)[m]) {
  // CHECK: :[[@LINE+1]]:3: remark: {{.*}}[-Rpass=tilepipe]
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < m - 1; j++)
      A[i][j] = 0.25 * (A[i - 1][j] + A[i + 1][j] + A[i][j - 1] + A[i][j + 1]);
}

void no_dependence(int n, int m, double (*A)[m], double (*B)[m]) {
  // CHECK: :[[@LINE+1]]:3: remark: {{.*}}[-Rpass=tilepipe]
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      A[i][j] = B[i][j] * 2.0;
}

void matrix_product(int n, int m, int l, double (*C)[m], double (*A)[l], double (*B)[m]) {
  // CHECK: :[[@LINE+1]]:3: remark: {{.*}}[-Rpass=tilepipe]
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      for (int k = 0; k < l; k++)
        C[i][j] += A[i][k] * B[k][j];
}

void time_iterated(int steps, int n, double *x, double (*force)[n]) {
  // CHECK: :[[@LINE+1]]:3: remark: {{.*}}[-Rpass=tilepipe]
  for (int t = 0; t < steps; t++)
    for (int i = 0; i < n; i++)
      x[i] = x[i] * 0.9 + force[t][i];
}

void two_statements(int n, int m, double (*A)[m], double (*B)[m]) {
  // CHECK: :[[@LINE+1]]:3: remark: {{.*}}[-Rpass=tilepipe]
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++) {
      A[i][j] = B[i - 1][j] + A[i][j - 1];
      B[i][j] = A[i][j] - B[i][j - 1];
    }
}

// --- loops

void downward(int n, int m, double (*A)[m]) {
  // CHECK: :[[@LINE+1]]:3: remark: {{.*}}[-Rpass=tilepipe]
  for (int i = n - 2; i >= 0; i--)
    for (int j = 1; j < m; j++)
      A[i][j] = A[i + 1][j] + A[i][j - 1];
}

void steps(int n, int m, double (*A)[m]) {
  // CHECK: :[[@LINE+1]]:3: remark: {{.*}}[-Rpass=tilepipe]
  for (int i = 2; i < n; i += 2)
    for (int j = m - 4; j >= 0; j -= 3)
      A[i][j] = A[i - 2][j] + A[i][j + 3];
}

void triangular(int n, double (*A)[n]) {
  // CHECK: :[[@LINE+1]]:3: remark: {{.*}}[-Rpass=tilepipe]
  for (int i = 1; i < n; i++)
    for (int j = 1; j <= i; j++)
      A[i][j] = A[i - 1][j] + A[i][j - 1];
}

void banded(int n, int w, int m, double (*A)[m]) {
  // CHECK: :[[@LINE+1]]:3: remark: {{.*}}[-Rpass=tilepipe]
  for (int i = 1; i < n; i++)
    for (int j = i; j < i + w; j++)
      A[i][j] = A[i - 1][j] + A[i][j - 1];
}

int declared_outside(int n, int m, double (*A)[m]) {
  int i, j;
  // CHECK: :[[@LINE+1]]:3: remark: {{.*}}[-Rpass=tilepipe]
  for (i = 1; i < n; i++)
    for (j = 1; j < m; j++)
      A[i][j] = A[i - 1][j] + A[i][j - 1];
  return i + n;
}

void iterator_types(unsigned n, long m, double (*A)[m]) {
  // CHECK: :[[@LINE+1]]:3: remark: {{.*}}[-Rpass=tilepipe]
  for (unsigned i = 1; i < n; ++i)
    for (long j = 1; j < m; ++j)
      A[i][j] = A[i - 1][j] + A[i][j - 1];
}

void four_deep(int n, int m, int l, int h, double (*A)[m][l][h]) {
  // CHECK: :[[@LINE+1]]:3: remark: {{.*}}[-Rpass=tilepipe]
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++)
      for (int k = 1; k < l; k++)
        for (int o = 1; o < h; o++)
          A[i][j][k][o] = A[i - 1][j][k][o] + A[i][j - 1][k][o] + A[i][j][k - 1][o - 1];
}

void five_deep(int n, float (*A)[20][20][20][20]) {
  // CHECK: :[[@LINE+1]]:3: remark: {{.*}}[-Rpass=tilepipe]
  for (int a = 1; a < n; a++)
    for (int b = 1; b < n; b++)
      for (int c = 1; c < n; c++)
        for (int d = 1; d < n; d++)
          for (int e = 1; e < n; e++)
            A[a][b][c][d][e] = A[a - 1][b][c][d][e] + A[a][b - 1][c][d][e - 1];
}

// --- bodies

void smith_waterman(int n, int m, const char *a, const char *b, int (*H)[m + 1]) {
  // CHECK: :[[@LINE+1]]:3: remark: {{.*}}[-Rpass=tilepipe]
  for (int i = 1; i <= n; i++)
    for (int j = 1; j <= m; j++)
      H[i][j] = MAX(MAX(0, H[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 2 : -1)),
                    MAX(H[i - 1][j] - 1, H[i][j - 1] - 1));
}

void with_if(int n, int m, const char *a, const char *b, int (*L)[m]) {
  // CHECK: :[[@LINE+1]]:3: remark: {{.*}}[-Rpass=tilepipe]
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++) {
      if (a[i] == b[j])
        L[i][j] = L[i - 1][j - 1] + 1;
      else
        L[i][j] = MAX(L[i - 1][j], L[i][j - 1]);
    }
}

void conditional_write(int n, int m, double (*A)[m]) {
  // CHECK: :[[@LINE+1]]:3: remark: {{.*}}[-Rpass=tilepipe]
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++)
      if (A[i - 1][j] > 1.0)
        A[i][j] = A[i][j - 1];
}

void locals_and_compound(int n, int m, double (*A)[m]) {
  // CHECK: :[[@LINE+1]]:3: remark: {{.*}}[-Rpass=tilepipe]
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++) {
      double up = A[i - 1][j], left;
      left = A[i][j - 1];
      up *= 0.5;
      A[i][j] += up + left;
    }
}

void pure_function(int n, int m, double (*A)[m]) {
  // CHECK: :[[@LINE+1]]:3: remark: {{.*}}[-Rpass=tilepipe]
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++)
      A[i][j] = mean(A[i - 1][j], A[i][j - 1]);
}

void libm(int n, int m, double (*A)[m]) {
  // CHECK: :[[@LINE+1]]:3: remark: {{.*}}[-Rpass=tilepipe]
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++)
      A[i][j] = sqrt(A[i - 1][j]) + exp(-fabs(A[i][j - 1])) + fmax(A[i][j], 0.5);
}

// --- element types

#define TYPED(T, name)                                                                             \
  void name(int n, int m, T (*A)[m], T (*B)[m])

TYPED(signed char, type_char) {
  // CHECK: :[[@LINE+1]]:3: remark: {{.*}}[-Rpass=tilepipe]
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++)
      A[i][j] = A[i - 1][j] ^ B[i][j];
}

TYPED(unsigned short, type_short) {
  // CHECK: :[[@LINE+1]]:3: remark: {{.*}}[-Rpass=tilepipe]
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++)
      A[i][j] = (unsigned short)(A[i - 1][j] + B[i][j]);
}

TYPED(uint64_t, type_64) {
  // CHECK: :[[@LINE+1]]:3: remark: {{.*}}[-Rpass=tilepipe]
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++)
      A[i][j] = A[i - 1][j] * 31 + B[i][j];
}

TYPED(long double, type_long_double) {
  // CHECK: :[[@LINE+1]]:3: remark: {{.*}}[-Rpass=tilepipe]
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++)
      A[i][j] = A[i - 1][j] * 0.5L + B[i][j];
}

TYPED(double complex, type_complex) {
  // CHECK: :[[@LINE+1]]:3: remark: {{.*}}[-Rpass=tilepipe]
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++)
      A[i][j] = A[i - 1][j] * 0.5 + B[i][j];
}

// --- negative distances: skewed tiles

void negative_distance(int n, int m, double (*A)[m]) {
  // CHECK: :[[@LINE+1]]:3: remark: {{.*}}[-Rpass=tilepipe]
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m - 1; j++)
      A[i][j] = A[i - 1][j + 1] + A[i][j - 1];
}

void negative_by_direction(int n, int m, double (*A)[m]) {
  // CHECK: :[[@LINE+1]]:3: remark: {{.*}}[-Rpass=tilepipe]
  for (int i = 1; i < n; i++)
    for (int j = m - 2; j >= 1; j--)
      A[i][j] = A[i - 1][j - 1] + A[i][j + 1];
}

void rolling_row(int n, int m, double *row) {
  // CHECK: :[[@LINE+1]]:3: remark: {{.*}}[-Rpass=tilepipe]
  for (int i = 0; i < n; i++)
    for (int j = 1; j < m; j++)
      row[j] = row[j - 1] * 0.5 + row[j];
}

void time_iterated_stencil(int steps, int n, double *x) {
  // CHECK: :[[@LINE+1]]:3: remark: {{.*}}[-Rpass=tilepipe]
  for (int t = 0; t < steps; t++)
    for (int i = 1; i < n - 1; i++)
      x[i] = 0.5 * (x[i - 1] + x[i + 1]);
}
