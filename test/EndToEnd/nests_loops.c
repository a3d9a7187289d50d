/* nests_loops.c - headers as people write them: types, comparisons, steps, bounds. */
#include "nests.h"

#include <stdbool.h>
#include <stdint.h>

enum { N = 35, M = 41 };
typedef double row[M];
#define MIN(a, b) ((a) < (b) ? (a) : (b))
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#define FIRST 1
#define LAST(n) ((n) - FIRST)
#define BODY A[i][j] = 0.5 * A[i - 1][j] + 0.25 * A[i][j - 1] + 0.125 * A[i][j]

static inline int least(int a, int b) { return a < b ? a : b; }
static inline int most(int a, int b) {
  if (a > b)
    return a;
  return b;
}
static inline int clamp(int i, int low, int high) {
  const int above = most(i, low);
  return least(above, high);
}
static inline size_t at(size_t i, size_t j, size_t m) { return i * m + j; }

static void chars(row *A, signed char n) {
  for (signed char i = 1; i < n; i++)
    for (unsigned char j = 1; j < M; ++j)
      BODY;
}
static void shorts(row *A, short n, unsigned short m) {
  for (short i = 1; n > i; i++)
    for (unsigned short j = 1; j != m; j += 1)
      BODY;
}
static void unsigneds(row *A, unsigned n, uint64_t m) {
  for (unsigned i = 1; i <= n - 1; i++)
    for (uint64_t j = 1; j + 1 <= m; j++)
      BODY;
}
static void sizes(row *A, size_t n, size_t m) {
  for (size_t i = n - 1; i > 0; i--)
    for (size_t j = m - 1; j; --j)
      A[i - 1][j - 1] = 0.5 * A[i][j] + 0.25 * A[i - 1][j] + 0.125 * A[i - 1][j - 1];
}
static void mixed_types(row *A, unsigned n, long m) {
  for (int i = 1; i < (int)n; i = i + 1)
    for (ptrdiff_t j = 1; m > j; j = 1 + j)
      BODY;
}
/* Exit values, of iterators that do not start or end where their loop suggests. */
static void outside(row *A, int64_t *out) {
  unsigned char i;
  long j;
  for (i = 2; i <= N - 2; i += 3)
    for (j = M - 2; j > 3; j -= 2)
      A[i][j] = 0.5 * A[i - 1][j] + 0.25 * A[i][j + 1];
  out[0] = i;
  out[1] = j;
}
static void outside_triangle(row *A, int64_t *out, int n) {
  int i, j;
  for (i = 1; i < n; i++)
    for (j = i; j < n + 2; j++)
      BODY;
  out[0] = i;
  out[1] = j;
}
static void static_iterators(row *A, int64_t *out, int n) {
  static int i, j;
  for (i = 1; i < n; i++)
    for (j = M - 1; j > i; j--)
      A[i][j - 1] = 0.5 * A[i - 1][j - 1] + 0.25 * A[i][j];
  out[0] = i;
  out[1] = j;
}
/* The inner iterator is declared in the loop around it, and hides another. */
static void inner_iterators(row *A, int64_t *out, int n) {
  int i, j = 5;
  for (i = 1; i < n; i++) {
    int j;
    for (j = M - 1; j > i; j--)
      A[i][j - 1] = 0.5 * A[i - 1][j - 1] + 0.25 * A[i][j];
  }
  out[0] = i;
  out[1] = j;
}
static void not_equal_steps(row *A, int n) {
  for (int i = 3; i != n; i += 3)
    for (int j = M - 4; 1 != j; j -= 2)
      A[i][j] = 0.5 * A[i - 3][j] + 0.25 * A[i][j + 2] + 0.125 * A[i - 1][j];
}
static void least_of(row *A, int n, int k) {
  for (int i = 1; i < (n < k ? n : k); i++)
    for (int j = MAX(1, i - 9); j <= MIN(M - 1, i + 7); j++)
      BODY;
}
static void least_by_call(row *A, int n, int k) {
  for (int i = most(1, k); i < n; i++)
    for (int j = clamp(i - 5, 2, M - 9); j <= least(M - 1, i + 7); j++)
      BODY;
}
static void subscript_by_call(double *p, int n, size_t m) {
  for (int i = 1; i < n; i++)
    for (size_t j = 1; j < m; j++)
      p[at(i, j, m)] = 0.5 * p[at(i - 1, j, m)] + 0.25 * p[at(i, j - 1, m)];
}
static void conjunction(row *A, int n, int k, int go) {
  for (int i = 1; i < n && i < k && go; i++)
    for (int j = 1; j < M && j < i + 17 && !(j > 2 * k); j++)
      BODY;
}
static void trapezoid(row *A, int n) {
  for (int i = 1; i < n; i++)
    for (int j = i / 2 + 1; j < M - (n - i) / 3; j++)
      BODY;
}
static void constants(row *A) {
  const int n = N - 2;
  static const long m = M;
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m - 1; j++)
      BODY;
}
static void local_enum(row *A) {
  enum { LAST_ROW = N - 3 };
  for (int i = 1; i <= LAST_ROW; i++)
    for (int j = 1; j < LAST_ROW + i; j++)
      if (least(j, M - 1) == j)
        BODY;
}
static void macros(row *A, int n) {
  for (int i = FIRST; i < LAST(n); i++)
    for (unsigned j = FIRST; j < sizeof A[0] / sizeof A[0][0]; j++)
      BODY;
}
static int rows = N;
static void globals(row *A, bool more) {
  for (int i = 1; i < rows - 1 + more; i++)
    for (int j = 1; j < M; j++)
      BODY;
}

#define RUN(f, ...) static void run_##f(void **b) { f(__VA_ARGS__); }
RUN(chars, b[0], N)
RUN(shorts, b[0], N, M)
RUN(unsigneds, b[0], N, M)
RUN(sizes, b[0], N, M)
RUN(mixed_types, b[0], N, M)
RUN(outside, b[0], b[1])
RUN(outside_triangle, b[0], b[1], N)
RUN(static_iterators, b[0], b[1], N)
RUN(inner_iterators, b[0], b[1], N)
RUN(not_equal_steps, b[0], 33)
RUN(least_of, b[0], N, N - 1)
RUN(least_by_call, b[0], N, 2)
RUN(subscript_by_call, b[0], N, M)
RUN(conjunction, b[0], N, N - 1, 1)
RUN(trapezoid, b[0], N)
RUN(constants, b[0])
RUN(local_enum, b[0])
RUN(macros, b[0], N)
RUN(globals, b[0], true)

#define A1 {{F64, N * M, 0}}
#define AE {{F64, N * M, 0}, {I64, 3, 0}}
#define NEST(name, f, arrays) {name, run_##f, arrays, 2, {1, 1}, 1, 0, 0, 0, 0}
const struct nest nests_loops[] = {
    NEST("char-iterators", chars, A1),
    NEST("short-iterators", shorts, A1),
    NEST("unsigned-iterators", unsigneds, A1),
    NEST("size-iterators", sizes, A1),
    NEST("mixed-iterators", mixed_types, A1),
    NEST("exit-values-steps", outside, AE),
    NEST("exit-values-triangle", outside_triangle, AE),
    NEST("static-iterators", static_iterators, AE),
    NEST("inner-iterators", inner_iterators, AE),
    NEST("not-equal-steps", not_equal_steps, A1),
    NEST("bounds-choice", least_of, A1),
    NEST("bounds-call", least_by_call, A1),
    NEST("subscript-call", subscript_by_call, A1),
    NEST("bounds-conjunction", conjunction, A1),
    NEST("bounds-trapezoid", trapezoid, A1),
    NEST("bounds-constants", constants, A1),
    NEST("bounds-enum", local_enum, A1),
    NEST("bounds-macros", macros, A1),
    NEST("bounds-globals", globals, A1),
    {0},
};
