// Rows of vectors begin where a line of memory does: a short first piece ends in front of it. Only compilers that gain by it
// cut rows, and long ones alone. Results keep their bits wherever arrays begin.
// REQUIRES: gcc, clang
// RUN: tilepipe-cc %s -o %t.c
// RUN: grep -v CHECK %t.c | FileCheck %s
// RUN: %cc_seq %s -o %t.seq
// RUN: gcc -O3 -Wall -Wextra -Werror -ffp-contract=off -fopenmp %t.c %tilepipe_flags -lmpi -o %t.gcc
// RUN: clang-19 -O3 -Wall -Wextra -Werror -ffp-contract=off -fopenmp=libgomp %t.c %tilepipe_flags -lmpi -o %t.clang
// RUN: %t.seq > %t.expected
// RUN: env TILEPIPE_ALWAYS=1 OMP_NUM_THREADS=2 %t.gcc | diff %t.expected -
// RUN: env TILEPIPE_ALWAYS=1 OMP_NUM_THREADS=2 TILEPIPE_TILE=3,50,200 %t.gcc | diff %t.expected -
// RUN: env TILEPIPE_ALWAYS=1 OMP_NUM_THREADS=2 %t.clang | diff %t.expected -
#include <stdio.h>

enum { N = 300 };
static double A[N][N], B[N][N], U[3][N][N];
static struct { double time, from[N][N], to[N][N]; } Fields;
static float F[N + 1][N], G[N + 1][N];

// A tree of loops: each of its rows.
// CHECK-LABEL: void tp_plate_tile_scan(
// CHECK: const tp_int tp_last2 =
// CHECK-NEXT: tp_int tp_end2;
// CHECK-NEXT: for (j = [[FIRST:.*]], tp_end2 = tp_first_piece(j, tp_last2, B, (((tp_int)i) * 300 + (tp_int)j) * 8, 8); j <= tp_last2; tp_end2 = tp_last2) {
// CHECK-NEXT: for (; j <= tp_end2; j++) {
// CHECK: A, (((tp_int)i) * 300 + (tp_int)j) * 8, 8)
static void plate(int steps) {
  int t, i, j;
  for (t = 0; t < steps; t++) {
    for (i = 1; i < N - 1; i++)
      for (j = 1; j < N - 1; j++)
        B[i][j] = 0.2 * (A[i][j] + A[i][j - 1] + A[i][j + 1] + A[i + 1][j] + A[i - 1][j]);
    for (i = 1; i < N - 1; i++)
      for (j = 1; j < N - 1; j++)
        A[i][j] = B[i][j] * 0.5 + B[i][j - 1] * 0.25 + B[i][j + 1] * 0.25;
  }
}

// One statement, whose subscript has a remainder.
// CHECK-LABEL: void tp_wave_tile_scan(
// CHECK: tp_first_piece(j, tp_last2, U, (({{.*}}tp_floord((tp_int)t + 1, 3){{.*}} * 300 + (tp_int)i) * 300 + (tp_int)j) * 8, 8)
static void wave(int steps) {
  int t, i, j;
  for (t = 1; t < steps; t++)
    for (i = 1; i < N - 1; i++)
      for (j = 1; j < N - 1; j++)
        U[(t + 1) % 3][i][j] = 2 * U[t % 3][i][j] - U[(t + 2) % 3][i][j]
                             + 0.1 * (U[t % 3][i + 1][j] + U[t % 3][i - 1][j] - 2 * U[t % 3][i][j]);
}

// Arrays that a pointer's exchange makes those of the next step: the one that an iteration writes. Begins inside of a line.
// CHECK-LABEL: void tp_exchanged_tile_scan(
// CHECK: tp_first_piece(j, tp_last2, tp_at0_1, (((tp_int)i) * n + (tp_int)j) * 4, 4)
static void exchanged(int n, int steps, float *a, float *b) {
  int t, i, j;
  for (t = 0; t < steps; t++) {
    float *c;
    for (i = 1; i < n - 1; i++)
      for (j = 1; j < n - 1; j++)
        b[i * n + j] = 0.25f * (a[i * n + j - 1] + a[i * n + j + 1] + a[(i + 1) * n + j] + a[(i - 1) * n + j]);
    c = a;
    a = b;
    b = c;
  }
}

// A member of a record that the file declares: no parameter has its address.
// CHECK-LABEL: void tp_members_tile_scan(
// CHECK: tp_first_piece(j, tp_last1, &Fields, (((tp_int)i) * 300 + (tp_int)j) * 8 + 720008, 8)
static void members(void) {
  int i, j;
  for (i = 1; i < N - 1; i++)
    for (j = 1; j < N - 1; j++)
      Fields.to[i][j] = 0.5 * Fields.from[i][j] + Fields.from[i][j - 1] * 0.25 + Fields.from[i][j + 1] * 0.25;
}

// Points wait for each other; few neighbours are read; and a single loop.
// CHECK-NOT: tp_first_piece(
static void others(void) {
  int i, j;
  for (i = 1; i < N - 1; i++)
    for (j = 1; j < N - 1; j++)
      A[i][j] = 0.25 * (A[i - 1][j] + A[i + 1][j] + A[i][j - 1] + A[i][j + 1]);
  for (i = 0; i < N; i++)
    for (j = 0; j < N; j++)
      B[i][j] += A[i][j] * 0.5;
  for (i = 0; i < N * N - 2; i++)
    (&U[0][0][0])[i] = 0.5 * (&A[0][0])[i] + (&A[0][0])[i + 1] + (&A[0][0])[i + 2];
}

int main(void) {
  int q;
  for (q = 0; q < N * N; q++) {
    (&A[0][0])[q] = (&B[0][0])[q] = q % 31 * 0.125;
    (&F[0][0])[q] = (&G[0][0])[q] = (float)(q % 17) * 0.25f;
  }
  for (q = 0; q < 3 * N * N; q++)
    (&U[0][0][0])[q] = q % 29 * 0.125;
  for (q = 0; q < N * N; q++)
    (&Fields.from[0][0])[q] = q % 37 * 0.125;
  members();
  plate(12);
  wave(11);
  exchanged(N, 9, &F[0][0] + 3, &G[0][0] + 6);
  for (q = 0; q < 3 * N * N; q += 5)
    printf("%a\n", (&U[0][0][0])[q]);
  others();
  for (q = 0; q < N * N; q += 3)
    printf("%a %a %a %a %a\n", (&Fields.to[0][0])[q], (&A[0][0])[q], (&B[0][0])[q], (double)(&F[0][0])[q], (double)(&G[0][0])[q]);
  return 0;
}
