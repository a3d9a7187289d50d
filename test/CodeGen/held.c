// Jammed rows hold what their points wrote last in variables: the element before in the row, the one above, and the one
// above that before. The bits stay.
// REQUIRES: gcc, clang
// RUN: tilepipe-cc %s -o %t.c
// RUN: grep -v CHECK %t.c | FileCheck %s
// RUN: %cc_seq %s -o %t.seq
// RUN: gcc -O2 -Wall -Wextra -Werror -ffp-contract=off -fopenmp %t.c %tilepipe_flags -lmpi -o %t.par
// RUN: clang-19 -O2 -Wall -Wextra -Werror -ffp-contract=off -fopenmp -c %t.c -I%include -o %t.o
// RUN: %t.seq > %t.expected
// RUN: env TILEPIPE_ALWAYS=1 TILEPIPE_BODY=jam OMP_NUM_THREADS=2 TILEPIPE_TILE=13,17 %t.par > %t.got
// RUN: diff %t.expected %t.got
// RUN: tilepipe-cc %s -o %t.c -Rpass-analysis=tilepipe 2>&1 | FileCheck %s --check-prefix=PLAIN
#include <stdio.h>

enum { N = 61, M = 83 };

// CHECK-LABEL: void tp_sweep_jam_scan(
// CHECK: for (; tp_row + 5 <= tp_last0; tp_row += 6) {
// CHECK-NEXT: double tp_held[2][7];
// CHECK-NEXT: j = tp_max(1, tp_b->tp_lo[1]);
// CHECK-NEXT: if (j <= tp_last1)
// CHECK-NEXT: for (tp_k = 0; tp_k < 6; tp_k++) {
// CHECK-NEXT: i = tp_row + tp_k;
// CHECK-NEXT: tp_held[0][tp_k + 1] = A[i][j - 1];
// CHECK-NEXT: tp_held[1][tp_k] = A[i - 1][j - 1];
// CHECK-NEXT: }
// CHECK-NEXT: for (j = tp_max(1, tp_b->tp_lo[1]); j <= tp_last1; j++) {
// CHECK-NEXT: i = tp_row;
// CHECK-NEXT: tp_held[0][0] = A[i - 1][j];
// CHECK-NEXT: #pragma GCC unroll 6
// CHECK-NEXT: for (tp_k = 0; tp_k < 6; tp_k++) {
// CHECK-NEXT: i = tp_row + tp_k;
// CHECK-NEXT: {
// CHECK-NEXT: const double tp_value0 = TP_HELD(A[i][j - 1], tp_held[0][tp_k + 1]);
// CHECK-NEXT: const double tp_value1 = TP_HELD(A[i - 1][j], tp_held[0][tp_k]);
// CHECK-NEXT: const double tp_value2 = TP_HELD(A[i - 1][j - 1], tp_held[1][tp_k]);
// CHECK-NEXT: A[i][j] = tp_value1 + tp_value0 - tp_value2;
// CHECK-NEXT: }
// CHECK-NEXT: tp_held[1][tp_k] = TP_HELD(A[i - 1][j], tp_held[0][tp_k]);
// CHECK-NEXT: tp_held[0][tp_k + 1] = A[i][j];
static void sweep(double (*A)[M]) {
  for (int i = 1; i < N; i++)
    for (int j = 1; j < M; j++)
      A[i][j] = A[i - 1][j] + A[i][j - 1] - A[i - 1][j - 1];
}

// What a branch reads is held already; what it writes is read again. Which of both compilers take for an integer is theirs.
// CHECK-LABEL: void tp_lengths_jam_scan(
// CHECK: int tp_held[2][7];
// CHECK: const int tp_value0 = TP_HELD_INTEGER(L[i][j - 1], tp_held[0][tp_k + 1]);
// CHECK: if (a[i] == b[j])
// CHECK-NEXT: L[i][j] = tp_value2 + 1;
// CHECK-NEXT: else
// CHECK-NEXT: L[i][j] = tp_value1 > tp_value0 ? tp_value1 : tp_value0;
static void lengths(const char *a, const char *b, int (*L)[M]) {
  for (int i = 1; i < N; i++)
    for (int j = 1; j < M; j++)
      if (a[i] == b[j])
        L[i][j] = L[i - 1][j - 1] + 1;
      else
        L[i][j] = L[i - 1][j] > L[i][j - 1] ? L[i - 1][j] : L[i][j - 1];
}

// Without a corner there is one row of cells. An argument of a macro is written once.
// CHECK-LABEL: void tp_most_jam_scan(
// CHECK: float tp_held[1][7];
// CHECK: F[k][i][j] = MAX(tp_value0, 0.5f * tp_value1) + F[k - 1][i][j];
#define MAX(x, y) ((x) > (y) ? (x) : (y))
static void most(int n, float (*F)[N][M]) {
  for (int k = 1; k < n; k++)
    for (int i = 1; i < N; i++)
      for (int j = 1; j < M; j++)
        F[k][i][j] = MAX(F[k][i][j - 1], 0.5f * F[k][i - 1][j]) + F[k - 1][i][j];
}

// The element before is read twice, the second time in another spelling.
// CHECK-LABEL: void tp_spelled_jam_scan(
// CHECK: A[i][j] = tp_value0 * .5 + A[i][j-1] * .25;
static void spelled(double (*A)[M]) {
  for (int i = 0; i < N; i++)
    for (int j = 1; j < M; j++)
      A[i][j] = A[i][j - 1] * .5 + A[i][j-1] * .25;
}

// Numbers that a branch chooses from, where all of the array exists.
// CHECK-LABEL: void tp_warp_jam_scan(
// CHECK: A[i][j] = x[j] + MIN(MIN(tp_value1, tp_value0), tp_value2);
#define MIN(x, y) ((x) < (y) ? (x) : (y))
static void warp(double (*A)[M], const double *x) {
  for (int i = 1; i < N; i++)
    for (int j = 1; j < M; j++)
      A[i][j] = x[j] + MIN(MIN(A[i - 1][j], A[i][j - 1]), A[i - 1][j - 1]);
}

// Of two arrays those of one are held.
// CHECK-LABEL: void tp_both_jam_scan(
// CHECK: A[i][j] = tp_value0 * .5 + tp_value1;
// CHECK: B[i][j] = B[i][j - 1] * .5 + A[i][j];
static void both(double (*A)[M], double (*B)[M]) {
  for (int i = 1; i < N; i++)
    for (int j = 1; j < M; j++) {
      A[i][j] = A[i][j - 1] * .5 + A[i - 1][j];
      B[i][j] = B[i][j - 1] * .5 + A[i][j];
    }
}

// Elements that shrink along a row: all from memory. Borders that the body treats itself are run by the plain function.
// CHECK-LABEL: void tp_down_jam_scan(
// CHECK-NOT: TP_HELD
// CHECK-LABEL: void tp_borders_jam_scan(
// CHECK: L[i][j] = i == 0 || j == 0 ? j : tp_value0 / 2 + tp_value1;
// CHECK-LABEL: static void tp_borders_jam(
// CHECK: tp_borders_jam_scan(&tp_inner,
// CHECK-LABEL: void tp_typed_jam_scan(
// CHECK-NOT: tp_held
// CHECK-LABEL: struct
static void down(double (*A)[M]) {
  for (int i = 1; i < N; i++)
    for (int j = 2; j < M; j++)
      A[i][M - j] = A[i - 1][M - j] * .5 + A[i][M + 1 - j] * .5;
}

static void borders(int (*L)[M]) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < M; j++)
      L[i][j] = i == 0 || j == 0 ? j : L[i][j - 1] / 2 + L[i - 1][j];
}

// What is no value cannot be held: the nest is emitted again.
// PLAIN: held.c:[[@LINE+2]]:3: remark: region 'typed' runs points as they stand: no proof was found for values that tile functions would hold, or for another order ({{.*}}) [tp-not-held]
static void typed(int (*L)[M]) {
  for (int i = 1; i < N; i++)
    for (int j = 1; j < M; j++)
      L[i][j] = ({ __typeof__(L[i][j - 1]) x = L[i][j - 1]; x += L[i - 1][j] % 5; x; });
}

static double A[N][M], B[N][M];
static int L[N][M];
static float F[5][N][M];

int main(void) {
  char a[N], b[M];
  for (int i = 0; i < N; i++)
    for (int j = 0; j < M; j++) {
      a[i] = "ACGT"[i * i % 7 % 4];
      b[j] = "ACGT"[j * 5 % 11 % 4];
      A[i][j] = 1. / (1 + i % 7 + j % 5);
      B[i][j] = A[i][j];
      for (int k = 0; k < 5; k++)
        F[k][i][j] = (float)((i * 3 + j * 7 + k) % 19);
    }
  sweep(A);
  lengths(a, b, L);
  most(5, F);
  for (int i = 0; i < N; i += 4)
    printf("%a %d %a\n", A[i][M - 1], L[i][M - 1], (double)F[4][i][M - 1]);
  spelled(A);
  warp(A, B[0]);
  down(A);
  both(A, B);
  borders(L);
  for (int i = 0; i < N; i += 4)
    printf("%a %a %a %d\n", A[i][1], A[i][M - 1], B[i][M - 1], L[i][i]);
  typed(L);
  for (int i = 0; i < N; i += 4)
    printf("%d\n", L[i][M - 1]);
  return 0;
}
