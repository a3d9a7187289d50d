/* nests_syntax.c - forms of expressions and calls whose reads are easily overlooked. */
#include "nests.h"
#include <stddef.h>

enum { N = 29, M = 31 };

struct record {
  char pad, bytes[64];
};
static void offsets(int n, int m, int (*A)[m]) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++)
      A[i][j] = (int)__builtin_offsetof(struct record, bytes[A[i - 1][j] & 31]) + A[i][j - 1] % 3;
}

/* The sizes in types of called functions are read there; the caller sets one of them. */
static int size = 3;
static double sized(double x) { return 0.25 * x + 0.01 * (double)sizeof(__typeof__(char[size])); }
static void sizes(int n, int m, double (*A)[m]) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++)
      A[i][j] = sized(A[i - 1][j]) + 0.25 * A[i][j - 1];
}

/* Two functions that call each other; one reads a global that the caller sets. */
static double factor = 0.5;
static double odd(double x, int k);
static double even(double x, int k) {
  double r = k == 0 ? x : odd(x, k - 1);
  return r * factor;
}
static double odd(double x, int k) { return k == 0 ? x : even(x + 0.25, k - 1); }
static void cycle(int n, int m, double (*A)[m]) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++)
      A[i][j] = odd(A[i - 1][j], 5) * 0.5 + 0.25 * A[i][j - 1];
}

/* Without a prototype the callee narrows what it gets. */
static int clip(k) unsigned char k; { return k; }
static double half(x) float x; { return x * 0.5; }
static void narrowed(int n, int m, double (*A)[m]) {
  for (int i = 1; i < clip(n); i++)
    for (int j = 1; j < clip(m); j++)
      A[i][j] = half(A[i - 1][j]) + 0.25 * A[i][j - 1];
}
static void put(a, i, j, x) double *a; short i; signed char j; float x; { a[i * M + j] = x; }
static void stored(int n, int m, double *a) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++)
      put(a, i, j, 0.5 * a[(i - 1) * M + j] + 0.1 * a[i * M + j - 1]);
}

/* Statement expressions, chosen ones, an omitted operand, lists with designators. */
static void forms(int n, int m, int (*A)[m]) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++) {
      struct record r = {.bytes = {[2] = (char)(A[i - 1][j] & 7)}, .pad = 1};
      A[i][j] = ({ int up = A[i - 1][j]; up ?: 3; }) / 2 + r.bytes[2] +
                __builtin_choose_expr(1, A[i][j - 1], A[i][j]) % 5 +
                _Generic(i, int: A[i - 1][j - 1] & 3, default: 0) + (int[]){1, A[i - 1][j] & 1}[1];
    }
}

/* Hints for compilers in front of all loops, of the text of a statement too. */
static void hinted(int n, int m, double (*A)[m]) {
#pragma GCC ivdep
  for (int i = 1; i < n; i++)
#pragma GCC unroll 2
    for (int j = 1; j < m; j++) {
      double sum = 0;
#pragma GCC unroll 3
      for (int k = 0; k < 3; k++)
        sum += A[i - 1][j] * (0.1 * k);
      A[i][j] = sum + 0.25 * A[i][j - 1];
    }
}
static void hinted_tree(int n, int m, double (*A)[m], double *a) {
#pragma GCC unroll 2
  for (int i = 1; i < n; i++) {
    a[i] = 0;
#pragma GCC unroll 4
    for (int k = 0; k < m; k++)
      a[i] += 0.01 * A[i][k];
#pragma GCC ivdep
    for (int j = 0; j < m; j++)
      A[i][j] = 0.5 * A[i - 1][j] + a[i];
  }
}

static void run_offsets(void **b) { offsets(N, M, b[0]); }
static void run_sizes(void **b) { size = 7; sizes(N, M, b[0]); size = 3; }
static void run_cycle(void **b) { factor = 0.625; cycle(N, M, b[0]); factor = 0.5; }
static void run_narrowed(void **b) { narrowed(N, M, b[0]); }
static void run_stored(void **b) { stored(N, M, b[0]); }
static void run_forms(void **b) { forms(N, M, b[0]); }
static void run_hinted(void **b) { hinted(N, M, b[0]); }
static void run_hinted_tree(void **b) { hinted_tree(N, M, b[0], b[1]); }

#define INTS {{I32, N * M, 0}}
#define NUMBERS {{F64, N * M, 0}}

const struct nest nests_syntax[] = {
    {.name = "offsets", .run = run_offsets, .buffers = INTS, .dims = 2, .reach = {1, 1}, .regions = 1},
    {.name = "sizes_in_types", .run = run_sizes, .buffers = NUMBERS, .dims = 2, .reach = {1, 1}, .regions = 1},
    {.name = "cycle_of_calls", .run = run_cycle, .buffers = NUMBERS, .dims = 2, .reach = {1, 1}, .regions = 1},
    {.name = "narrowed", .run = run_narrowed, .buffers = NUMBERS, .dims = 2, .reach = {1, 1}, .regions = 1},
    {.name = "stored_narrowed", .run = run_stored, .buffers = NUMBERS, .dims = 2, .reach = {1, 1}, .regions = 1},
    {.name = "forms_of_expressions", .run = run_forms, .buffers = INTS, .dims = 2, .reach = {1, 1}, .regions = 1},
    {.name = "hinted", .run = run_hinted, .buffers = NUMBERS, .dims = 2, .reach = {1, 1}, .regions = 1},
    {.name = "hinted_tree", .run = run_hinted_tree, .buffers = {{F64, N * M, 0}, {F64, N, 0}}, .dims = 2, .reach = {1, 1}, .regions = 1, .one_rank = 1},
    {.name = NULL}};
