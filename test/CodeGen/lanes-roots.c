// Square roots are taken of all lanes at a time, once for each element, where the program takes them. The bits stay.
// REQUIRES: gcc, clang
// RUN: tilepipe-cc %s -o %t.c -Rpass-analysis=tilepipe 2>&1 | FileCheck %s --allow-empty --check-prefix=REMARKS
// RUN: grep -v CHECK %t.c | FileCheck %s
// RUN: %cc_seq %s -o %t.seq -lm
// RUN: gcc -O3 -Wall -Wextra -Werror -ffp-contract=off -fopenmp %t.c %tilepipe_flags -lmpi -lm -o %t.gcc
// RUN: clang-19 -O3 -Wall -Wextra -Werror -ffp-contract=off -c %t.c -I%include -o %t.o
// RUN: gcc %t.o -fopenmp %tilepipe_flags -lmpi -lm -o %t.clang
// RUN: %t.seq > %t.expected
// RUN: env TILEPIPE_ALWAYS=1 TILEPIPE_BODY=skew OMP_NUM_THREADS=1 TILEPIPE_TILE=2,128,400 %t.gcc > %t.got && diff %t.expected %t.got
// RUN: env TILEPIPE_ALWAYS=1 TILEPIPE_BODY=skew OMP_NUM_THREADS=2 TILEPIPE_TILE=1,101,37 %t.gcc > %t.got && diff %t.expected %t.got
// RUN: env TILEPIPE_ALWAYS=1 TILEPIPE_BODY=skew OMP_NUM_THREADS=2 TILEPIPE_TILE=3,35,1 %t.clang > %t.got && diff %t.expected %t.got
// RUN: env TILEPIPE_ALWAYS=1 TILEPIPE_BODY=skew OMP_NUM_THREADS=1 TILEPIPE_STATS=1 %t.clang 2>&1 > %t.got | FileCheck %s --check-prefix=RAN
// RUN: diff %t.expected %t.got
// RUN: gcc -O2 -fno-math-errno -ffp-contract=off %s -o %t.quiet -lm && %t.quiet > %t.expected
// RUN: gcc -O3 -fno-math-errno -ffp-contract=off -fopenmp %t.c %tilepipe_flags -lmpi -lm -o %t.gcc
// RUN: env TILEPIPE_ALWAYS=1 TILEPIPE_BODY=skew OMP_NUM_THREADS=2 TILEPIPE_TILE=1,101,37 %t.gcc > %t.got && diff %t.expected %t.got
// RAN: region=cubes {{.*}} skewed={{[1-9]}}
// REMARKS-NOT: not-held
#include <errno.h>
#include <fenv.h>
#include <math.h>
#include <stdio.h>

enum { N = 5, M = 203, L = 151 };

// What the plane above has lies in memory. In the last corner of a block the program may take no root.
// CHECK-LABEL: static TP_LANES void tp_cubes_skew_scan(
// CHECK: const tp_int tp_rows = tp_b->tp_hi[1] - tp_b->tp_lo[1];
// CHECK: float tp_held[32][144] TP_ALIGNED;
// CHECK-NEXT: float tp_root[32][144] TP_ALIGNED;
// CHECK-NEXT: float tp_input0[16][64] TP_ALIGNED;
// CHECK-NEXT: float tp_root0[16][64] TP_ALIGNED;
// CHECK-NEXT: tp_late_rows tp_late;
// CHECK-NEXT: for (tp_from = 0; tp_from <= tp_lines; tp_from += 16) {
// CHECK-NEXT: tp_to_ring(A[i - 1], sizeof *A[i - 1], sizeof **A[i - 1], tp_input0, sizeof *tp_input0, tp_rows, tp_b->tp_lo[1], tp_b->tp_lo[2], tp_b->tp_hi[2] - 1, tp_from, tp_min(tp_from + 15, tp_lines));
// CHECK: tp_root[tp_w % 32][64 + tp_k] = sqrtf(A[i][j][k - 1]);
// CHECK: tp_root[tp_w % 32][128] = sqrtf(A[i][j - 1][k]);
// CHECK: if (!tp_shift_lanes(tp_root[(tp_w + 1) % 32], tp_root[tp_w % 32] + 65, 4, tp_begin_lane, tp_last_lane))
// CHECK: tp_root[(tp_w + 1) % 32][tp_k] = TP_HELD(sqrtf(A[i][j - 1][k]), tp_root[tp_w % 32][65 + tp_k]);
// CHECK-NEXT: }
// CHECK-NEXT: tp_roots(&tp_root0[tp_w - tp_from][0], &tp_input0[tp_w - tp_from][0], 4, tp_begin_lane, tp_last_lane);
// CHECK-NEXT: TP_INDEPENDENT
// CHECK-NEXT: for (tp_k = tp_begin_lane; tp_k <= tp_last_lane; tp_k++) {
// CHECK: tp_written = tp_value{{.}} + tp_value{{.}} + tp_value{{.}};
// CHECK: tp_held[(tp_w + 1) % 32][64 + tp_k] = tp_written;
// CHECK: if (tp_w < tp_lines - 64 + tp_rows)
// CHECK-NEXT: tp_roots(&tp_root[(tp_w + 1) % 32][64], &tp_held[(tp_w + 1) % 32][64], 4, tp_begin_lane, tp_last_lane);
// CHECK: tp_from_ring(&tp_late, A[i], sizeof *A[i], sizeof **A[i], tp_held, sizeof *tp_held, 32, tp_rows, tp_b->tp_lo[1], tp_b->tp_lo[2], tp_b->tp_hi[2] - 1, tp_from, tp_min(tp_from + 15, tp_lines));
// CHECK: {tp_cubes_skew, 64, {0, 1, 1}, 63}
static void cubes(float (*A)[M][L]) {
  for (int i = 1; i < N; i++)
    for (int j = 1; j < M; j++)
      for (int k = 1; k < L; k++)
        A[i][j][k] = sqrtf(A[i - 1][j][k]) + sqrtf(A[i][j - 1][k]) + sqrtf(A[i][j][k - 1]);
}

// Long numbers, elements and roots of them, corners, and roots of another array.
// CHECK-LABEL: void tp_planes_skew_scan(
// CHECK: double tp_held[16][136] TP_ALIGNED;
// CHECK: tp_to_ring(C, sizeof *C, sizeof **C, tp_input0, sizeof *tp_input0, tp_rows,
// CHECK-NEXT: tp_to_ring(E, sizeof *E, sizeof **E, tp_input1, sizeof *tp_input1, tp_rows, tp_b->tp_lo[0] - 1, tp_b->tp_lo[1] + 1, tp_b->tp_hi[1], tp_from, tp_min(tp_from + 7, tp_lines));
// CHECK: tp_held[tp_w % 16][64 + tp_k] = D[i][j - 1];
// CHECK-NEXT: tp_root[tp_w % 16][64 + tp_k] = sqrt(D[i][j - 1]);
// CHECK-NEXT: tp_root[tp_w % 16][tp_k] = sqrt(D[i - 1][j - 1]);
// CHECK: tp_roots(&tp_root0[tp_w - tp_from][0], &tp_input0[tp_w - tp_from][0], 8, tp_begin_lane, tp_last_lane);
// CHECK: const long tp_value{{.}} = TP_HELD(E[i - 1][j + 1], tp_input1[tp_w - tp_from][tp_k]);
// CHECK: {tp_planes_skew, 64, {1, 1}, 63}
static void planes(double (*D)[L], double (*C)[L], long (*E)[L], const double *x) {
  for (int i = 1; i < M; i++)
    for (int j = 1; j < L - 1; j++)
      D[i][j] = (sqrt(D[i - 1][j]) + sqrt(D[i][j - 1])) * .25 + D[i][j - 1] * .5 + sqrt(D[i - 1][j - 1]) * x[i] + sqrt(C[i][j]) + E[i - 1][j + 1];
}

// Without lanes: roots that are perhaps not taken, that only one neighbour takes, of a column, of another type, of no element.
// CHECK-NOT: tp_roots(
static void perhaps(float (*F)[L]) {
  for (int i = 1; i < M; i++)
    for (int j = 1; j < L; j++)
      F[i][j] = F[i - 1][j] > 1 ? sqrtf(F[i - 1][j]) + sqrtf(F[i][j - 1]) : F[i][j - 1];
}

static void left(float (*F)[L]) {
  for (int i = 1; i < M; i++)
    for (int j = 1; j < L; j++)
      F[i][j] = F[i - 1][j] * .5f + sqrtf(F[i][j - 1]);
}

static void columns(float (*F)[L], const float *y) {
  for (int i = 1; i < M; i++)
    for (int j = 1; j < L; j++)
      F[i][j] = F[i - 1][j] * .25f + F[i][j - 1] * .25f + sqrtf(y[j]);
}

static void types(float (*F)[L]) {
  for (int i = 1; i < M; i++)
    for (int j = 1; j < L; j++)
      F[i][j] = (float)(sqrt(F[i - 1][j]) + sqrt(F[i][j - 1]));
}

static void sums(float (*F)[L]) {
  for (int i = 1; i < M; i++)
    for (int j = 1; j < L; j++)
      F[i][j] = sqrtf(F[i - 1][j] + 1) + sqrtf(F[i][j - 1] + 1);
}

static float A[N][M][L], F[M][L];
static double D[M][L], C[M][L], x[M];
static long E[M][L];

static void print(const char *name, const void *array, size_t bytes) {
  unsigned hash = 1;
  for (size_t k = 0; k < bytes; k++)
    hash = hash * 31 + ((const unsigned char *)array)[k];
  printf("%s %u errno %d exceptions %d\n", name, hash, errno, !!fetestexcept(FE_INVALID));
}

int main(void) {
  for (int j = 0; j < M; j++)
    for (int k = 0; k < L; k++) {
      for (int i = 0; i < N; i++)
        A[i][j][k] = (float)((i * 5 + j * 3 + k) % 17);
      F[j][k] = (float)((j * 3 + k) % 11) / 3;
      D[j][k] = (j + k * 2) % 13 / 5.;
      C[j][k] = (j * 3 + k) % 19 / 7.;
      E[j][k] = (j + k * 5) % 3;
      x[j] = j % 7 / 9.;
    }
  feclearexcept(FE_ALL_EXCEPT); // clang's vectors of what is above raise some
  cubes(A);
  print("cubes", A, sizeof A);
  planes(D, C, E, x);
  print("planes", D, sizeof D);
  perhaps(F);
  left(F);
  columns(F, A[0][0]);
  types(F);
  sums(F);
  print("others", F, sizeof F);
  C[M - 1][L - 2] = -1; // errno and exceptions are those of the program, as is what follows from them
  planes(D, C, E, x);
  print("negative", D, sizeof D);
  return 0;
}
