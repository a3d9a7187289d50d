// Where tiles are skewed, or rows are not equally long, the second tile function runs the box in strips
// along the last row of the tiling; it gives the same bits.
// REQUIRES: gcc
// RUN: tilepipe-cc %s -o %t.c
// RUN: grep -v CHECK %t.c | FileCheck %s
// RUN: %cc_seq %s -o %t.seq
// RUN: gcc -O2 -Wall -Wextra -Werror -ffp-contract=off -fopenmp %t.c %tilepipe_flags -lmpi -o %t.par
// RUN: %t.seq > %t.expected
// RUN: env TILEPIPE_ALWAYS=1 TILEPIPE_BODY=jam OMP_NUM_THREADS=2 TILEPIPE_STATS=1 %t.par > %t.got 2> %t.stats
// RUN: diff %t.expected %t.got
// RUN: FileCheck %s --check-prefix=STATS < %t.stats
// STATS-DAG: region=relax {{.*}} tiles=[[RELAX:[0-9]+]] {{.*}} jammed=[[RELAX]]
// STATS-DAG: region=triangle {{.*}} tiles=[[TRIANGLE:[0-9]+]] {{.*}} jammed=[[TRIANGLE]]
// STATS-DAG: region=spread {{.*}} tiles=[[SPREAD:[0-9]+]] {{.*}} jammed=[[SPREAD]]
#include <stdio.h>

enum { N = 61 };
static double A[N][N], T[N][N], E[N][N];

// Rows (1,0,0), (1,1,0), (2,1,1).
// CHECK-LABEL: static void tp_relax_jam(const tp_box *tp_b, const void *tp_v) {
// CHECK-NEXT: tp_box tp_strip = *tp_b;
// CHECK-NEXT: for (; tp_strip.tp_lo[2] < tp_b->tp_hi[2]; tp_strip.tp_lo[2] += 6) {
// CHECK-NEXT: tp_strip.tp_hi[2] = tp_min(tp_strip.tp_lo[2] + 6, tp_b->tp_hi[2]);
// CHECK-NEXT: tp_relax_tile(&tp_strip, tp_v);
// CHECK-NEXT: }
// CHECK: {tp_relax_jam, 1, {0, 0, 1}, 0}
static void relax(int steps) {
  for (int t = 0; t < steps; t++)
    for (int i = 1; i < N - 1; i++)
      for (int j = 1; j < N - 1; j++)
        A[i][j] = (A[i - 1][j - 1] * .3 + A[i][j - 1] * A[i + 1][j + 1] + A[i - 1][j + 1]) / 3.1;
}

// CHECK-LABEL: static void tp_triangle_jam(const tp_box *tp_b, const void *tp_v) {
// CHECK: tp_strip.tp_lo[1] += 6
static void triangle(void) {
  for (int i = 1; i < N; i++)
    for (int j = 1; j < i; j++)
      T[i][j] = T[i][j - 1] * 0.5 + T[i - 1][j];
}

// Neighbours are written: the points run in one function all the same.
// CHECK-LABEL: static void tp_spread_jam(const tp_box *tp_b, const void *tp_v) {
static void spread(void) {
  for (int y = 0; y < N - 1; y++)
    for (int x = 1; x < N - 1; x++) {
      double old = E[y][x], error = old - (old < .5 ? 0 : 1);
      E[y][x] = old - error;
      E[y][x + 1] += error * 7 / 16;
      E[y + 1][x - 1] += error * 3 / 16;
      E[y + 1][x] += error * 5 / 16;
      E[y + 1][x + 1] += error / 16;
    }
}

int main(void) {
  for (int q = 0; q < N * N; q++)
    (&A[0][0])[q] = (&T[0][0])[q] = (&E[0][0])[q] = 1. / (1 + q % 17) + q % 5 * .01;
  relax(9);
  triangle();
  spread();
  for (int q = 0; q < N * N; q++)
    printf("%a %a %a\n", (&A[0][0])[q], (&T[0][0])[q], (&E[0][0])[q]);
  return 0;
}
