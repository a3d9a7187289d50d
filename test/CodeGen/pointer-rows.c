// Rows behind pointers have the tile functions of others. The runtime reads a row's pointer where it moves elements of the row.
// REQUIRES: gcc
// RUN: tilepipe-cc %s -o %t.c -Rpass-analysis=tilepipe 2>&1 | FileCheck %s --check-prefix=REMARKS
// RUN: grep -v CHECK %t.c | FileCheck %s
// RUN: %cc_seq %s -o %t.seq
// RUN: gcc -O3 -Wall -Wextra -Werror -ffp-contract=off -fopenmp %t.c %tilepipe_flags -lmpi -o %t.gcc
// RUN: %t.seq > %t.expected
// RUN: env TILEPIPE_ALWAYS=1 TILEPIPE_BODY=skew OMP_NUM_THREADS=1 TILEPIPE_STATS=1 %t.gcc 2>&1 > %t.got | FileCheck %s --check-prefix=RAN
// RUN: diff %t.expected %t.got
// RUN: env TILEPIPE_ALWAYS=1 TILEPIPE_BODY=jam OMP_NUM_THREADS=2 "TILEPIPE_TILE=130,40;*,130,40" %t.gcc > %t.got && diff %t.expected %t.got
// RUN: env TILEPIPE_ALWAYS=1 TILEPIPE_BODY=skew OMP_NUM_THREADS=2 "TILEPIPE_TILE=130,40;4,70,41" %t.gcc > %t.got && diff %t.expected %t.got
// One row in two places of the table is the program's own loop.
// RUN: %t.seq 5 > %t.expected
// RUN: env TILEPIPE_ALWAYS=1 TILEPIPE_STATS=1 OMP_NUM_THREADS=2 %t.gcc 5 2>&1 > %t.got | FileCheck %s --check-prefix=TWICE
// RUN: diff %t.expected %t.got
// REMARKS-NOT: not-held
// RAN-DAG: region=relax {{.*}} skewed={{[1-9]}}
// RAN-DAG: region=align {{.*}} skewed={{[1-9]}}
// TWICE-DAG: region=relax {{.*}} ran=0 declined=1 reason="rows overlap"
// TWICE-DAG: region=align {{.*}} ran=0 declined=1 reason="rows overlap"
#include <stdio.h>
#include <stdlib.h>

#define MAX(x, y) ((x) > (y) ? (x) : (y))
enum { N = 301, M = 257 };
struct grid { int n, m; double *const *u; const double *restrict const *f; };

// CHECK-LABEL: static TP_LANES void tp_relax_skew_scan(
// CHECK: tp_to_lines((void *)g->u, 0, sizeof **g->u, tp_held,
// CHECK-NEXT: tp_to_lines((void *)g->f, 0, sizeof **g->f, tp_input0,
// CHECK: tp_from_lines((void *)g->u, 0, sizeof **g->u, tp_held,
static void relax(const struct grid *g, int sweeps) {
  for (int t = 0; t < sweeps; t++)
    for (int i = 1; i < g->n - 1; i++)
      for (int j = 1; j < g->m - 1; j++)
        g->u[i][j] = .25 * (g->u[i - 1][j] + g->u[i][j - 1] + g->u[i][j + 1] + g->u[i + 1][j] - g->f[i][j]);
}

// CHECK-LABEL: static TP_LANES void tp_align_skew_scan(
// CHECK: tp_from_ring(&tp_late, (void *)h, 0, sizeof **h, tp_held,
static void align(int n, int m, int **h, const char *x, const char *y) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++)
      h[i][j] = MAX(MAX(0, h[i - 1][j - 1] + (x[i] == y[j] ? 2 : -1)), MAX(h[i - 1][j] - 1, h[i][j - 1] - 1));
}

// What only a condition reads may not exist.
// CHECK-LABEL: static void tp_longest_tile(
// CHECK-NOT: TP_HELD(
// CHECK-LABEL: static void tp_longest_pipeline(
static void longest(int n, int m, int **h, const char *x, const char *y) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++)
      h[i][j] = x[i] == y[j] ? h[i - 1][j - 1] + 1 : MAX(h[i - 1][j], h[i][j - 1]);
}

int main(int count, char **words) {
  static double u[N][M], f[N][M];
  static int h[N][M];
  static char x[N], y[M];
  double *at_u[N];
  const double *restrict at_f[N];
  int *at_h[N], twice = count > 1 ? atoi(words[1]) : 0;
  for (int i = 0; i < N; i++) {
    at_u[i] = u[i];
    at_f[i] = f[i];
    at_h[i] = h[i];
    x[i] = i * i % 3;
    for (int j = 0; j < M; j++) {
      u[i][j] = (i * 7 + j) % 11;
      f[i][j] = (i + j) % 5;
    }
  }
  for (int j = 0; j < M; j++)
    y[j] = j * 5 % 4;
  if (twice) {
    at_u[twice] = at_u[twice + 3];
    at_h[twice] = at_h[twice + 1];
  }
  struct grid g = {N, M, at_u, at_f};
  relax(&g, 11);
  align(N, M, at_h, x, y);
  fwrite(h, 1, sizeof h, stdout);
  longest(N, M, at_h, x, y);
  fwrite(u, 1, sizeof u, stdout);
  fwrite(h, 1, sizeof h, stdout);
  return 0;
}
