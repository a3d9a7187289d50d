// Points of a line lie beside each other in a ring of cells, for vectors; the runtime stores them. The bits stay.
// REQUIRES: gcc, clang
// RUN: tilepipe-cc %s -o %t.c -Rpass-analysis=tilepipe 2>&1 | FileCheck %s --check-prefix=REMARKS 
// RUN: grep -v CHECK %t.c | FileCheck %s
// RUN: %cc_seq %s -o %t.seq
// RUN: gcc -O3 -Wall -Wextra -Werror -ffp-contract=off -fopenmp %t.c %tilepipe_flags -lmpi -o %t.gcc
// RUN: clang-19 -O3 -Wall -Wextra -Werror -ffp-contract=off -c %t.c -I%include -o %t.o
// RUN: gcc %t.o -fopenmp %tilepipe_flags -lmpi -o %t.clang
// RUN: %t.seq > %t.expected
// RUN: env TILEPIPE_ALWAYS=1 TILEPIPE_BODY=skew OMP_NUM_THREADS=1 TILEPIPE_TILE=128,400 %t.gcc > %t.got && diff %t.expected %t.got
// RUN: env TILEPIPE_ALWAYS=1 TILEPIPE_BODY=skew OMP_NUM_THREADS=2 TILEPIPE_TILE=150,37 %t.gcc > %t.got && diff %t.expected %t.got
// RUN: env TILEPIPE_ALWAYS=1 TILEPIPE_BODY=skew OMP_NUM_THREADS=2 TILEPIPE_TILE=128,1 %t.clang > %t.got && diff %t.expected %t.got
// RUN: gcc -O3 -march=native -ffp-contract=off -fopenmp %t.c %tilepipe_flags -lmpi -o %t.native
// RUN: env TILEPIPE_ALWAYS=1 TILEPIPE_BODY=skew OMP_NUM_THREADS=2 TILEPIPE_TILE=70,90 %t.native > %t.got && diff %t.expected %t.got
// RUN: clang-19 -O3 -march=native -ffp-contract=off -c %t.c -I%include -o %t.o
// RUN: gcc %t.o -fopenmp %tilepipe_flags -lmpi -o %t.native
// RUN: env TILEPIPE_ALWAYS=1 TILEPIPE_BODY=skew OMP_NUM_THREADS=1 TILEPIPE_TILE=203,311 %t.native > %t.got && diff %t.expected %t.got
// RUN: env TILEPIPE_ALWAYS=1 TILEPIPE_BODY=skew OMP_NUM_THREADS=1 TILEPIPE_STATS=1 %t.clang 2>&1 > %t.got | FileCheck %s --check-prefix=RAN
// RUN: diff %t.expected %t.got
// RAN: region=scores {{.*}} skewed={{[1-9]}}
// REMARKS-NOT: not-held
// REMARKS: region 'pointers' runs on threads only
// REMARKS-NOT: not-held
// REMARKS: region 'inside' has no lanes of vectors: no proof was found for what points would leave in cells ({{.*}}copy of the body that may leave an element as it was{{.*}}) [tp-not-held]
// REMARKS-NOT: not-held
#include <stdio.h>

enum { N = 203, M = 311 };
#define MAX(x, y) ((x) > (y) ? (x) : (y))

// Few rows are the plain function's. The ring has the lines of the next store, and the one before. What belongs to a row or a
// column alone is taken from memory once.
// CHECK-LABEL: static TP_LANES void tp_scores_skew_scan(
// CHECK: if (tp_b->tp_hi[0] - tp_b->tp_lo[0] >= 8 && tp_b->tp_hi[0] - tp_b->tp_lo[0] <= 64 && tp_first0 <= tp_b->tp_lo[0] && tp_last0 >= tp_b->tp_hi[0] - 1 &&
// CHECK-NEXT: const tp_int tp_rows = tp_b->tp_hi[0] - tp_b->tp_lo[0];
// CHECK: int tp_held[32][144] TP_ALIGNED;
// CHECK-NEXT: int tp_packed0[1][64] TP_ALIGNED;
// CHECK-NEXT: int tp_packed1[1][79] TP_ALIGNED;
// CHECK-NEXT: tp_late_rows tp_late;
// CHECK-NEXT: j = tp_left;
// CHECK-NEXT: for (tp_k = 64 - tp_rows; tp_k < 64; tp_k++) {
// CHECK-NEXT: i = tp_row + (63 - tp_k);
// CHECK-NEXT: tp_packed0[0][tp_k] = a[i];
// CHECK-NEXT: }
// CHECK-NEXT: for (tp_from = 0; tp_from <= tp_lines; tp_from += 16) {
// CHECK: tp_packed1[0][tp_k] = b[j];
// CHECK: for (tp_w = tp_from; tp_w <= tp_min(tp_from + 15, tp_lines); tp_w++) {
// CHECK-NEXT: const int tp_column = (int)(tp_b->tp_lo[1] - 63 + tp_w);
// CHECK-NEXT: const tp_int tp_begin_lane = tp_max(64 - tp_rows, 63 - tp_w), tp_last_lane = tp_min(63, tp_lines - tp_w);
// CHECK-NEXT: if (tp_w < tp_rows) {
// CHECK-NEXT: tp_k = (int)(63 - tp_w);
// CHECK-NEXT: j = tp_left;
// CHECK-NEXT: i = tp_row + (63 - tp_k);
// CHECK-NEXT: tp_held[tp_w % 32][64 + tp_k] = H[i][j - 1];
// CHECK-NEXT: tp_held[tp_w % 32][tp_k] = H[i - 1][j - 1];
// CHECK-NEXT: }
// CHECK: tp_held[tp_w % 32][128] = H[i - 1][j];
// CHECK-NEXT: }
// CHECK-NEXT: if (!tp_shift_lanes(tp_held[(tp_w + 1) % 32], tp_held[tp_w % 32] + 65, 4, tp_begin_lane, tp_last_lane))
// CHECK-NEXT: for (tp_k = tp_begin_lane; tp_k <= tp_last_lane; tp_k++) {
// CHECK-NEXT: j = tp_column + tp_k;
// CHECK-NEXT: i = tp_row + (63 - tp_k);
// CHECK-NEXT: tp_held[(tp_w + 1) % 32][tp_k] = TP_HELD(H[i - 1][j], tp_held[tp_w % 32][65 + tp_k]);
// CHECK-NEXT: }
// CHECK-NEXT: TP_INDEPENDENT
// CHECK-NEXT: for (tp_k = tp_begin_lane; tp_k <= tp_last_lane; tp_k++) {
// CHECK-NEXT: j = tp_column + tp_k;
// CHECK-NEXT: i = tp_row + (63 - tp_k);
// CHECK-NEXT: {
// CHECK-NEXT: __typeof__(H[i][j]) tp_written;
// CHECK-NEXT: {
// CHECK-NEXT: const int tp_value0 = TP_HELD(H[i - 1][j - 1], tp_held[tp_w % 32][tp_k]);
// CHECK-NEXT: const int tp_value1 = TP_HELD(H[i - 1][j], tp_held[(tp_w + 1) % 32][tp_k]);
// CHECK-NEXT: const int tp_value2 = TP_HELD(H[i][j - 1], tp_held[tp_w % 32][64 + tp_k]);
// CHECK-NEXT: const int tp_value3 = TP_HELD(a[i], tp_packed0[0][tp_k]);
// CHECK-NEXT: const int tp_value4 = TP_HELD(b[j], tp_packed1[0][tp_w - tp_from + tp_k]);
// CHECK-NEXT: tp_written = MAX(MAX(0, tp_value0 + (tp_value3 == tp_value4 ? 2 : -1)), MAX(tp_value1 - 1, tp_value2 - 1));
// CHECK-NEXT: }
// CHECK-NEXT: tp_held[(tp_w + 1) % 32][64 + tp_k] = tp_written;
// CHECK: tp_from_ring(&tp_late, H, sizeof *H, sizeof **H, tp_held, sizeof *tp_held, 32, tp_rows, tp_b->tp_lo[0], tp_b->tp_lo[1], tp_b->tp_hi[1] - 1, tp_from, tp_min(tp_from + 15, tp_lines));
// CHECK: } else {
// CHECK-NEXT: tp_box tp_rest = *tp_b;
// CHECK-NEXT: tp_scores_tile_scan(&tp_rest,
// CHECK: tp_in_blocks(tp_b, 1, 64, 1073741824, tp_scores_skew_block, tp_v);
// CHECK: {tp_scores_skew, 64, {1, 1}, 63}
static void scores(const char *a, const char *b, int (*H)[M]) {
  for (int i = 1; i < N; i++)
    for (int j = 1; j < M; j++)
      H[i][j] = MAX(MAX(0, H[i - 1][j - 1] + (a[i] == b[j] ? 2 : -1)), MAX(H[i - 1][j] - 1, H[i][j - 1] - 1));
}

// Both branches write the element: so does the variable for it. Elements lie elsewhere than iterators say.
// CHECK-LABEL: void tp_lengths_skew_scan(
// CHECK: tp_written = tp_value0 + 1;
// CHECK: tp_written = MAX(tp_value{{.}}, tp_value{{.}});
// CHECK: tp_from_ring(&tp_late, L, sizeof *L, sizeof **L, tp_held, sizeof *tp_held, 32, tp_rows, tp_b->tp_lo[0] + 1, tp_b->tp_lo[1] + 2, tp_b->tp_hi[1] + 1,
static void lengths(const char *a, const char *b, int (*L)[M]) {
  for (int i = 0; i < N - 1; i++)
    for (int j = -1; j < M - 2; j++)
      if (a[i] == b[j + 1])
        L[i + 1][j + 2] = L[i][j + 1] + 1;
      else
        L[i + 1][j + 2] = MAX(L[i][j + 2], L[i + 1][j + 1]);
}

// Rows of a plane, without a corner; numbers that are rounded. Numbers of a column that are as long lie in memory.
// CHECK-LABEL: void tp_planes_skew_scan(
// CHECK: tp_from_ring(&tp_late, F[p], sizeof *F[p], sizeof **F[p],
// CHECK: tp_rest.tp_hi[0] = p + 1;
static void planes(int n, float (*F)[N][M], const float *x, const float *y) {
  for (int p = 0; p < n; p++)
    for (int i = 1; i < N; i++)
      for (long j = 1; j < M; j++) {
        float above = F[p][i - 1][j] * .25f + x[j];
        F[p][i][j] = MAX(above, F[p][i][j - 1] * .5f) + y[p];
      }
}

// The element is read again where it surely was written.
// CHECK-LABEL: void tp_nearest_skew_scan(
// CHECK: if (tp_value{{.}} + 1 < tp_written)
// CHECK-NEXT: tp_written = tp_value{{.}} + 1;
// CHECK: tp_written += tp_value{{.}} == tp_value{{.}};
// CHECK: tp_from_ring(&tp_late, G,
static void nearest(const char *a, const char *b, int (*G)[M]) {
  for (int i = 1; i < N; i++)
    for (int j = 1; j < M; j++) {
      G[i][j] = G[i - 1][j - 1] + 2;
      if (G[i - 1][j] + 1 < G[i][j])
        G[i][j] = G[i - 1][j] + 1;
      if (G[i][j - 1] < G[i][j])
        G[i][j] = G[i][j - 1];
      G[i][j] += a[i] == b[j];
    }
}

// One subscript for two dimensions, by a macro and without.
// CHECK-LABEL: void tp_linear_jam_scan(
// CHECK: tp_held[0][tp_k + 1] = AT(i, j - 1);
// CHECK-LABEL: void tp_linear_skew_scan(
// CHECK: const int tp_value{{.}} = TP_HELD(AT(i - 1, j), tp_held[(tp_w + 1) % 32][tp_k]);
// CHECK: tp_from_ring(&tp_late, K, (((tp_int)m + 1)) * (tp_int)4, 4, tp_held, sizeof *tp_held, 32, tp_rows, tp_b->tp_lo[0], tp_b->tp_lo[1] - 1,
#define AT(i, j) K[(i) * (m + 1) + (j) - 1]
static void linear(int n, int m, const char *a, const char *b, int *K) {
  for (int i = 1; i < n; i++)
    for (int j = 2; j < m; j++) {
      int match = AT(i - 1, j - 1) + (a[i] == b[j] ? 1 : -1);
      int gap = MAX(AT(i - 1, j), AT(i, j - 1)) - 2;
      AT(i, j) = MAX(match, gap);
    }
}

// CHECK-LABEL: void tp_strided_skew_scan(
// CHECK: tp_from_ring(&tp_late, K, (w) * (tp_int)4, 4,
static void strided(unsigned n, unsigned m, int w, unsigned *K) {
  for (int i = 1; i < (int)n; i++)
    for (int j = 1; j < (int)m; j++)
      K[i * w + j] = MAX(K[(i - 1) * w + j] ^ 3, K[i * w + j - 1]) + K[(i - 1) * w + j - 1];
}

// Functions that only compute. Where a call is in the way of vectors, no compiler says so.
// CHECK-LABEL: void tp_called_skew_scan(
// CHECK: tp_written = least(least(tp_value{{.}}, tp_value{{.}}) + 1, tp_value{{.}} + (tp_value{{.}} != tp_value{{.}}));
// CHECK: tp_from_ring(&tp_late, G,
__attribute__((noinline)) static int smaller(int x, int y) { return y < x; }
static int least(int x, int y) {
  if (smaller(x, y))
    return y;
  return x;
}
static void called(const char *a, const char *b, int (*G)[M]) {
  for (int i = 1; i < N; i++)
    for (int j = 1; j < M; j++)
      G[i][j] = least(least(G[i - 1][j], G[i][j - 1]) + 1, G[i - 1][j - 1] + (a[i] != b[j]));
}

// Numbers of eight bytes: half as many lines between two stores.
// CHECK-LABEL: void tp_warped_skew_scan(
// CHECK: double tp_held[16][136] TP_ALIGNED;
// CHECK: double tp_packed0[1][64] TP_ALIGNED;
// CHECK: if (!tp_shift_lanes(tp_held[(tp_w + 1) % 16], tp_held[tp_w % 16] + 65, 8, tp_begin_lane, tp_last_lane))
// CHECK: tp_from_ring(&tp_late, D, sizeof *D, sizeof **D, tp_held, sizeof *tp_held, 16, tp_rows, tp_b->tp_lo[0], tp_b->tp_lo[1], tp_b->tp_hi[1] - 1, tp_from, tp_min(tp_from + 7, tp_lines));
// CHECK: {tp_warped_skew, 64, {1, 1}, 63}
#define MIN(x, y) ((x) < (y) ? (x) : (y))
static void warped(const double *u, const double *v, double (*D)[M]) {
  for (int i = 1; i < N; i++)
    for (int j = 1; j < M; j++)
      D[i][j] = (u[i] - v[j]) * (u[i] - v[j]) + MIN(MIN(D[i - 1][j], D[i][j - 1]), D[i - 1][j - 1]);
}

// CHECK-LABEL: void tp_counted_skew_scan(
// CHECK: long tp_held[16][136] TP_ALIGNED;
// CHECK: int tp_packed0[1][64] TP_ALIGNED;
// CHECK: tp_from_ring(&tp_late, C,
static void counted(const char *a, const char *b, long (*C)[M]) {
  for (int i = 1; i < N; i++)
    for (int j = 1; j < M; j++)
      C[i][j] = MAX(C[i - 1][j], C[i][j - 1]) + (a[i] == b[j] ? 1L << 33 : 3);
}

// Sums, which jammed rows hold as well.
// CHECK-LABEL: void tp_summed_skew_scan(
// CHECK: tp_from_ring(&tp_late, D,
static void summed(double (*D)[M]) {
  for (int i = 1; i < N; i++)
    for (int j = 1; j < M; j++)
      D[i][j] = D[i - 1][j] + D[i][j - 1] * .25;
}

// Rows behind pointers have no stride.
// CHECK-LABEL: void tp_pointers_skew_scan(
// CHECK: tp_from_ring(&tp_late, (void *)H, 0, sizeof **H,
static void pointers(int **H) {
  for (int i = 1; i < N; i++)
    for (int j = 1; j < M; j++)
      H[i][j] = MAX(H[i - 1][j], H[i][j - 1]) + 1;
}

// From memory: elements of other rows and columns, a row above to the right, the old value, two writes, a block in an expression,
// elements of other sizes.
// CHECK-NOT: tp_from_ring(
static void costs(int (*H)[M], int (*C)[M]) {
  for (int i = 1; i < N; i++)
    for (int j = 1; j < M; j++)
      H[i][j] = MAX(H[i - 1][j], H[i][j - 1]) + C[i][j];
}

static void right(int (*H)[M]) {
  for (int i = 1; i < N; i++)
    for (int j = 1; j < M - 1; j++)
      H[i][j] = MAX(H[i - 1][j + 1], H[i][j - 1]) + 1;
}

static void old(int (*H)[M]) {
  for (int i = 1; i < N; i++)
    for (int j = 1; j < M; j++)
      H[i][j] += MAX(H[i - 1][j], H[i][j - 1]);
}

static void two(int (*H)[M], int (*G)[M]) {
  for (int i = 1; i < N; i++)
    for (int j = 1; j < M; j++) {
      H[i][j] = MAX(H[i - 1][j], H[i][j - 1]) + 1;
      G[i][j] = H[i][j] / 2;
    }
}

static void inside(int (*G)[M]) {
  for (int i = 1; i < N; i++)
    for (int j = 1; j < M; j++) {
      G[i][j] = ({ int x = G[i][j - 1]; MAX(x, G[i - 1][j]); });
    }
}

static void sizes(short (*S)[M]) {
  for (int i = 1; i < N; i++)
    for (int j = 1; j < M; j++)
      S[i][j] = (short)(MAX(S[i - 1][j], S[i][j - 1]) + 1);
}

static int H[N][M], L[N][M], G[N][M], K[N * (M + 2)], *rows[N];
static float F[3][N][M], x[N + M];
static short S[N][M];
static double D[N][M], u[N], v[M];
static long C[N][M];

static void print(const char *name, const void *array, size_t bytes) {
  unsigned hash = 1;
  for (size_t k = 0; k < bytes; k++)
    hash = hash * 31 + ((const unsigned char *)array)[k];
  printf("%s %u\n", name, hash);
}

int main(void) {
  static char a[N], b[M];
  for (int i = 0; i < N; i++) {
    a[i] = "ACGT"[i * i % 7 % 4];
    rows[i] = G[i];
    for (int j = 0; j < M; j++) {
      b[j] = "ACGT"[j * 5 % 11 % 4];
      x[i + j] = (float)((i + j) % 23) / 7;
      H[i][j] = i * 3 % 5 - j % 2;
      L[i][j] = i ? 77 : j % 3;
      for (int p = 0; p < 3; p++)
        F[p][i][j] = (float)((i * 3 + j * 7 + p) % 19);
    }
  }
  scores(a, b, H);
  lengths(a, b, L);
  planes(3, F, x, x + 5);
  print("scores", H, sizeof H);
  print("lengths", L, sizeof L);
  nearest(a, b, G);
  called(a, b, G);
  print("called", G, sizeof G);
  linear(N, M, a, b, K);
  print("linear", K, sizeof K);
  strided(N - 3, M - 1, M, (unsigned *)K);
  print("strided", K, sizeof K);
  print("planes", F, sizeof F);
  print("nearest", G, sizeof G);
  for (int i = 0; i < N; i++)
    for (int j = 0; j < M; j++) {
      u[i] = i * 7 % 13 / 3.;
      v[j] = j * 5 % 11 / 7.;
      D[i][j] = i && j ? 0 : i + j;
      C[i][j] = i * j;
    }
  warped(u, v, D);
  print("warped", D, sizeof D);
  counted(a, b, C);
  print("counted", C, sizeof C);
  pointers(rows);
  costs(H, L);
  right(H);
  old(L);
  two(H, G);
  inside(G);
  sizes(S);
  summed(D);
  print("others", H, sizeof H);
  print("others", L, sizeof L);
  print("others", G, sizeof G);
  print("others", S, sizeof S);
  print("summed", D, sizeof D);
  return 0;
}
