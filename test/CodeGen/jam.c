// A nest whose points wait for their neighbours in the row has a second tile function, with rows
// interleaved; it gives the same bits.
// REQUIRES: gcc, clang
// RUN: tilepipe-cc %s -o %t.c
// RUN: grep -v CHECK %t.c | FileCheck %s
// RUN: %cc_seq %s -o %t.seq
// RUN: gcc -O2 -Wall -Wextra -Werror -ffp-contract=off -fopenmp %t.c %tilepipe_flags -lmpi -o %t.par
// RUN: clang-19 -O2 -Wall -Wextra -Werror -ffp-contract=off -fopenmp -c %t.c -I%include -o %t.o
// RUN: %t.seq > %t.expected
// RUN: env TILEPIPE_ALWAYS=1 TILEPIPE_BODY=jam OMP_NUM_THREADS=2 TILEPIPE_STATS=1 %t.par > %t.got 2> %t.stats
// RUN: diff %t.expected %t.got
// RUN: FileCheck %s --check-prefix=STATS < %t.stats
// STATS: region=sweep {{.*}} tiles=[[TILES:[0-9]+]] {{.*}} jammed=[[TILES]]

// CHECK-LABEL: void tp_sweep_jam_scan(const tp_box *__restrict tp_b,
// CHECK: for (i = tp_max(1, tp_b->tp_lo[0]); i <= tp_last0; i++) {
// CHECK: for (; tp_row + 5 <= tp_last1; tp_row += 6) {
// CHECK-NEXT: for (k = tp_max(2, tp_b->tp_lo[2]); k <= tp_last2; k++) {
// CHECK-NEXT: #pragma GCC unroll 6
// CHECK-NEXT: for (tp_k = 0; tp_k < 6; tp_k++) {
// CHECK-NEXT: j = tp_row + tp_k;
// CHECK: A[i][j][k] = A[i][j][k - 2] * 0.7 + A[i][j - 1][k] * A[i - 1][j][k];
// CHECK: if (tp_row <= tp_last1) {
// CHECK: tp_sweep_tile_scan(&tp_rest
// CHECK: {tp_sweep_tile, 0, {0, 0, 1}, 0}, {tp_sweep_jam, 6, {0, 0, 1}, 0}, {0, 0, {0}, 0}, {0, 0, {0}, 0}};
// CHECK-LABEL: static void tp_sweep_pipeline
// CHECK: tp_sweep_variants[tp_kind(tp_c)].tp_tile(&tp_b, tp_v);
#include <stdio.h>

static double A[19][23][29];

static void sweep(int n, int m, int l) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++)
      for (int k = 2; k < l; k++)
        A[i][j][k] = A[i][j][k - 2] * 0.7 + A[i][j - 1][k] * A[i - 1][j][k];
}

int main(void) {
  for (int q = 0; q < 19 * 23 * 29; q++)
    (&A[0][0][0])[q] = 1. / (1 + q % 17) + q % 5 * .01;
  sweep(19, 23, 29);
  for (int q = 0; q < 19 * 23 * 29; q++)
    printf("%a\n", (&A[0][0][0])[q]);
  return 0;
}
