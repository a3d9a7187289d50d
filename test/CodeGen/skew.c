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
// STATS-DAG: region=ahead {{.*}} tiles=[[AHEAD:[0-9]+]] {{.*}} jammed=0 skewed=[[AHEAD]]
// STATS-DAG: region=triangle {{.*}} tiles=[[TRIANGLE:[0-9]+]] {{.*}} jammed=0 skewed=[[TRIANGLE]]
// STATS-DAG: region=filter {{.*}} ignored=body {{.*}} jammed=0 p_fill
// STATS-DAG: region=steep {{.*}} ignored=body {{.*}} jammed=0 p_fill
#include <stdio.h>

enum { N = 61 };
static double A[N][N], F[N][N], G[N][2 * N], P[N][N], S[N][9 * N], T[N][N], B[N * N / 8][8], C[N];

// Nine points, and an element of the column: lines 2 * i + j. A division takes long, so that lines cross many rows.
// CHECK-LABEL: static TP_LINES_APART void tp_relax_skew_scan(
// CHECK: int t, i, j;
// CHECK-NEXT: tp_int tp_row, tp_w;
// CHECK: for (t = {{.*}}; t++) {
// CHECK: for (tp_row = {{.*}}; tp_row += 24) {
// CHECK: for (tp_w = {{.*}}; tp_w++) {
// CHECK: for (i = {{.*}}; i++) {
// CHECK-NEXT: j = tp_w - 2 * (tp_int)i;
// CHECK-NEXT: A[i][j] = (A[i - 1][j - 1]
// CHECK: {tp_relax_tile, 0, {0, 0, 1}, 0}, {tp_relax_jam, 1, {0, 0, 1}, 0}, {tp_relax_skew, 24, {0, 1, 1}, 0}, {0, 0, {0}, 0}};
static void relax(int steps) {
  for (int t = 0; t < steps; t++)
    for (int i = 1; i < N - 1; i++)
      for (int j = 1; j < N - 1; j++)
        A[i][j] = (A[i - 1][j - 1] * .3 + A[i][j - 1] * A[i + 1][j + 1] + A[i - 1][j + 1]) / (3.1 + C[j]);
}

// Rectangular tiles whose rows can be jammed have lines where a division is in the way.
// CHECK-LABEL: void tp_paths_skew_scan(
// CHECK: j = tp_w - (tp_int)i;
// CHECK: {tp_paths_jam, 6, {0, 1}, 0}, {tp_paths_skew, 24, {1, 1}, 0}, {0, 0, {0}, 0}};
static void paths(void) {
  for (int i = 1; i < N; i++)
    for (int j = 1; j < N; j++)
      P[i][j] = P[i - 1][j] / (P[i][j - 1] + 1.5 + C[j]);
}

// Not where it is not: jammed rows are as fast.
// CHECK-NOT: tp_filter_skew
static void filter(void) {
  for (int i = 0; i < N; i++)
    for (int j = 1; j < N; j++)
      F[i][j] += F[i][j - 1] * 0.3;
}

// Downwards: coordinates are not the iterators. The rows of skewed tiles cannot be jammed.
// CHECK-LABEL: void tp_ahead_skew_scan(
// CHECK: for (tp_row = {{.*}}; tp_row += 12) {
// CHECK: j = tp_w - 3 * tp_c0;
// CHECK-NEXT: i = (int)((-tp_c0));
static void ahead(void) {
  for (int i = N - 2; i >= 0; i--)
    for (int j = 1; j < 2 * N - 2; j++)
      G[i][j] = G[i][j - 1] + G[i + 1][j + 2] * 0.25;
}

// A triangle of rows that do not depend on each other: a line is a part of a column.
// CHECK-LABEL: void tp_triangle_skew_scan(
// CHECK: j = tp_w;
// CHECK: {tp_triangle_jam, 1, {0, 1}, 0}, {tp_triangle_skew, 12, {1, 0}, 0}, {0, 0, {0}, 0}};
static void triangle(void) {
  for (int i = 1; i < N; i++)
    for (int j = 1; j < i; j++)
      T[i][j] = T[i][j - 1] * 0.5 + T[i][j] + C[j];
}

// Too steep, and too few columns.
// CHECK-NOT: tp_{{steep|narrow}}_skew
static void steep(void) {
  for (int i = 1; i < N; i++)
    for (int j = 1; j < 9 * N - 6; j++)
      S[i][j] = S[i][j - 1] * .5 + S[i - 1][j + 5];
}

static void narrow(void) {
  for (int i = 1; i < N * N / 8; i++)
    for (int j = 1; j < 7; j++)
      B[i][j] = B[i][j - 1] / (B[i - 1][j + 1] + 2);
}

int main(void) {
  for (int q = 0; q < N * N; q++)
    (&A[0][0])[q] = (&F[0][0])[q] = (&P[0][0])[q] = (&T[0][0])[q] = 1. / (1 + q % 17) + q % 5 * .01;
  for (int q = 0; q < 2 * N * N; q++)
    (&G[0][0])[q] = 1. / (1 + q % 19);
  for (int q = 0; q < 9 * N * N; q++)
    (&S[0][0])[q] = 1. / (1 + q % 13);
  relax(9);
  filter();
  paths();
  ahead();
  triangle();
  steep();
  for (int q = 0; q < N * N / 8 * 8; q++)
    (&B[0][0])[q] = 1. / (1 + q % 11);
  narrow();
  for (int q = 0; q < N * N; q++)
    printf("%a %a %a %a\n", (&A[0][0])[q], (&P[0][0])[q], (&F[0][0])[q], (&T[0][0])[q]);
  for (int q = 0; q < N * N / 8 * 8; q++)
    printf("%a\n", (&B[0][0])[q]);
  for (int q = 0; q < 2 * N * N; q++)
    printf("%a\n", (&G[0][0])[q]);
  for (int q = 0; q < 9 * N * N; q++)
    printf("%a\n", (&S[0][0])[q]);
  return 0;
}
