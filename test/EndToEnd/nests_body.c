/* nests_body.c - what may stand in the body of a nest. */
#include "nests.h"
#include <math.h>
#include <stdlib.h>

#define SQUARE(x) ((x) * (x))
enum { N = 35, M = 41 };
typedef double row[M];

static void conditional(int n, int m, row *A) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++)
      A[i][j] = A[i - 1][j] > A[i][j - 1] ? A[i - 1][j] * 0.5 : A[i][j - 1] + A[i - 1][j - 1];
}

static void affine_if(int n, int m, row *A) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++)
      if (i > j + 2)
        A[i][j] = 0.5 * A[i - 1][j] + A[i][j];
      else
        A[i][j] = 0.25 * A[i][j - 1] - A[i - 1][j - 1];
}

/* Elements that fail the test must keep what they had. */
static void data_if(int n, int m, row *A) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++)
      if (A[i - 1][j] + A[i][j - 1] > 2.0)
        A[i][j] = 0.5 * A[i - 1][j] * A[i][j - 1];
}

/* A conditional write to an array that the nest does not read at all. */
static void data_if_other(int n, int m, row *A, row *mark) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++) {
      A[i][j] = 0.5 * (A[i - 1][j] + A[i][j - 1]) + 0.125 * A[i][j];
      if (A[i][j] > 1.0) {
        mark[i][j] = A[i][j];
      }
    }
}

static void nested_if(int n, int m, row *A) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++) {
      if (j >= 5 && j < m - 4) {
        if (A[i][j] < 1.0 || A[i - 1][j] < 0.75)
          A[i][j] = A[i - 1][j] * 0.5 + 0.5;
        else if (i != 7)
          A[i][j] = A[i][j - 1];
      }
    }
}

static void locals(int n, int m, row *A) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++) {
      const double up = A[i - 1][j], left = A[i][j - 1];
      double mean = 0.5 * (up + left), spread;
      int far = i - j;
      spread = up - mean;
      {
        double mean2 = SQUARE(mean);
        mean2 += far * 0.001;
        A[i][j] = 0.3 * mean2 + SQUARE(spread);
      }
    }
}

static void compound(int n, int m, row *A, int (*K)[M]) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++) {
      A[i][j] += 0.25 * A[i - 1][j];
      A[i][j] *= 0.5 + 0.125 * A[i][j - 1];
      A[i][j] -= 0.0625;
      A[i][j] /= 1.5;
      K[i][j] ^= K[i - 1][j] << 1;
      K[i][j] |= K[i][j - 1] & 5;
      K[i][j]++;
      --K[i][j];
      K[i][j] %= 1000;
    }
}

static double damping = 0.3;
static int bias = 3;

static double blend(double x, double y) { return damping * x + (1.0 - damping) * y; }
static inline double twice_blended(double x, double y) {
  double first = blend(x, y);
  return blend(first, y);
}

static void pure_functions(int n, int m, row *A) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++)
      A[i][j] = twice_blended(A[i - 1][j], A[i][j - 1]) + blend(A[i][j], A[i - 1][j - 1]) * 0.1;
}

/* Globals as captured scalars. */
static void globals(int n, int m, row *A) {
  for (int i = 1; i < n; i++)
    for (int j = bias; j < m; j++)
      A[i][j] = damping * A[i - 1][j] + A[i][j - 1] / (bias + j);
}

static void math(int n, int m, row *A) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++)
      A[i][j] = exp(-A[i - 1][j]) + sin(A[i][j - 1]) * 0.5 + log(1.0 + fabs(A[i - 1][j - 1]));
}

static void math_float(int n, int m, float (*A)[M]) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++)
      A[i][j] = fmaxf(sqrtf(A[i - 1][j]), fabsf(A[i][j - 1] - 1.0f)) + powf(A[i][j], 0.3f);
}

static void integer_math(int n, int m, int (*A)[M]) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++)
      A[i][j] = abs(A[i - 1][j] - A[i][j - 1]) % 1009 + A[i - 1][j - 1] / 3 - A[i][j] % 7;
}

/* Multiply-add chains: what contraction would change. */
static void multiply_add(int n, int m, row *A, row *B) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++) {
      A[i][j] = A[i - 1][j] * 0.3 + A[i][j - 1] * 0.4 + 0.1 * B[i][j] * A[i - 1][j - 1] - B[i - 1][j] * 0.1;
      B[i][j] = B[i][j] * 0.7 + A[i][j] * A[i][j] * 0.05;
    }
}

static void multiply_add_parallel(int n, int m, row *A, row *B) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m - 1; j++)
      A[i][j] = B[i][j - 1] * 0.3 + B[i][j] * 0.4 + B[i][j + 1] * B[i - 1][j];
}

static void iterators_in_body(int n, int m, row *A) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++)
      A[i][j] = A[i - 1][j] * 0.5 + A[i][j - 1] * 0.25 + (i * 31 + j * 17) % 13 / (double)(i + j);
}

/* Constant subscripts: boundary rows and a coefficient behind a pointer. */
static void boundary(int n, int m, row *A, const double *c) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m - 1; j++)
      A[i][j] = A[i - 1][j] * c[0] + A[i][j - 1] * c[1] + A[0][j] * 0.125 + A[i][m - 1] * 0.0625;
}

static void comma_and_casts(int n, int m, row *A, int (*K)[M]) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++) {
      K[i][j] = (int)(A[i - 1][j] * 8) + K[i][j - 1] / 2;
      A[i][j] = (double)(float)(A[i][j - 1] * 0.5) + (K[i][j] & 1 ? 0.5 : 0.25) * !(K[i - 1][j] > 3);
    }
}

static void own_tables(int n, int m, int (*A)[M], int (*K)[M]) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++) {
      static const int score[4][4] = {{2, -1, -1, -1}, {-1, 2, -1, -1}, {-1, -1, 2, -1}, {-1, -1, -1, 2}};
      static const int gap = -3;
      A[i][j] = A[i - 1][j - 1] + score[K[i][j] & 3][K[i - 1][j] & 3] + gap * (A[i - 1][j] & 1);
    }
}

#define RUN1(f) static void run_##f(void **b) { f(N, M, b[0]); }
#define RUN2(f) static void run_##f(void **b) { f(N, M, b[0], b[1]); }
/* Scalars of the function that each iteration writes first. */
static void privates(int n, int m, row *A) {
  double t = 3, most;
  int i, j, left = 7;
  for (i = 1; i < n; i++)
    for (j = 1; j < m; j++) {
      left = j - 1;
      t = A[i - 1][j] * 0.5 + A[i][j - 1] * left / 64;
      most = t > 0.5 ? t * 0.75 : 0.25;
      t += most;
      A[i][j] = t - most * 0.5;
    }
}

/* The same with variables of the file: no function reads what another has left in them. */
static double file_first, file_second;
static void temporaries(int n, int m, row *A) {
  static int left;
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++) {
      left = j - 1;
      file_first = A[i - 1][j] * 0.5 + A[i][j - 1] * left / 64;
      file_second = file_first > 0.5 ? file_first * 0.75 : 0.25;
      file_first += file_second;
      A[i][j] = file_first - file_second * 0.5;
    }
  file_first = A[0][0];
  A[0][0] = file_first + 1;
}

RUN1(conditional) RUN1(privates) RUN1(temporaries) RUN1(affine_if) RUN1(data_if) RUN2(data_if_other) RUN1(nested_if) RUN1(locals)
RUN2(compound) RUN1(pure_functions) RUN1(globals) RUN1(math) RUN1(math_float) RUN1(integer_math)
RUN2(multiply_add) RUN2(multiply_add_parallel) RUN1(iterators_in_body) RUN2(boundary)
RUN2(comma_and_casts) RUN2(own_tables)

#define A1 {{F64, N * M, 0}}
#define A2 {{F64, N * M, 0}, {F64, N * M, 0}}
#define AK {{F64, N * M, 0}, {I32, N * M, 0}}
#define NEST(name, f, arrays) {name, run_##f, arrays, 2, {1, 1}, 1, 0, 0, 0, 0}
#define COND(name, f, arrays) {name, run_##f, arrays, 2, {1, 1}, 1, 0, 0, 0, 1}
const struct nest nests_body[] = {
    COND("conditional-expression", conditional, A1),
    NEST("if-affine", affine_if, A1),
    NEST("privates", privates, A1),
    NEST("temporaries", temporaries, A1),
    COND("if-data", data_if, A1),
    COND("if-data-other", data_if_other, A2),
    COND("if-nested", nested_if, A1),
    NEST("locals", locals, A1),
    NEST("compound", compound, AK),
    NEST("pure-functions", pure_functions, A1),
    NEST("globals", globals, A1),
    NEST("math", math, A1),
    {"math-float", run_math_float, {{F32, N * M, 0}}, 2, {1, 1}, 1, 0, 0, 0, 0},
    {"integer-math", run_integer_math, {{I32, N * M, 0}}, 2, {1, 1}, 1, 0, 0, 0, 0},
    NEST("multiply-add", multiply_add, A2),
    {"multiply-add-parallel", run_multiply_add_parallel, A2, 2, {0, 0}, 1, 0, 0, 0, 0},
    NEST("iterators-in-body", iterators_in_body, A1),
    {"boundary", run_boundary, {{F64, N * M, 0}, {F64, 2, 0}}, 2, {1, 1}, 1, 0, 0, 0, 0},
    {"own-tables", run_own_tables, {{I32, N * M, 0}, {I32, N * M, 0}}, 2, {1, 1}, 1, 0, 0, 0, 0},
    NEST("casts", comma_and_casts, AK),
    {0},
};
