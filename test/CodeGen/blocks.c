// Where points have nothing to overlap, a second tile function runs the plain one in blocks that a near cache holds. It
// gives the same bits, on ranks as well.
// REQUIRES: gcc, mpirun
// RUN: tilepipe-cc %s -o %t.c
// RUN: grep -v CHECK %t.c | FileCheck %s
// RUN: %cc_seq %s -o %t.seq
// RUN: gcc -O2 -Wall -Wextra -Werror -ffp-contract=off -fopenmp %t.c %tilepipe_flags -lmpi -o %t.par
// RUN: %t.seq > %t.expected
// RUN: env TILEPIPE_ALWAYS=1 TILEPIPE_BODY=blocks OMP_NUM_THREADS=2 TILEPIPE_STATS=1 %t.par > %t.got 2> %t.stats
// RUN: diff %t.expected %t.got
// RUN: FileCheck %s --check-prefix=STATS < %t.stats
// RUN: env TILEPIPE_ALWAYS=1 TILEPIPE_BODY=blocks OMP_NUM_THREADS=1 TILEPIPE_TILE=5,40,300 %t.par | diff %t.expected -
// RUN: env TILEPIPE_ALWAYS=1 TILEPIPE_BODY=blocks OMP_NUM_THREADS=1 %mpirun -np 2 %t.par | diff %t.expected -
// RUN: env TILEPIPE_BODY=plain OMP_NUM_THREADS=2 TILEPIPE_STATS=1 %t.par 2>&1 > %t.got | FileCheck %s --check-prefix=PLAIN
// STATS-DAG: region=plate {{.*}} tiles=[[PLATE:[0-9]+]] {{.*}} blocked=[[PLATE]]
// STATS-DAG: region=fields {{.*}} tiles=[[FIELDS:[0-9]+]] {{.*}} blocked=[[FIELDS]]
// STATS-DAG: region=rod {{.*}} tiles=[[ROD:[0-9]+]] {{.*}} blocked=[[ROD]]
// STATS-DAG: region=cube {{.*}} tiles=[[CUBE:[0-9]+]] {{.*}} blocked=[[CUBE]]
// STATS-DAG: region=product {{.*}} tiles=[[PRODUCT:[0-9]+]] {{.*}} blocked=[[PRODUCT]]
// PLAIN-NOT: blocked={{[1-9]}}
#include <stdio.h>

enum { N = 300, LONG = 9000, SIDE = 40 };
static double A[N][N], B[N][N], R[LONG], S[LONG], C[SIDE][SIDE][SIDE], D[SIDE][SIDE][SIDE];
static float F[3][N][N];

// Two arrays of doubles: 12 rows of 128.
// CHECK-LABEL: static void tp_plate_blocks(const tp_box *tp_b, const void *tp_v) {
// CHECK-NEXT: tp_in_blocks(tp_b, 2, 12, 128, tp_plate_tile, tp_v);
// CHECK-NEXT: }
// CHECK: {0, 0, {0}, 0}, {0, 0, {0}, 0}, {tp_plate_blocks, 0, {0, 0, 1}, 0}};
// CHECK: tp_plate_variants[tp_kind(tp_c)].tp_tile(&tp_b, tp_v);
static void plate(int steps) {
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < N - 1; i++)
      for (int j = 1; j < N - 1; j++)
        B[i][j] = 0.2 * (A[i][j] + A[i][j - 1] + A[i][j + 1] + A[i + 1][j] + A[i - 1][j]);
    for (int i = 1; i < N - 1; i++)
      for (int j = 1; j < N - 1; j++)
        A[i][j] = 0.2 * (B[i][j] + B[i][j - 1] + B[i][j + 1] + B[i + 1][j] + B[i - 1][j]);
  }
}

// Floats: rows of as many bytes.
// CHECK-LABEL: static void tp_fields_blocks(
// CHECK-NEXT: tp_in_blocks(tp_b, 2, 24, 256, tp_fields_tile, tp_v);
static void fields(int steps) {
  for (int t = 0; t < steps; t++)
    for (int i = 1; i < N - 1; i++)
      for (int j = 1; j < N - 1; j++)
        F[(t + 2) % 3][i][j] = F[(t + 1) % 3][i][j] * 1.9f - F[t % 3][i][j] + 0.1f * (F[(t + 1) % 3][i][j - 1] + F[(t + 1) % 3][i - 1][j]);
}

// 32 steps of a row.
// CHECK-LABEL: static void tp_rod_blocks(
// CHECK-NEXT: tp_in_blocks(tp_b, 1, 32, 1024, tp_rod_tile, tp_v);
static void rod(int steps) {
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < LONG - 1; i++)
      S[i] = 0.3 * (R[i - 1] + R[i] + R[i + 1]);
    for (int i = 1; i < LONG - 1; i++)
      R[i] = S[i];
  }
}

// Four dimensions: whole rows, so that a core's second cache holds a block's steps.
// CHECK-LABEL: static void tp_cube_blocks(const tp_box *tp_b, const void *tp_v) {
// CHECK-NEXT: tp_in_blocks(tp_b, 2, 16, 16, tp_cube_tile, tp_v);
static void cube(int steps) {
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < SIDE - 1; i++)
      for (int j = 1; j < SIDE - 1; j++)
        for (int k = 1; k < SIDE - 1; k++)
          D[i][j][k] = 0.15 * (C[i - 1][j][k] + C[i + 1][j][k] + C[i][j - 1][k] + C[i][j + 1][k] + C[i][j][k - 1] + C[i][j][k + 1]);
    for (int i = 1; i < SIDE - 1; i++)
      for (int j = 1; j < SIDE - 1; j++)
        for (int k = 1; k < SIDE - 1; k++)
          C[i][j][k] = D[i][j][k];
  }
}

static double P[SIDE][SIDE], Q[SIDE][SIDE], W[SIDE][SIDE];

// The innermost loop goes along the dimension before the last: so do a block's 128 places.
// CHECK-LABEL: static void tp_product_blocks(const tp_box *tp_b, const void *tp_v) {
// CHECK-NEXT: tp_in_blocks(tp_b, 2, 128, 8, tp_product_tile, tp_v);
static void product(void) {
  for (int i = 0; i < SIDE; i++) {
    for (int j = 0; j < SIDE; j++)
      P[i][j] *= 0.5;
    for (int k = 0; k < SIDE; k++)
      for (int j = 0; j < SIDE; j++)
        P[i][j] += W[i][k] * Q[k][j];
  }
}

// Nothing comes back.
// CHECK-NOT: _once_blocks
// CHECK: tp_once_tile(&tp_b, tp_v);
static void once(void) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      B[i][j] += A[i][j] * 0.5;
}

int main(void) {
  for (int q = 0; q < N * N; q++)
    (&A[0][0])[q] = (&B[0][0])[q] = q % 31 * 0.125;
  for (int q = 0; q < 3 * N * N; q++)
    (&F[0][0][0])[q] = (float)(q % 29) * 0.125f;
  for (int q = 0; q < LONG; q++)
    R[q] = S[q] = q % 23 * 0.125;
  for (int q = 0; q < SIDE * SIDE * SIDE; q++)
    (&C[0][0][0])[q] = (&D[0][0][0])[q] = q % 19 * 0.125;
  plate(20);
  fields(20);
  rod(70);
  cube(9);
  for (int q = 0; q < SIDE * SIDE; q++)
    (&P[0][0])[q] = (&Q[0][0])[q] = (&W[0][0])[q] = q % 17 * 0.125;
  product();
  once();
  for (int q = 0; q < N * N; q += 7)
    printf("%a %a %a\n", (&A[0][0])[q], (&B[0][0])[q], (double)(&F[0][0][0])[3 * q]);
  for (int q = 0; q < LONG; q += 3)
    printf("%a\n", R[q]);
  for (int q = 0; q < SIDE * SIDE * SIDE; q += 5)
    printf("%a\n", (&C[0][0][0])[q]);
  for (int q = 0; q < SIDE * SIDE; q++)
    printf("%a\n", (&P[0][0])[q]);
  return 0;
}
