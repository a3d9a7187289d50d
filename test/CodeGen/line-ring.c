// Elements of lines have copies side by side in a ring of cells, for vectors; the runtime brings and stores them. The bits stay.
// REQUIRES: gcc, clang
// RUN: tilepipe-cc %s -o %t.c -Rpass-analysis=tilepipe 2>&1 | FileCheck %s --check-prefix=REMARKS --allow-empty
// RUN: grep -v CHECK %t.c | FileCheck %s
// RUN: %cc_seq %s -o %t.seq
// RUN: gcc -O3 -Wall -Wextra -Werror -ffp-contract=off -fopenmp %t.c %tilepipe_flags -lmpi -o %t.gcc
// RUN: clang-19 -O3 -Wall -Wextra -Werror -ffp-contract=off -c %t.c -I%include -o %t.o
// RUN: gcc %t.o -fopenmp %tilepipe_flags -lmpi -o %t.clang
// RUN: %t.seq > %t.expected
// RUN: env TILEPIPE_ALWAYS=1 TILEPIPE_BODY=skew OMP_NUM_THREADS=1 TILEPIPE_TILE=4,32,100 %t.gcc > %t.got && diff %t.expected %t.got
// RUN: env TILEPIPE_ALWAYS=1 TILEPIPE_BODY=skew OMP_NUM_THREADS=2 TILEPIPE_TILE=9,70,41 %t.gcc > %t.got && diff %t.expected %t.got
// RUN: env TILEPIPE_ALWAYS=1 TILEPIPE_BODY=skew OMP_NUM_THREADS=2 TILEPIPE_TILE=3,5,7 %t.clang > %t.got && diff %t.expected %t.got
// RUN: env TILEPIPE_ALWAYS=1 TILEPIPE_BODY=skew OMP_NUM_THREADS=1 TILEPIPE_STATS=1 %t.clang 2>&1 > %t.got | FileCheck %s --check-prefix=RAN
// RUN: diff %t.expected %t.got
// RAN: region=relax {{.*}} skewed={{[1-9]}}
// REMARKS-NOT: not-held
#include <stdio.h>

enum { N = 83, M = 131, STEPS = 11 };

// Four sweeps of 32 rows are a block: 48 cells for a line are the rows of the first sweep, three above them that later sweeps
// go up by, and one on each side, by whole vectors. A line is two columns on for each row, and a sweep two lines behind the
// one before. What the text reads and writes is one variable.
// CHECK-LABEL: static TP_LANES void tp_relax_skew_scan(
// CHECK: if (tp_b->tp_hi[0] - tp_b->tp_lo[0] <= 8 && tp_b->tp_hi[1] - tp_b->tp_lo[1] <= 32) {
// CHECK-NEXT: double tp_held[TP_LINES][48] TP_ALIGNED;
// CHECK-NEXT: double tp_input0[TP_LINES][40] TP_ALIGNED;
// CHECK-NEXT: const tp_int tp_turn = tp_b->tp_lo[0], tp_last_turn = {{.*}};
// CHECK-NEXT: const tp_int tp_row = tp_b->tp_lo[1] - tp_turn;
// CHECK-NEXT: const tp_int tp_last_chunk = tp_floord({{.*}} + 16, 16);
// CHECK-NEXT: for (tp_chunk = tp_floord({{.*}}, 16); tp_chunk <= tp_last_chunk; tp_chunk++) {
// CHECK-NEXT: const tp_int tp_from = 16 * tp_chunk;
// CHECK-NEXT: tp_to_lines(u, sizeof *u, sizeof **u, tp_held, sizeof *tp_held, 2, tp_row - 8, {{.*}}, 0, 0, (const tp_edge[]){{[{][{]}}{{.*}}}, 3, (const tp_edge[]){{[{][{]}}{{.*}}}, 3, (const tp_reach[]){{[{][{]}}0, -1, 1}, {-1, 0, 0}, {1, 0, 0}}, 3, tp_from, tp_from + 15);
// CHECK-NEXT: tp_to_lines(f, sizeof *f, sizeof **f, tp_input0, {{.*}}, (const tp_reach[]){{[{][{]}}0, 0, 0}}, 1, tp_from, tp_from + 15);
// CHECK-NEXT: for (t = {{.*}}; t <= tp_last_turn; t++) {
// CHECK-NEXT: const tp_int tp_last = tp_min({{.*}}, tp_from + 13 - 2 * ((tp_int)t - tp_turn));
// CHECK-NEXT: for (tp_w = tp_max({{.*}}, tp_from - 2 - 2 * ((tp_int)t - tp_turn)); tp_w <= tp_last; tp_w++) {
// CHECK-NEXT: const tp_int tp_last_row = {{.*}};
// CHECK-NEXT: TP_INDEPENDENT
// CHECK-NEXT: for (i = {{.*}}; i <= tp_last_row; i++) {
// CHECK-NEXT: j = tp_w - 2 * (tp_int)i;
// CHECK-NEXT: {
// CHECK-NEXT: __typeof__(u[i][j]) tp_written = TP_HELD(u[i][j], tp_held[tp_w & (TP_LINES - 1)][(tp_int)i - tp_row + 8]);
// CHECK-NEXT: {
// CHECK-NEXT: const double tp_value0 = TP_HELD(u[i - 1][j], tp_held[(tp_w - 2) & (TP_LINES - 1)][(tp_int)i - tp_row + 7]);
// CHECK-NEXT: const double tp_value1 = TP_HELD(u[i][j - 1], tp_held[(tp_w - 1) & (TP_LINES - 1)][(tp_int)i - tp_row + 8]);
// CHECK-NEXT: const double tp_value2 = TP_HELD(u[i][j + 1], tp_held[(tp_w + 1) & (TP_LINES - 1)][(tp_int)i - tp_row + 8]);
// CHECK-NEXT: const double tp_value3 = TP_HELD(u[i + 1][j], tp_held[(tp_w + 2) & (TP_LINES - 1)][(tp_int)i - tp_row + 9]);
// CHECK-NEXT: const double tp_value4 = TP_HELD(f[i][j], tp_input0[tp_w & (TP_LINES - 1)][(tp_int)i - tp_row + 8]);
// CHECK-NEXT: tp_written = -.5 * tp_written + .375 * (tp_value0 + tp_value1 + tp_value2 + tp_value3 - tp_value4);
// CHECK-NEXT: }
// CHECK-NEXT: tp_held[tp_w & (TP_LINES - 1)][(tp_int)i - tp_row + 8] = tp_written;
// CHECK: tp_from_lines(u, sizeof *u, sizeof **u, tp_held, {{.*}}, tp_from - 16, tp_from - 1);
// CHECK: } else {
// CHECK-NEXT: tp_relax_tile_scan(tp_b, u, f);
// CHECK-LABEL: static void tp_relax_skew(
// CHECK-NEXT: tp_in_blocks(tp_b, 1, 8, 32, tp_relax_skew_block, tp_v);
// CHECK: {tp_relax_skew, 32, {0, 1, 2}, 62}
static void relax(double (*u)[M], double (*f)[M]) {
  for (int t = 0; t < STEPS; t++)
    for (int i = 1; i < N - 1; i++)
      for (int j = 1; j < M - 1; j++)
        u[i][j] = -.5 * u[i][j] + .375 * (u[i - 1][j] + u[i][j - 1] + u[i][j + 1] + u[i + 1][j] - f[i][j]);
}

// Nine points: eight sweeps, of boxes in which each column of a sweep goes on in the next one.
// CHECK-LABEL: void tp_nine_skew_scan(
// CHECK: if (tp_b->tp_hi[0] - tp_b->tp_lo[0] <= 8 && tp_b->tp_hi[1] - tp_b->tp_lo[1] <= 32 && tp_b->tp_hi[2] - tp_b->tp_lo[2] >= 2) {
// CHECK: (const tp_reach[]){{[{][{]}}0, -1, 1}, {-1, -1, 1}, {1, -1, 1}}, 3,
static void nine(int n, int m, double *a) {
  for (int t = 0; t < STEPS; t++)
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < m - 1; j++)
        a[i * m + j] = (a[(i - 1) * m + j - 1] + a[(i - 1) * m + j] + a[(i - 1) * m + j + 1] + a[i * m + j - 1] + a[i * m + j] +
                        a[i * m + j + 1] + a[(i + 1) * m + j - 1] + a[(i + 1) * m + j] + a[(i + 1) * m + j + 1]) / 9.0;
}

// One sweep. What is not read is written all the same. Elements of rows, w[i], lie side by side in memory.
// CHECK-LABEL: void tp_once_skew_scan(
// CHECK: float tp_held[TP_LINES][48] TP_ALIGNED;
// CHECK: __typeof__(F[i][j]) tp_written;
// CHECK: tp_written = (tp_value0 + 1) / (tp_value1 + w[i]);
// CHECK-LABEL: static void tp_once_skew(
// CHECK-NEXT: tp_in_blocks(tp_b, 1, 32, 1073741824, tp_once_skew_block, tp_v);
static void once(float (*F)[M], float *w) {
  for (int i = 1; i < N; i++)
    for (int j = 1; j < M; j++)
      F[i][j] = (F[i - 1][j] + 1) / (F[i][j - 1] + w[i]);
}

// Planes of a cube: that of the points, and those before and behind it.
// CHECK-LABEL: void tp_cube_skew_scan(
// CHECK: tp_to_lines(C[p], sizeof *C[p], sizeof **C[p], tp_held,
static void cube(double (*C)[N][M]) {
  for (int p = 1; p < 6; p++)
    for (int i = 1; i < N - 1; i++)
      for (int j = 1; j < M - 1; j++)
        C[p][i][j] = (C[p - 1][i][j] + C[p][i - 1][j] + C[p][i][j - 1] + C[p + 1][i][j] + C[p][i + 1][j] + C[p][i][j + 1]) / 6;
}

// Integers, a branch, and rows that begin later and later.
// CHECK-LABEL: void tp_stairs_skew_scan(
static void stairs(int (*I)[M]) {
  for (int i = 2; i < N; i++)
    for (int j = 1; j <= i; j++) {
      if (I[i - 1][j] > I[i][j - 1])
        I[i][j] = I[i - 1][j] / 3 + 7;
      else
        I[i][j] = I[i][j - 1] / 2 + I[i - 2][j];
    }
}

// What belongs to a column is gathered: lines as before. So is what only some places between are read of.
// CHECK-LABEL: void tp_column_skew_scan(
// CHECK-NOT: [TP_LINES]
// CHECK-LABEL: void tp_apart_skew_scan(
// CHECK-NOT: [TP_LINES]
// CHECK-LABEL: int main
static void column(double (*u)[M], double *c) {
  for (int i = 1; i < N; i++)
    for (int j = 1; j < M; j++)
      u[i][j] = (u[i - 1][j] + u[i][j - 1]) / c[j];
}

static void apart(double (*u)[M]) {
  for (int i = 1; i < N; i++)
    for (int j = 3; j < M; j++)
      u[i][j] = (u[i - 1][j] + u[i][j - 1] + u[i][j - 3]) / 3;
}

static double U[N][M], V[N][M], C[8][N][M], W[M];
static float F[N][M], G[N];
static int I[N][M];

int main(void) {
  double sum = 0;
  unsigned hash = 0;
  for (int i = 0; i < N; i++)
    for (int j = 0; j < M; j++) {
      U[i][j] = (i * 31 + j * 17) % 101 / 7.0;
      V[i][j] = (i * 13 + j * 7) % 97 / 5.0;
      F[i][j] = (float)((i * 3 + j) % 11) / 3 + 1;
      I[i][j] = (i * 7919 + j * 104729) % 1000;
      G[i] = (float)(i % 5) + 1;
      W[j] = j % 7 + 1;
      for (int p = 0; p < 8; p++)
        C[p][i][j] = (p * 11 + i * 5 + j * 3) % 89 / 9.0;
    }
  relax(U, V);
  nine(N, M, U[0]);
  once(F, G);
  cube(C);
  stairs(I);
  column(V, W);
  apart(V);
  for (int i = 0; i < N; i++)
    for (int j = 0; j < M; j++) {
      sum = sum * .75 + U[i][j] + V[i][j] + F[i][j] + C[3][i][j] + C[6][i][j];
      hash = hash * 31 + (unsigned)I[i][j];
      if (j % 17 == 3)
        printf("%a %a %a %a %d\n", U[i][j], V[i][j], F[i][j], C[5][i][j], I[i][j]);
    }
  printf("%a %u\n", sum, hash);
  return 0;
}
