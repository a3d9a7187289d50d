/* nests_planes.c - linear subscripts whose strides are values of their own, and pointers to the interior of arrays. */
#include "nests.h"

enum { NX = 13, NY = 11, NZ = 9, ALL = NX * NY * NZ };

/* The plane is a variable that the function computes. */
static void computed(int nx, int ny, int nz, double *restrict x, const double *restrict y) {
  int nxy = nx * ny;
  for (int k = 1; k < nz - 1; k++)
    for (int j = 1; j < ny - 1; j++)
      for (int i = 1; i < nx - 1; i++)
        x[i + j * nx + k * nxy] += y[i + 1 + j * nx + k * nxy] + y[i + j * nx + (k + 1) * nxy];
}

/* It is given; the sweep depends on itself in all directions. */
static void swept(int nx, int ny, int nz, int plane, double *x) {
  for (int k = 1; k < nz - 1; k++)
    for (int j = 1; j < ny - 1; j++)
      for (int i = 1; i < nx - 1; i++) {
        int c = i + j * nx + k * plane;
        x[c] = 0.15 * (x[c] + x[c - 1] + x[c + 1] + x[c - nx] + x[c + nx] + x[c - plane] + x[c + plane]);
      }
}

/* Strides of a structure, longer than what is swept, and pointers to the interior. */
struct level {
  int row, plane, ghosts;
};
static void interior(const struct level *l, int n, double *restrict to, const double *restrict from) {
  double *restrict x = to + l->ghosts * (1 + l->row + l->plane);
  const double *restrict y = from + l->ghosts * (1 + l->row + l->plane);
  for (int k = 0; k < n; k++)
    for (int j = 0; j < n; j++)
      for (int i = 0; i < n; i++) {
        int c = i + j * l->row + k * l->plane;
        x[c] = y[c] - 0.125 * (y[c - 1] + y[c + 1] + y[c - l->row] + y[c + l->row] + y[c - l->plane] + y[c + l->plane]);
      }
}

/* Four dimensions of long strides, in place. */
static void four(long n, long a, long b, long c, float *x) {
  for (long l = 0; l < n; l++)
    for (long k = 0; k < n; k++)
      for (long j = 0; j < n; j++)
        for (long i = 1; i < n; i++)
          x[l * a + k * b + j * c + i] += 0.5f * x[l * a + k * b + j * c + i - 1];
}

/* Rows with a margin of two on both sides, over and over. */
static void margins(int steps, int n, int m, int row, double *x) {
  for (int t = 0; t < steps; t++)
    for (int j = 0; j < n; j++)
      for (int i = 0; i < m; i++)
        x[j * row + i] = 0.3 * (x[j * row + i - 2] + x[j * row + i] + x[j * row + i + 2]);
}

/* Planes backwards, nearer to each other than their rows are many, and a row without a sign: the planes overlap. */
static void backwards(int n, int m, int p, unsigned row, int plane, double *x) {
  for (int k = 0; k < p; k++)
    for (int j = 0; j < m; j++)
      for (int i = 0; i < n; i++)
        x[i + j * (int)row + k * plane] = 0.5 * x[i + j * (int)row + k * plane] + k + j;
}

static void run_computed(void **b) { computed(NX, NY, NZ, b[0], b[1]); }
static void run_swept(void **b) { swept(NX, NY, NZ, NX * NY, b[0]); }
static void run_interior(void **b) {
  struct level l = {NX, NX * NY, 1};
  interior(&l, NZ - 2, b[0], b[1]);
}
static void run_four(void **b) { four(5, 6 * 6 * 7, 6 * 7, 7, b[0]); }
static void run_margins(void **b) { margins(5, 20, 25, 32, (double *)b[0] + 2); }

static void run_backwards(void **b) { backwards(4, 90, 20, 4, -40, (double *)b[0] + 20 * 40); }

/* Planes that are no whole rows: the program's own loop. */
static void run_ragged(void **b) { swept(NX, NY - 1, NZ, NX * NY - 1, b[0]); }

#define S {F64, ALL, 0}
const struct nest nests_planes[] = {
    {"plane-computed", run_computed, {S, S}, 3, {1, 1, 1}, 1, 0, 0, 0, 0},
    {"plane-swept", run_swept, {S}, 3, {1, 1, 1}, 1, 0, 0, 0, 0},
    {"plane-interior", run_interior, {S, S}, 3, {1, 1, 1}, 1, 0, 0, 0, 0},
    {"plane-four", run_four, {{F32, 5 * 6 * 6 * 7, 0}}, 4, {1, 1, 1, 1}, 1, 0, 0, 0, 0},
    {"plane-margins", run_margins, {{F64, 20 * 32, 0}}, 3, {1, 1, 2}, 1, 0, 0, 0, 0},
    {"plane-backwards", run_backwards, {S}, 3, {1, 1, 1}, 0, 0, 0, 0, 0},
    {"plane-ragged", run_ragged, {S}, 3, {1, 1, 1}, 0, 0, 0, 0, 0},
    {0},
};
