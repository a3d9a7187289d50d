/* nests_distance.c - dependence distances, kinds of dependence, directions and steps of loops. */
#include "nests.h"

enum { N = 37, M = 43 };
typedef double row[M];

static void diagonal(int n, int m, row *A) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++)
      A[i][j] = 0.75 * A[i - 1][j - 1] + 0.5 / A[i][j];
}

static void knight(int n, int m, row *A) {
  for (int i = 2; i < n; i++)
    for (int j = 2; j < m; j++)
      A[i][j] = 0.5 * A[i - 2][j - 1] * A[i - 1][j - 2] + 0.25;
}

static void three(int n, int m, row *A) {
  for (int i = 3; i < n; i++)
    for (int j = 3; j < m; j++)
      A[i][j] = 0.5 * A[i - 3][j] + 0.25 * A[i][j - 3] * A[i - 1][j - 3];
}

/* Far along one dimension only: (2,0), (0,1), (1,3). */
static void uneven(int n, int m, row *A) {
  for (int i = 2; i < n; i++)
    for (int j = 3; j < m; j++)
      A[i][j] = A[i - 2][j] * 0.5 + A[i][j - 1] * 0.25 + A[i - 1][j - 3] * 0.125;
}

static void anti(int n, int m, row *A) {
  for (int i = 0; i < n - 1; i++)
    for (int j = 0; j < m - 1; j++)
      A[i][j] = A[i + 1][j] * 0.5 + A[i][j + 1] * A[i + 1][j + 1];
}

static void anti_far(int n, int m, row *A) {
  for (int i = 0; i < n - 3; i++)
    for (int j = 0; j < m - 2; j++)
      A[i][j] = A[i + 3][j] + A[i][j + 2] / A[i + 1][j + 1];
}

/* Flow one way, anti the other way of the same array. */
static void flow_anti(int n, int m, row *A) {
  for (int i = 1; i < n - 2; i++)
    for (int j = 1; j < m - 1; j++)
      A[i][j] = 0.25 * (A[i - 1][j] + A[i + 2][j] + A[i][j - 1] + A[i + 1][j + 1]);
}

/* Output dependences: every element of C is written by a whole diagonal of iterations. */
static void output(int n, int m, row *A, double *C) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      C[j] = A[i][j] * (i + 1) - 3.0;
}

/* Two writes of the same element by neighbouring iterations. */
static void overwrite(int n, int m, row *A, row *B) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++) {
      A[i][j] = B[i][j] + 1.0;
      A[i - 1][j] = B[i][j] * A[i][j];
    }
}

/* Both arrays feed each other, at different distances. */
static void exchange(int n, int m, row *A, row *B) {
  for (int i = 2; i < n; i++)
    for (int j = 1; j < m; j++) {
      A[i][j] = 0.5 * (B[i - 2][j] + B[i][j - 1]);
      B[i][j] = 0.5 * A[i - 1][j] * A[i][j] + 0.125;
    }
}

/* The first statement's value is used by the second one in the same iteration and later. */
static void chain(int n, int m, row *A, row *B, row *C) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++) {
      A[i][j] = 0.5 * (C[i - 1][j] + A[i][j - 1]);
      B[i][j] = 0.5 * A[i][j] * A[i - 1][j - 1];
      C[i][j] = B[i][j - 1] - 0.5 * C[i][j];
    }
}

static void down(int n, int m, row *A) {
  for (int i = n - 2; i >= 0; i--)
    for (int j = m - 2; j >= 0; j--)
      A[i][j] = 0.25 * (A[i + 1][j] + A[i][j + 1]) * A[i + 1][j + 1];
}

static void down_up(int n, int m, row *A) {
  for (int i = n - 2; i > -1; --i)
    for (int j = 1; j < m; ++j)
      A[i][j] = 0.5 * A[i + 1][j] + 0.25 * A[i][j - 1] + 0.125 * A[i + 1][j - 1];
}

static void up_down(int n, int m, row *A) {
  for (int i = 1; i < n; i++)
    for (int j = m - 2; j >= 0; j--)
      A[i][j] = 0.5 * A[i - 1][j + 1] + 0.25 * A[i][j + 1];
}

static void step_two(int n, int m, row *A) {
  for (int i = 2; i < n; i += 2)
    for (int j = 1; j < m; j++)
      A[i][j] = 0.5 * A[i - 2][j] + 0.25 * A[i][j - 1] + A[i - 1][j];
}

static void step_three_down(int n, int m, row *A) {
  for (int i = n - 4; i >= 0; i -= 3)
    for (int j = 4; j < m; j = j + 2)
      A[i][j] = 0.5 * A[i + 3][j] + 0.25 * A[i][j - 4] + A[i + 1][j - 1];
}

/* Distances count iterations of the first loop, and all kinds of dependence of the second. */
static void strided(int n, int m, row *A) {
  for (int i = 1; 2 * i < n; i++)
    for (int j = 1; 2 * j < m; j++)
      A[2 * i][2 * j] = A[2 * i - 2][2 * j] * 0.5 + A[2 * i][2 * j - 2] + A[2 * i - 1][2 * j - 1];
}

/* Statements of single iterations beside one of all: what the second iteration reads was written last by the first one's. */
static void single_iterations(int n, int m, row *A, double *B, row *C) {
  for (int i = 0; i < n; i++)
    for (int j = 3; j < m - 3; j++) {
      if (i == 1)
        A[i][j] = B[j + 2];
      if (i == 0)
        B[j - 1] = j * 3.0;
      B[j] = C[i][j];
    }
}

#define RUN2(f) static void run_##f(void **b) { f(N, M, b[0]); }
#define RUN4(f) static void run_##f(void **b) { f(N, M, b[0], b[1]); }
RUN2(diagonal) RUN2(knight) RUN2(three) RUN2(uneven) RUN2(anti) RUN2(anti_far) RUN2(flow_anti)
RUN4(output) RUN4(overwrite) RUN4(exchange)
static void run_chain(void **b) { chain(N, M, b[0], b[1], b[2]); }
static void run_single_iterations(void **b) { single_iterations(N, M, b[0], b[1], b[2]); }
RUN2(down) RUN2(down_up) RUN2(up_down) RUN2(step_two) RUN2(step_three_down) RUN2(strided)

#define A1 {{F64, N * M, 0}}
#define A2 {{F64, N * M, 0}, {F64, N * M, 0}}
#define NEST(name, f, arrays, ...) {name, run_##f, arrays, 2, {__VA_ARGS__}, 1, 0, 0, 0, 0}
const struct nest nests_distance[] = {
    NEST("distance-diagonal", diagonal, A1, 1, 1),
    NEST("distance-knight", knight, A1, 2, 2),
    NEST("distance-three", three, A1, 3, 3),
    NEST("distance-uneven", uneven, A1, 2, 3),
    NEST("anti", anti, A1, 1, 1),
    NEST("anti-far", anti_far, A1, 3, 2),
    NEST("flow-and-anti", flow_anti, A1, 2, 1),
    {"output", run_output, {{F64, N * M, 0}, {F64, M, 0}}, 2, {1, 0}, 1, 0, 0, 0, 0},
    NEST("overwrite", overwrite, A2, 1, 0),
    NEST("exchange", exchange, A2, 2, 1),
    {"chain", run_chain, {{F64, N * M, 0}, {F64, N * M, 0}, {F64, N * M, 0}}, 2, {1, 1}, 1, 0, 0, 0, 0},
    {"single-iterations", run_single_iterations, {{F64, N * M, 0}, {F64, M, 0}, {F64, N * M, 0}}, 2, {1, 3}, 1, 0, 0, 0, 0},
    NEST("down", down, A1, 1, 1),
    NEST("down-up", down_up, A1, 1, 1),
    NEST("up-down", up_down, A1, 1, 1),
    NEST("step-two", step_two, A1, 1, 1),
    NEST("step-three-down", step_three_down, A1, 1, 2),
    NEST("strided", strided, A1, 1, 1),
    {0},
};
