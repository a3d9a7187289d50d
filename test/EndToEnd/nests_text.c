/* nests_text.c - directives, macros and labels in and around nests. */
#include "nests.h"

enum { N = 35, M = 41 };
typedef double row[M];
#define WEIGHT 0.25
#define USES_SHAPE SHAPE(i, j)
#define OVER(x) ((x) * 0.5)

static void local_macro(row *A) {
#define SHAPE(i, j) A[i][j] = OVER(A[i - 1][j]) \
                              + WEIGHT * A[i][j - 1]
#define TOP (N - 1)
#undef WEIGHT
#define WEIGHT 0.375 /* not the one of the file */
  for (int i = 1; i <= TOP; i++)
    for (int j = 1; j < M; j++)
      USES_SHAPE;
#undef SHAPE
}

static void undefined_macro(row *A) {
#undef OVER
  const double OVER = 0.5;
  for (int i = 1; i < N; i++)
    for (int j = 1; j < M; j++)
      A[i][j] = OVER * A[i - 1][j] + WEIGHT * A[i][j - 1];
}

static void body_macro(row *A) {
  for (int i = 1; i < N; i++)
    for (int j = 1; j < M; j++) {
#define HERE A[i][j]
      HERE = 0.5 * A[i - 1][j];
#undef HERE
#define HERE A[i][j - 1]
      A[i][j] += 0.25 * HERE;
    }
}

static void groups_inside(row *A) {
  for (int i = 1; i < N; i++)
    for (int j = 1; j < M; j++) {
#ifdef HERE
      A[i][j] = 0.5 * A[i - 1][j];
#else
      A[i][j] = 0.75 * A[i - 1][j];
#endif
#if 0
      A[i][j] = A[i + 1][j + 1];
#elif defined NEVER
      A[i][j] = A[i - 1][j + 1];
#else
      A[i][j] += 0.125 * A[i][j - 1];
#endif
    }
}

static void groups_cut(row *A) {
#if defined BACKWARDS && \
    1
  for (int i = N - 1; i > 0; i--)
#else
  for (int i = 1; i < N; i++)
#endif
#ifdef HERE
    for (int j = 1; j < M; j++)
#else
    for (int j = M; j < M; j--)
#endif
    {
      A[i][j] = 0.5 * A[i - 1][j] + 0.25 * A[i][j - 1];
    }
}

static void labelled(row *A, int again) {
  if (again)
  start:
    for (int i = 1; i < N; i++)
      for (int j = 1; j < M; j++)
        A[i][j] = 0.5 * A[i - 1][j] + 0.25 * A[i][j - 1];
  else
    A[0][0] = 1;
  if (again < 0)
    goto start;
}

static inline void in_case(row *A, int kind) {
  switch (kind) {
  case 1:
    for (int i = 1; i < N; i++)
      for (int j = 1; j < M; j++)
        A[i][j] = 0.5 * A[i - 1][j] + 0.25 * A[i][j - 1];
  default:
    A[0][0] += 1;
  }
}

#define SWEEP_START(lo, n, m) for (int i = lo; i < n; i++) { for (int j = lo; j < m; j++) {
#define SWEEP_END }}
#define EACH(i, n) for (int i = 1; i < (n); i++)
static void framed_by_macros(row *A) {
  SWEEP_START(1, N,
              M)
    A[i][j] = 0.5 * A[i - 1][j] + 0.25 * A[i][j - 1];
  SWEEP_END
}

static void begun_by_macros(row *A) {
  EACH(i, N) EACH(j, M)
    A[i][j] = 0.5 * A[i - 1][j] + 0.25 * A[i][j - 1];
}

#define RUN(f, ...) static void run_##f(void **b) { f(__VA_ARGS__); }
RUN(local_macro, b[0])
RUN(undefined_macro, b[0])
RUN(body_macro, b[0])
RUN(groups_inside, b[0])
RUN(groups_cut, b[0])
RUN(labelled, b[0], 1)
RUN(in_case, b[0], 1)
RUN(framed_by_macros, b[0])
RUN(begun_by_macros, b[0])

#define NEST(name, f) {name, run_##f, {{F64, N * M, 0}}, 2, {1, 1}, 1, 0, 0, 0, 0}
const struct nest nests_text[] = {
    NEST("macro-local", local_macro),   NEST("macro-undefined", undefined_macro),
    NEST("macro-in-body", body_macro),  NEST("groups-inside", groups_inside),
    NEST("groups-cut", groups_cut),     NEST("label", labelled),
    NEST("case-label", in_case),        NEST("macro-frame", framed_by_macros),
    NEST("macro-header", begun_by_macros), {0},
};
