/* nests_inline.c - bodies that call functions which read and write memory. */
#include "nests.h"
#include <string.h>

enum { N = 29, M = 31 };

struct grid {
  int n, m;
  double h;
  double *u, *v;
};

static void relax(double *p, int i) { p[i] = 0.5 * p[i - 1] + 0.25 * p[i + 1] + p[i]; }
static void rows_of_array(int n, int m, double (*A)[m]) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m - 1; j++)
      relax(A[i], j);
}

static inline double get(const double *u, int m, int i, int j) { return u[i * m + j]; }
static inline void set(double *u, int m, int i, int j, double v) { u[i * m + j] = v; }
static void get_and_set(int n, int m, double *u) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++)
      set(u, m, i, j, 0.5 * get(u, m, i - 1, j) + 0.25 * get(u, m, i, j - 1) + get(u, m, i, j));
}

static inline double *at(const struct grid *g, int i, int j) { return &g->u[(size_t)i * g->m + j]; }
static void accessor(struct grid *g) {
  for (int i = 1; i < g->n; i++)
    for (int j = 1; j < g->m; j++)
      *at(g, i, j) = 0.5 * *at(g, i - 1, j) + g->h * at(g, i, j)[-1];
}

static inline int rows(const struct grid *g) { return g->n; }
static inline int place(const struct grid *g, int i, int j) { return i * g->m + j; }
static void place_of_value(struct grid g) {
  for (int i = 1; i < rows(&g); i++)
    for (int j = 1; j < g.m; j++)
      g.u[place(&g, i, j)] = 0.5 * g.u[place(&g, i - 1, j)] + g.h * g.v[place(&g, i, j - 1)];
}

static double limited(const double *x, double most) {
  double half = 0.5 * *x;
  if (half > most)
    return most - half;
  return half;
}
static void early_return(int n, int m, double (*A)[m]) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++) {
      double s = limited(&A[i - 1][j], 1.0);
      A[i][j] = s + limited(A[i] + j - 1, 0.25);
    }
}

static void put_if(double *out, double x) {
  if (x < 0.5)
    return;
  *out = 0.5 * x;
}
static void conditional_write(int n, int m, double (*A)[m]) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++)
      put_if(&A[i][j], A[i - 1][j] + 0.25 * A[i][j - 1]);
}

static void split(const double *a, const double *b, double *sum, double *rest) {
  *sum = 0.5 * (*a + *b);
  *rest = *a - *b;
}
static void through_pointers(int n, int m, double (*A)[m], double (*B)[m]) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++) {
      double sum, rest;
      split(&A[i - 1][j], &A[i][j - 1], &sum, &rest);
      A[i][j] = sum * 0.5;
      B[i][j] = rest + B[i - 1][j - 1] * 0.25;
    }
}

/* Globals under the callee's own names. */
static double field[N][M], weight = 0.25;
static const double table[3] = {0.5, 0.25, 0.125};
static void update(int i, int j) {
  field[i][j] = table[0] * field[i - 1][j] + weight * field[i][j - 1] + field[i][j] * table[j % 3];
}
static void own_array(double *a, double w) {
  memcpy(field, a, sizeof field);
  weight = w;
  for (int i = 1; i < N; i++)
    for (int j = 1; j < M; j++)
      update(i, j);
  memcpy(a, field, sizeof field);
}

static double *line;
static int width;
static double line_at(int i, int j) { return line[i * width + j]; }
static void to_line(int i, int j, double v) { line[i * width + j] = v; }
static void own_pointer(void) {
  for (int i = 1; i < N; i++)
    for (int j = 1; j < width; j++)
      to_line(i, j, 0.5 * line_at(i - 1, j) + weight * line[i * width + j - 1]);
}

static struct grid global;
static void step(int i, int j) {
  global.u[i * global.m + j] = 0.5 * global.u[(i - 1) * global.m + j] + global.h * global.v[j];
}
static void own_record(void) {
  for (int i = 1; i < global.n; i++)
    for (int j = 1; j < global.m; j++)
      step(i, j);
}

static struct { int m; double u[N][M]; } block;
static void block_step(int i, int j) {
  block.u[i][j] = 0.5 * block.u[i - 1][j] + 0.25 * block.u[i][j - 1] + block.m;
}
static void own_members(double *a) {
  memcpy(block.u, a, sizeof block.u);
  block.m = 2;
  for (int i = 1; i < N; i++)
    for (int j = 1; j < M; j++)
      block_step(i, j);
  memcpy(a, block.u, sizeof block.u);
}

static double *row(struct grid *g, int i) {
  double *first = g->u;
  return first + i * g->m;
}
static double mean(struct grid *g, int i, int j) { return 0.5 * row(g, i - 1)[j] + 0.25 * row(g, i)[j - 1]; }
static void nested(struct grid *g) {
  for (int i = 1; i < g->n; i++)
    for (int j = 1; j < g->m; j++)
      row(g, i)[j] = mean(g, i, j) + g->h;
}

static double combined(const double *p) {
  double sum = 0;
  for (int k = 0; k < 3; k++)
    sum += table[k] * p[-k];
  return sum;
}
static void short_loop(int n, int m, double (*A)[m]) {
  for (int i = 1; i < n; i++)
    for (int j = 3; j < m; j++)
      A[i][j] = 0.5 * A[i - 1][j] + combined(&A[i][j - 1]);
}

struct cell { double x, y; };
static void mix(struct cell *c, const struct cell *up, struct cell left) {
  c->x = 0.5 * up->x + 0.25 * left.y;
  c->y = left.x - up->y * 0.5;
}
static void cells(int n, int m, struct cell (*c)[m]) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++)
      mix(&c[i][j], &c[i - 1][j], c[i][j - 1]);
}

/* Blocks of three unknowns, coupled within and between cells: the coefficients of a plane, and a sweep over it. All functions
   of a sweep stand in the loop over planes. Scalars and arrays of the functions hand nothing from cell to cell. */
enum { H = 13, P = 7 };
typedef double unknowns[3];
static void coefficients(int k, double (*restrict a)[H][3][3], const unknowns (*restrict u)[H][P]) {
  int i, j;
  double third, share;
  third = 1.0 / 3;
  share = third * third + 0.25;
  for (i = 1; i < H - 1; i++)
    for (j = 1; j < H - 1; j++) {
      double t = 1 / (1 + u[i][j][k][0]);
      a[i][j][0][0] = share;
      a[i][j][0][1] = -share * u[i][j][k][1] * t;
      a[i][j][0][2] = 0;
      a[i][j][1][0] = third * u[i][j - 1][k][2] * t;
      a[i][j][1][1] = 0.125;
      a[i][j][1][2] = third - t;
      a[i][j][2][0] = 0;
      a[i][j][2][1] = t * t;
      a[i][j][2][2] = u[i][j][k][2] * 0.0625;
    }
}
static void lower_plane(int k, const double (*restrict a)[H][3][3], unknowns (*restrict v)[H][P]) {
  int i, j, m;
  double part[3];
  for (i = 1; i < H - 1; i++)
    for (j = 1; j < H - 1; j++)
      for (m = 0; m < 3; m++)
        v[i][j][k][m] -= 0.25 * (a[i][j][m][0] * v[i][j][k - 1][0] + a[i][j][m][1] * v[i][j][k - 1][1]);
  for (i = 1; i < H - 1; i++)
    for (j = 1; j < H - 1; j++) {
      for (m = 0; m < 3; m++)
        part[m] = a[i][j][m][0] * v[i - 1][j][k][0] + a[i][j][m][2] * v[i][j - 1][k][2];
      v[i][j][k][0] -= part[0];
      v[i][j][k][1] -= part[1] * v[i][j][k][0];
      v[i][j][k][2] -= part[2] * v[i][j][k][1];
    }
}
static void lower_blocks(double (*restrict a)[H][3][3], const unknowns (*restrict u)[H][P], unknowns (*restrict v)[H][P]) {
  for (int k = 1; k < P - 1; k++) {
    coefficients(k, a, u);
    lower_plane(k, (const double (*)[H][3][3])a, v);
  }
}
static void upper_plane(int k, const double (*restrict a)[H][3][3], unknowns (*restrict t)[H], unknowns (*restrict v)[H][P]) {
  int i, j, m;
  double part[3];
  for (i = H - 2; i > 0; i--)
    for (j = H - 2; j > 0; j--)
      for (m = 0; m < 3; m++)
        t[i][j][m] = a[i][j][m][1] * v[i][j][k + 1][m];
  for (i = H - 2; i > 0; i--)
    for (j = H - 2; j > 0; j--) {
      for (m = 0; m < 3; m++)
        part[m] = t[i][j][m] + a[i][j][m][0] * v[i + 1][j][k][0] + a[i][j][m][2] * v[i][j + 1][k][2];
      for (m = 0; m < 3; m++)
        v[i][j][k][m] -= part[m] * 0.5;
    }
}
static void upper_blocks(double (*restrict a)[H][3][3], const unknowns (*restrict u)[H][P], unknowns (*restrict v)[H][P]) {
  unknowns t[H][H];
  for (int k = P - 2; k > 0; k--) {
    coefficients(k, a, u);
    upper_plane(k, (const double (*)[H][3][3])a, t, v);
  }
}

static struct grid grid_of(void **b) {
  struct grid g = {N, M, 0.25, b[0], b[1]};
  return g;
}
static void run_rows(void **b) { rows_of_array(N, M, b[0]); }
static void run_get_and_set(void **b) { get_and_set(N, M, b[0]); }
static void run_accessor(void **b) { struct grid g = grid_of(b); accessor(&g); }
static void run_place(void **b) { place_of_value(grid_of(b)); }
static void run_early_return(void **b) { early_return(N, M, b[0]); }
static void run_conditional_write(void **b) { conditional_write(N, M, b[0]); }
static void run_through_pointers(void **b) { through_pointers(N, M, b[0], b[1]); }
static void run_own_array(void **b) { own_array(b[0], 0.25); own_array(b[1], 0.125); }
static void run_own_pointer(void **b) { line = b[0]; width = M; weight = 0.125; own_pointer(); }
static void run_own_record(void **b) { global = grid_of(b); own_record(); }
static void run_own_members(void **b) { own_members(b[0]); }
static void run_nested(void **b) { struct grid g = grid_of(b); nested(&g); }
static void run_short_loop(void **b) { short_loop(N, M, b[0]); }
static void run_cells(void **b) { cells(N, M, b[0]); }
static void run_lower_blocks(void **b) { lower_blocks(b[0], b[1], b[2]); }
static void run_upper_blocks(void **b) { upper_blocks(b[0], b[1], b[2]); }

#define BLOCKS {{F64, H * H * 9, 0}, {F64, H * H * P * 3, 0}, {F64, H * H * P * 3, 0}}
#define ONE {{F64, N * M, 0}}
#define TWO {{F64, N * M, 0}, {F64, N * M, 0}}

const struct nest nests_inline[] = {
    {.name = "rows_of_array", .run = run_rows, .buffers = ONE, .dims = 2, .reach = {1, 1}, .regions = 1},
    {.name = "get_and_set", .run = run_get_and_set, .buffers = ONE, .dims = 2, .reach = {1, 1}, .regions = 1},
    {.name = "accessor", .run = run_accessor, .buffers = TWO, .dims = 2, .reach = {1, 1}, .regions = 1},
    {.name = "place_of_value", .run = run_place, .buffers = TWO, .dims = 2, .reach = {1, 1}, .regions = 1},
    {.name = "early_return", .run = run_early_return, .buffers = ONE, .dims = 2, .reach = {1, 1}, .regions = 1},
    {.name = "conditional_write_in_call", .run = run_conditional_write, .buffers = ONE, .dims = 2, .reach = {1, 1}, .regions = 1, .one_rank = 1},
    {.name = "through_pointers", .run = run_through_pointers, .buffers = TWO, .dims = 2, .reach = {1, 1}, .regions = 1},
    {.name = "own_array", .run = run_own_array, .buffers = TWO, .dims = 2, .reach = {1, 1}, .regions = 2},
    {.name = "own_pointer", .run = run_own_pointer, .buffers = ONE, .dims = 2, .reach = {1, 1}, .regions = 1},
    {.name = "own_record", .run = run_own_record, .buffers = TWO, .dims = 2, .reach = {1, 1}, .regions = 1, .one_rank = 1},
    {.name = "own_members", .run = run_own_members, .buffers = ONE, .dims = 2, .reach = {1, 1}, .regions = 1},
    {.name = "nested_calls", .run = run_nested, .buffers = TWO, .dims = 2, .reach = {1, 1}, .regions = 1},
    {.name = "short_loop_in_call", .run = run_short_loop, .buffers = ONE, .dims = 2, .reach = {1, 3}, .regions = 1},
    {.name = "cells_by_call", .run = run_cells, .buffers = {{F64, 2 * N * M, 0}}, .dims = 2, .reach = {1, 1}, .regions = 1},
    {.name = "lower_blocks", .run = run_lower_blocks, .buffers = BLOCKS, .dims = 3, .reach = {1, 1, 1}, .regions = 1},
    {.name = "upper_blocks", .run = run_upper_blocks, .buffers = BLOCKS, .dims = 3, .reach = {1, 1, 1}, .regions = 1},
    {.name = NULL}};
