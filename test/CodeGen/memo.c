// Where neighbouring points call a costly function for the same elements, jammed rows call it once for each. They keep
// what it gave for the newest element of each place of a block.
// REQUIRES: gcc, clang
// RUN: tilepipe-cc %s -o %t.c
// RUN: grep -v CHECK %t.c | FileCheck %s
// RUN: %cc_seq %s -o %t.seq -lm
// RUN: gcc -O2 -Wall -Wextra -Werror -ffp-contract=off -fopenmp %t.c %tilepipe_flags -lmpi -lm -o %t.par
// RUN: clang-19 -O2 -Wall -Wextra -Werror -ffp-contract=off -fopenmp -c %t.c -I%include -o %t.o
// RUN: %t.seq > %t.expected
// RUN: env TILEPIPE_ALWAYS=1 TILEPIPE_BODY=jam OMP_NUM_THREADS=2 TILEPIPE_STATS=1 %t.par > %t.got 2> %t.stats
// RUN: diff %t.expected %t.got
// RUN: FileCheck %s --check-prefix=STATS < %t.stats
// STATS: region=sweep {{.*}} tiles=[[TILES:[0-9]+]] {{.*}} jammed=[[TILES]]

// CHECK-LABEL: void tp_sweep_jam_scan(const tp_box *__restrict tp_b,
// CHECK: float tp_held[97][65];
// CHECK: for (i = tp_first0; i <= tp_last0; i++) {
// CHECK-NEXT: if (i == tp_first0)
// CHECK-NEXT: for (j = tp_first1; j <= tp_last1; j++) {
// CHECK-NEXT: for (k = tp_first2; k <= tp_last2; k++) {
// CHECK-NEXT: tp_held[j - tp_b->tp_lo[1] + 1][k - tp_b->tp_lo[2] + 1] = sqrtf(A[i - 1][j][k]);
// CHECK: j = tp_first1;
// CHECK-NEXT: if (j <= tp_last1)
// CHECK-NEXT: for (k = tp_first2; k <= tp_last2; k++) {
// CHECK-NEXT: tp_held[j - tp_b->tp_lo[1]][k - tp_b->tp_lo[2] + 1] = sqrtf(A[i][j - 1][k]);
// CHECK: tp_held[j - tp_b->tp_lo[1] + 1][k - tp_b->tp_lo[2]] = sqrtf(A[i][j][k - 1]);
// CHECK: for (; tp_row + 3 <= tp_last1; tp_row += 4) {
// CHECK: const float tp_value0 = TP_HELD(sqrtf(A[i - 1][j][k]), tp_held[j - tp_b->tp_lo[1] + 1][k - tp_b->tp_lo[2] + 1]);
// CHECK-NEXT: const float tp_value1 = TP_HELD(sqrtf(A[i][j - 1][k]), tp_held[j - tp_b->tp_lo[1]][k - tp_b->tp_lo[2] + 1]);
// CHECK-NEXT: const float tp_value2 = TP_HELD(sqrtf(A[i][j][k - 1]), tp_held[j - tp_b->tp_lo[1] + 1][k - tp_b->tp_lo[2]]);
// CHECK-NEXT: A[i][j][k] = tp_value0 + 0.5f * tp_value1 - tp_value2;
// CHECK: if (k < tp_last2 || j < tp_last1 || i < tp_last0)
// CHECK-NEXT: tp_held[j - tp_b->tp_lo[1] + 1][k - tp_b->tp_lo[2] + 1] = sqrtf(A[i][j][k]);
// CHECK: if (tp_row <= tp_last1) {
// CHECK: tp_sweep_tile_scan(&tp_rest
// CHECK-LABEL: void tp_sweep_jam(
// CHECK-NEXT: tp_in_blocks(tp_b, 2, 96, 64, tp_sweep_jam_block, tp_v);
// CHECK: {tp_sweep_jam, 4, {0, 0, 1}, 7}

// A call under a condition, another function, and the same element twice: nothing is shared, or nothing surely.
// CHECK-LABEL: void tp_apart_jam_scan(const tp_box *__restrict tp_b,
// CHECK-NOT: tp_held[97]
// CHECK-LABEL: struct
#include <math.h>
#include <stdio.h>

static float A[19][103][71];

static void sweep(int n, int m, int l) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++)
      for (int k = 1; k < l; k++)
        A[i][j][k] = sqrtf(A[i - 1][j][k]) + 0.5f * sqrtf(A[i][j - 1][k]) - sqrtf(A[i][j][k - 1]);
}

static void apart(int m, int l, float (*B)[71]) {
  for (int j = 1; j < m; j++)
    for (int k = 1; k < l; k++)
      B[j][k] = 0.5f * sqrtf(B[j - 1][k]) + cbrtf(B[j][k - 1]) + sqrtf(B[j - 1][k]) + (B[j][k - 1] > 2 ? sqrtf(B[j][k - 1]) : 0);
}

// The array is reached through a structure.
// CHECK-LABEL: void tp_member_jam_scan(const tp_box *__restrict tp_b,
// CHECK-NOT: tp_held[97]
// CHECK-LABEL: struct
struct grid { int n; float (*u)[71]; };
static void member(struct grid *g) {
  for (int i = 1; i < g->n; i++)
    for (int j = 1; j < 71; j++)
      g->u[i][j] = sqrtf(g->u[i - 1][j]) + sqrtf(g->u[i][j - 1]);
}

int main(void) {
  float *a = &A[0][0][0];
  for (int q = 0; q < 19 * 103 * 71; q++)
    a[q] = 1.f + q % 17 * .25f;
  sweep(19, 103, 71);
  apart(103, 71, A[4]);
  member(&(struct grid){103, A[5]});
  for (int q = 0; q < 19 * 103 * 71; q += 7)
    printf("%a\n", a[q]);
  return 0;
}
