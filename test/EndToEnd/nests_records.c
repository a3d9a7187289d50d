/* nests_records.c - structures: arrays in them, pointers in them, arrays of them. */
#include "nests.h"
#include <complex.h>
#include <stdlib.h>
#include <string.h>

enum { N = 31, M = 37, L = 11 };

struct grid {
  int n, m;
  unsigned l;
  double factor, weight[3];
  double *u, *v;
  double (*rows)[M];
  struct { int lo, hi; } part;
};

static struct grid grid_of(void **b) {
  struct grid g = {N, M, L, 0.5, {0.25, 0.125, 0.0625}, b[0], b[1], b[0], {2, M - 3}};
  return g;
}

static void pointer_member(struct grid *g) {
  for (int i = 1; i < g->n; i++)
    for (int j = 1; j < g->m; j++)
      g->u[i * g->m + j] = g->factor * g->u[(i - 1) * g->m + j] + 0.25 * g->u[i * g->m + j - 1];
}

#define U(i, j) g->u[(i) * g->m + (j)]
#define V(i, j) g->v[(i) * g->m + (j)]
static void through_macros(const struct grid *g) {
  for (int i = 1; i < g->n; i++)
    for (int j = 1; j < g->m; j++) {
      U(i, j) = g->weight[0] * U(i - 1, j) + g->weight[1] * V(i, j - 1);
      V(i, j) = g->weight[2] * V(i - 1, j - 1) + U(i, j);
    }
}

static void member_of_value(struct grid g) {
  for (int i = 1; i < g.n; i++)
    for (int j = g.part.lo; j <= g.part.hi; j++)
      g.rows[i][j] = g.factor * g.rows[i - 1][j] + 0.25 * g.rows[i][j - 1];
}

static void dereferenced(struct grid *g) {
  for (int i = 1; i < (*g).n; i++)
    for (int j = (*g).part.lo; j < (*g).part.hi; j++)
      (*g).rows[i][j] = (*g).weight[j % 3] * (*g).rows[i - 1][j] + (*g).rows[i][j - 1] * 0.25;
}

struct holder { struct grid *grid; int steps; };
static void two_arrows(struct holder *h) {
  for (int i = 1; i < h->grid->n; i++)
    for (int j = 1; j < h->grid->m; j++)
      h->grid->u[i * h->grid->m + j] = 0.5 * h->grid->u[(i - 1) * h->grid->m + j] +
                                       0.25 * h->grid->u[i * h->grid->m + j - 1] + h->steps;
}

static struct grid global;
static struct grid *global_pointer = &global;
static void through_globals(void) {
  for (int i = 1; i < global_pointer->n; i++)
    for (int j = 1; j < global.m; j++)
      global_pointer->rows[i][j] = 0.5 * global_pointer->rows[i - 1][j] + 0.125 * global.v[i * M + j];
}

struct block {
  int n, m;
  double a[N][M], b[N][M];
  float tail[];
};
static struct block static_block;
static void array_member(struct block *g) {
  for (int i = 1; i < g->n; i++)
    for (int j = 1; j < g->m; j++) {
      g->a[i][j] = 0.5 * g->a[i - 1][j] + 0.25 * g->b[i][j - 1];
      g->b[i][j] = g->b[i - 1][j - 1] * 0.5 + g->a[i][j] * g->n;
    }
}

static void static_record(void) {
  for (int i = 1; i < static_block.n; i++)
    for (int j = 1; j < static_block.m; j++)
      static_block.a[i][j] =
          0.5 * static_block.a[i - 1][j] + 0.25 * static_block.b[i][j - 1] + static_block.m;
}

static void local_record(int n, int m, double *in, double *out) {
  struct block local;
#pragma tilepipe off
  for (int i = 0; i < N * M; i++)
    local.a[i / M][i % M] = in[i];
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++)
      local.a[i][j] = 0.5 * local.a[i - 1][j] + 0.25 * local.a[i][j - 1];
#pragma tilepipe off
  for (int i = 0; i < N * M; i++)
    out[i] = local.a[i / M][i % M];
}

struct cell { double x, y; float pair[2]; };
static void cells(int n, int m, struct cell (*c)[m]) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++) {
      c[i][j].x = 0.5 * c[i - 1][j].x + 0.25 * c[i][j - 1].y;
      c[i][j].pair[1] = 0.5f * c[i - 1][j - 1].pair[0] + c[i][j - 1].pair[1] * 0.25f;
    }
}

static void cells_linear(int n, int m, struct cell *c) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++) {
      c[i * m + j].x = 0.5 * c[(i - 1) * m + j].x + 0.25 * c[i * m + j - 1].y;
      (c + i * m + j)->y = (*(c + i * m + j)).x - c[i * m + j - 1].y;
    }
}

static void whole_cells(int n, int m, struct cell (*c)[m]) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++) {
      c[i][j] = c[i - 1][j - 1];
      c[i][j].x += 0.5 * c[i][j - 1].x;
    }
}

static struct cell static_cells[N][M];
static void cells_static(void) {
  for (int i = 1; i < N; i++)
    for (int j = 1; j < M; j++)
      static_cells[i][j].y = 0.5 * static_cells[i - 1][j].y + 0.25 * static_cells[i][j - 1].y;
}

struct mesh { int n, m; struct cell *cell; };
static void cells_of_mesh(struct mesh *s) {
  for (int i = 1; i < s->n; i++)
    for (int j = 1; j < s->m; j++)
      s->cell[i * s->m + j].x =
          0.5 * s->cell[(i - 1) * s->m + j].x + 0.25 * s->cell[i * s->m + j - 1].x;
}

struct image { int w, h; double pixel[]; };
static void flexible_member(struct image *g) {
  for (int i = 1; i < g->h; i++)
    for (int j = 1; j < g->w; j++)
      g->pixel[i * g->w + j] = 0.5 * g->pixel[(i - 1) * g->w + j] + 0.25 * g->pixel[i * g->w + j - 1];
}

/* The last store is to g->n itself: the region must be declined. */
static void member_overwritten(struct grid *g, int *p) {
  for (int i = 1; i < g->n; i++)
    for (int j = 1; j < g->m; j++) {
      g->u[i * g->m + j] = 0.5 * g->u[(i - 1) * g->m + j] + 0.25 * g->u[i * g->m + j - 1];
      p[i * M + j] = 2;
    }
}

static void row_pointers(int n, int m, double *a) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++) {
      double *row = a + i * m;
      const double *above = &a[(i - 1) * m];
      row[j] = 0.5 * above[j] + 0.25 * row[j - 1];
    }
}

static void run_pointer_member(void **b) { struct grid g = grid_of(b); pointer_member(&g); }
static void run_through_macros(void **b) { struct grid g = grid_of(b); through_macros(&g); }
static void run_member_of_value(void **b) { member_of_value(grid_of(b)); }
static void run_dereferenced(void **b) { struct grid g = grid_of(b); dereferenced(&g); }
static void run_two_arrows(void **b) {
  struct grid g = grid_of(b);
  struct holder h = {&g, 3};
  two_arrows(&h);
}
static void run_through_globals(void **b) { global = grid_of(b); through_globals(); }
static double *fill(struct block *g, void **b) {
  const double *in = b[0];
  g->n = N;
  g->m = M;
#pragma tilepipe off
  for (int i = 0; i < N * M; i++) {
    g->a[i / M][i % M] = in[i];
    g->b[i / M][i % M] = in[N * M - 1 - i];
  }
  return b[1];
}
static void drain(const struct block *g, double *out) {
#pragma tilepipe off
  for (int i = 0; i < N * M; i++) {
    out[i] = g->a[i / M][i % M];
    out[N * M + i] = g->b[i / M][i % M];
  }
}
static void run_array_member(void **b) {
  struct block *g = malloc(sizeof *g);
  double *out = fill(g, b);
  array_member(g);
  drain(g, out);
  free(g);
}
static void run_static_record(void **b) {
  double *out = fill(&static_block, b);
  static_record();
  drain(&static_block, out);
}
static void run_local_record(void **b) { local_record(N, M, b[0], b[1]); }
static void run_cells(void **b) { cells(N, M, b[0]); }
static void run_cells_linear(void **b) { cells_linear(N, M, b[0]); }
static void run_whole_cells(void **b) { whole_cells(N, M, b[0]); }
static void run_cells_static(void **b) { (void)b; cells_static(); }
static void run_cells_of_mesh(void **b) {
  struct mesh s = {N, M, b[0]};
  cells_of_mesh(&s);
}
static void run_flexible_member(void **b) {
  struct image *g = b[0];
  g->w = M;
  g->h = N;
  flexible_member(g);
}
static void run_member_overwritten(void **b) {
  int *p = b[1];
  struct grid *g = (struct grid *)(p + (N - 1) * M + M - 1 - offsetof(struct grid, n) / sizeof(int));
  *g = grid_of(b);
  member_overwritten(g, p);
  g->u = g->v = NULL;
  g->rows = NULL; /* addresses differ from run to run */
}
static void run_row_pointers(void **b) { row_pointers(N, M, b[0]); }

/* Memory of a structure under another name. */
struct plate {
  double a[N][M];
  double (*at)[M];
  int n;
};
static void own_array(struct plate *s) {
  for (int i = 1; i < s->n; i++)
    for (int j = 1; j < M; j++)
      s->at[i][j] = 0.5 * s->at[i - 1][j] + 0.25 * s->at[i][j - 1];
}
static void two_plates(struct plate *s, const struct plate *t) {
  for (int i = 1; i < N; i++)
    for (int j = 1; j < M; j++)
      s->a[i][j] = 0.5 * t->a[i - 1][j] + 0.25 * s->a[i][j - 1];
}
static void run_own_array(void **b) {
  struct plate *s = b[0];
  s->at = s->a;
  s->n = N;
  own_array(s);
  s->at = NULL; /* addresses differ from run to run */
}
static void run_one_plate(void **b) { two_plates(b[0], b[0]); }

/* The copied structure is written through a pointer that one of its arrays decayed to: declined. */
struct state { double v[M], w; };
static void smooth_value(struct state s, void **b) {
  const double(*a)[M] = b[0];
  double *p = s.v;
  for (int i = 0; i < N; i++)
    for (int j = 0; j < M; j++)
      p[j] = 0.5 * p[j] + a[i][j] * s.v[M / 2] + s.w;
  memcpy(b[1], &s, sizeof s);
}
static void run_decayed_value(void **b) { smooth_value(*(struct state *)b[1], b); }
static void run_decayed_static(void **b) {
  static struct state s;
  const double(*a)[M] = b[0];
  const struct { double *data; } view = {s.v};
  double *p = view.data;
  memcpy(&s, b[1], sizeof s);
  for (int i = 0; i < N; i++)
    for (int j = 0; j < M; j++)
      p[j] = 0.5 * p[j] + a[i][j] * s.v[M / 2] + s.w;
  memcpy(b[1], &s, sizeof s);
}

#define STATE {F64, N * M, 0}, {F64, M + 1, 0}
#define NEST(name, f, ...) {name, run_##f, {__VA_ARGS__}, 2, {1, 1}, 1, 0, 0, 0, 0}
#define CELLS {F64, N * M * sizeof(struct cell) / 8, 0}
#define PLATE {F64, sizeof(struct plate) / 8, 0}
const struct nest nests_records[] = {
    NEST("pointer-member", pointer_member, {F64, N * M, 0}),
    NEST("through-macros", through_macros, {F64, N * M, 0}, {F64, N * M, 0}),
    NEST("member-of-value", member_of_value, {F64, N * M, 0}),
    NEST("dereferenced", dereferenced, {F64, N * M, 0}),
    NEST("two-arrows", two_arrows, {F64, N * M, 0}),
    {"through-globals", run_through_globals, {{F64, N * M, 0}, {F64, N * M, 0}}, 2, {1, 0}, 1, 0, 0, 0, 0},
    NEST("array-member", array_member, {F64, N * M, 0}, {F64, 2 * N * M, 0}),
    {"static-record", run_static_record, {{F64, N * M, 0}, {F64, 2 * N * M, 0}}, 2, {1, 0}, 1, 0, 0, 0, 0},
    NEST("local-record", local_record, {F64, N * M, 0}, {F64, N * M, 0}),
    NEST("cells", cells, CELLS),
    NEST("cells-linear", cells_linear, CELLS),
    NEST("whole-cells", whole_cells, CELLS),
    NEST("cells-static", cells_static, {F64, N * M * sizeof(struct cell) / 8, static_cells}),
    NEST("cells-of-mesh", cells_of_mesh, CELLS),
    NEST("row-pointers", row_pointers, {F64, N * M, 0}),
    NEST("flexible-member", flexible_member, {F64, N * M + 1, 0}),
    NEST("own-array", own_array, PLATE),
    {"one-plate", run_one_plate, {PLATE}, 2, {1, 0}, 0, 1, 0, 0, 0},
    {"decayed-value", run_decayed_value, {STATE}, 2, {1, 0}, 0, 1, 0, 0, 0},
    {"decayed-static", run_decayed_static, {STATE}, 2, {1, 0}, 0, 1, 0, 0, 0},
    {"member-overwritten", run_member_overwritten, {{F64, N * M, 0}, {I32, N * M + 200, 0}}, 2, {1, 1}, 0, 1, 0, 1, 1},
    {0},
};
