// Where points wait for their neighbours in the row and in the row before, a tile function runs lines across rows: the
// points of a line do not wait for each other. It gives the same bits.
// REQUIRES: gcc, clang
// RUN: tilepipe-cc %s -o %t.c -Rpass=tilepipe
// RUN: grep -v CHECK %t.c | FileCheck %s
// RUN: %cc_seq %s -o %t.seq
// RUN: gcc -O2 -Wall -Wextra -Werror -ffp-contract=off -fopenmp %t.c %tilepipe_flags -lmpi -o %t.par
// RUN: clang-19 -O2 -Wall -Wextra -Werror -ffp-contract=off -fopenmp -c %t.c -I%include -o %t.o
// RUN: %t.seq > %t.expected
// RUN: env TILEPIPE_ALWAYS=1 TILEPIPE_BODY=skew OMP_NUM_THREADS=2 TILEPIPE_STATS=1 %t.par > %t.got 2> %t.stats
// RUN: diff %t.expected %t.got
// RUN: FileCheck %s --check-prefix=STATS < %t.stats
// STATS-DAG: region=relax {{.*}} tiles=[[RELAX:[0-9]+]] {{.*}} jammed=0 skewed=[[RELAX]]
// STATS-DAG: region=paths {{.*}} tiles=[[PATHS:[0-9]+]] {{.*}} jammed=0 skewed=[[PATHS]]
// STATS-DAG: region=filter {{.*}} tiles=[[FILTER:[0-9]+]] {{.*}} jammed=0 skewed=[[FILTER]]
// STATS-DAG: region=ahead {{.*}} tiles=[[AHEAD:[0-9]+]] {{.*}} skewed=[[AHEAD]]
// STATS-DAG: region=steep {{.*}} tiles=[[STEEP:[0-9]+]] {{.*}} jammed={{[0-9]+}} p_fill
#include <stdio.h>

enum { N = 61 };
static double A[N][N], F[N][N], G[N][2 * N], P[N][N], S[N][9 * N];

// Nine points: lines 2 * i + j. Outer distances may go either way.
// CHECK-LABEL: static TP_LINES_APART void tp_relax_skew_scan(
// CHECK: int t, i, j;
// CHECK-NEXT: tp_int tp_w;
// CHECK: for (t = {{.*}}; t++) {
// CHECK: for (tp_w = {{.*}}; tp_w++) {
// CHECK: for (i = {{.*}}; i++) {
// CHECK-NEXT: j = tp_w - 2 * (tp_int)i;
// CHECK-NEXT: A[i][j] = (A[i - 1][j - 1]
// CHECK: {tp_relax_skew, 0, {0, 1, 1}}};
static void relax(int steps) {
  for (int t = 0; t < steps; t++)
    for (int i = 1; i < N - 1; i++)
      for (int j = 1; j < N - 1; j++)
        A[i][j] = (A[i - 1][j - 1] * .3 + A[i][j - 1] * A[i + 1][j + 1] + A[i - 1][j + 1]) / 3.1;
}

// Reads under a condition are made in front of it, as in jammed rows.
// CHECK-LABEL: void tp_paths_skew_scan(
// CHECK: j = tp_w - (tp_int)i;
// CHECK-NEXT: TP_FORCE_READ(P[i - 1][j]);
static void paths(void) {
  for (int i = 1; i < N; i++)
    for (int j = 1; j < N; j++)
      P[i][j] = P[i - 1][j] < P[i][j - 1] ? P[i - 1][j] + F[i][j] : P[i][j - 1];
}

// Rows do not depend on each other: a line is a column.
// CHECK-LABEL: void tp_filter_skew_scan(
// CHECK: j = tp_w;
static void filter(void) {
  for (int i = 0; i < N; i++)
    for (int j = 1; j < N; j++)
      F[i][j] += F[i][j - 1] * 0.3;
}

// Downwards, and a step: coordinates are not the iterators.
// CHECK-LABEL: void tp_ahead_skew_scan(
// CHECK: tp_c1 = tp_w - 3 * tp_c0;
// CHECK: i = (int)(-tp_c0
static void ahead(void) {
  for (int i = N - 2; i >= 0; i--)
    for (int j = 0; j < 2 * N - 2; j += 1) {
      if (j < 2)
        continue;
      G[i][j] = G[i][j - 1] + G[i + 1][j + 2] * 0.25;
    }
}

// Too steep.
// CHECK-NOT: tp_steep_skew
static void steep(void) {
  for (int i = 1; i < N; i++)
    for (int j = 1; j < 9 * N - 6; j++)
      S[i][j] = S[i][j - 1] * .5 + S[i - 1][j + 5];
}

int main(void) {
  for (int q = 0; q < N * N; q++)
    (&A[0][0])[q] = (&F[0][0])[q] = (&P[0][0])[q] = 1. / (1 + q % 17) + q % 5 * .01;
  for (int q = 0; q < 2 * N * N; q++)
    (&G[0][0])[q] = 1. / (1 + q % 19);
  for (int q = 0; q < 9 * N * N; q++)
    (&S[0][0])[q] = 1. / (1 + q % 13);
  relax(9);
  filter();
  paths();
  ahead();
  steep();
  for (int q = 0; q < N * N; q++)
    printf("%a %a %a\n", (&A[0][0])[q], (&P[0][0])[q], (&F[0][0])[q]);
  for (int q = 0; q < 2 * N * N; q++)
    printf("%a\n", (&G[0][0])[q]);
  for (int q = 0; q < 9 * N * N; q++)
    printf("%a\n", (&S[0][0])[q]);
  return 0;
}
