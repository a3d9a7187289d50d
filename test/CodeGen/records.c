// Arrays that members of a structure point to, or that lie in one, have the tile functions of others.
// REQUIRES: gcc
// RUN: tilepipe-cc %s -o %t.c -Rpass-missed=tilepipe 2>&1 | FileCheck %s --check-prefix=REMARKS --allow-empty
// RUN: grep -v CHECK %t.c | FileCheck %s
// RUN: %cc_seq %s -o %t.seq -lm
// RUN: gcc -O3 -Wall -Wextra -Werror -ffp-contract=off -fopenmp %t.c %tilepipe_flags -lmpi -lm -o %t.gcc
// RUN: %t.seq > %t.expected
// RUN: env TILEPIPE_ALWAYS=1 TILEPIPE_BODY=skew OMP_NUM_THREADS=1 %t.gcc > %t.got && diff %t.expected %t.got
// RUN: env TILEPIPE_ALWAYS=1 TILEPIPE_BODY=jam OMP_NUM_THREADS=2 "TILEPIPE_TILE=130,40;*,130,40" %t.gcc > %t.got && diff %t.expected %t.got
// RUN: env TILEPIPE_ALWAYS=1 TILEPIPE_BODY=skew OMP_NUM_THREADS=2 "TILEPIPE_TILE=130,40;4,70,41" %t.gcc > %t.got && diff %t.expected %t.got
// REMARKS-NOT: not-held
// REMARKS-NOT: not-proved
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 301, M = 257 };
struct rows { double *u; int pitch; };
struct grid { int n, m; double *f; struct rows rows; int *h; const char *x, *y; float *s; };
static struct fixed { int before; double u[N][M]; } fixed;

// The text of the element says its place where rows have no dimension of their own in C.
// CHECK-LABEL: static TP_LANES void tp_relax_skew_scan(
// CHECK: struct grid tp_o0 = {{.*}}.rows.pitch = tp_f2_pitch, .rows.u = tp_p0_u, .f = tp_p1_f};
// CHECK-NEXT: struct grid *const g = &tp_o0;
// CHECK: tp_to_lines(g->rows.u, (tp_f2_pitch) * (tp_int)8, 8, tp_held,
// CHECK-NEXT: tp_to_lines(g->f, {{.*}}, 8, tp_input0,
// CHECK: __typeof__(g->rows.u[i * g->rows.pitch + j]) tp_written;
// CHECK: tp_from_lines(g->rows.u, (tp_f2_pitch) * (tp_int)8, 8, tp_held,
static void relax(const struct grid *g, int sweeps) {
  for (int t = 0; t < sweeps; t++)
    for (int i = 1; i < g->n - 1; i++)
      for (int j = 1; j < g->m - 1; j++)
        g->rows.u[i * g->rows.pitch + j] = .25 * (g->rows.u[(i - 1) * g->rows.pitch + j] + g->rows.u[i * g->rows.pitch + j - 1] +
                                                  g->rows.u[i * g->rows.pitch + j + 1] + g->rows.u[(i + 1) * g->rows.pitch + j] - g->f[i * g->m + j]);
}

// CHECK-LABEL: static TP_LANES void tp_longest_skew_scan(
// CHECK: TP_HELD(g->h[(i - 1) * (g->m + 1) + j - 1], tp_held[
static void longest(struct grid *g) {
  for (int i = 1; i < g->n; i++)
    for (int j = 1; j < g->m; j++)
      g->h[i * (g->m + 1) + j] = g->x[i - 1] == g->y[j - 1] ? g->h[(i - 1) * (g->m + 1) + j - 1] + 1
                                 : g->h[(i - 1) * (g->m + 1) + j] > g->h[i * (g->m + 1) + j - 1] ? g->h[(i - 1) * (g->m + 1) + j] : g->h[i * (g->m + 1) + j - 1];
}

// A structure that is passed by value.
// CHECK-LABEL: static TP_LANES void tp_roots_skew_scan(
// CHECK: TP_HELD(sqrtf(g.s[(i - 1) * g.m + j]), tp_root[
static void roots(struct grid g) {
  for (int i = 1; i < g.n; i++)
    for (int j = 1; j < g.m; j++)
      g.s[i * g.m + j] = .3f * (sqrtf(g.s[(i - 1) * g.m + j]) + sqrtf(g.s[i * g.m + j - 1]));
}

// CHECK-LABEL: static TP_LANES void tp_settle_skew_scan(
// CHECK: tp_to_lines(fixed.u, sizeof *fixed.u, sizeof **fixed.u, tp_held,
static void settle(int sweeps) {
  for (int t = 0; t < sweeps; t++)
    for (int i = 1; i < N - 1; i++)
      for (int j = 1; j < M - 1; j++)
        fixed.u[i][j] = .25 * (fixed.u[i - 1][j] + fixed.u[i][j - 1] + fixed.u[i][j + 1] + fixed.u[i + 1][j]);
}

// The same behind a pointer. What lies in another structure than the first is not held.
// CHECK-LABEL: static TP_LANES void tp_proceed_skew_scan(
// CHECK: tp_to_lines(g->u, sizeof *g->u, sizeof **g->u, tp_held,
// CHECK-LABEL: static TP_LINES_APART void tp_others_skew_scan(
static void proceed(struct fixed *g, int sweeps) {
  for (int t = 0; t < sweeps; t++)
    for (int i = 1; i < N - 1; i++)
      for (int j = 1; j < M - 1; j++)
        g->u[i][j] = .25 * (g->u[i - 1][j] + g->u[i][j - 1] + g->u[i][j + 1] + g->u[i + 1][j]);
}

static void others(struct fixed *g, int sweeps) {
  for (int t = 0; t < sweeps; t++)
    for (int i = 1; i < N - 1; i++)
      for (int j = 1; j < M - 1; j++)
        g[1].u[i][j] = .25 * (g[1].u[i - 1][j] + g[1].u[i][j - 1] + g[1].u[i][j + 1] + g[1].u[i + 1][j]);
}

int main(void) {
  static struct fixed two[2];
  static double u[N * M], f[N * M];
  static int h[N * (M + 1)];
  static float s[N * M];
  static char x[N], y[M];
  struct grid g = {N, M, f, {u, M}, h, x, y, s};
  for (int k = 0; k < N * M; k++) {
    u[k] = k * 7 % 11;
    f[k] = k % 5;
    s[k] = k % 13;
    ((double *)fixed.u)[k] = k * 3 % 17;
    ((double *)two[1].u)[k] = k * 5 % 19;
  }
  for (int k = 0; k < M; k++)
    x[k] = k * k % 3, y[k] = k * 5 % 4;
  relax(&g, 11);
  longest(&g);
  roots(g);
  settle(7);
  two[0] = fixed;
  proceed(two, 5);
  others(two, 3);
  fwrite(u, 1, sizeof u, stdout);
  fwrite(h, 1, sizeof h, stdout);
  fwrite(s, 1, sizeof s, stdout);
  fwrite(&fixed, 1, sizeof fixed, stdout);
  fwrite(two, 1, sizeof two, stdout);
  return 0;
}
