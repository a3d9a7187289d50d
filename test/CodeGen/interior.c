// A nest that sets its first row and column itself: jammed rows and lanes are made for the other points. The bits stay.
// REQUIRES: gcc, clang
// RUN: tilepipe-cc %s -o %t.c -Rpass-analysis=tilepipe 2>&1 | FileCheck %s --check-prefix=REMARKS --allow-empty
// REMARKS-NOT: not-held
// RUN: grep -v CHECK %t.c | FileCheck %s
// RUN: %cc_seq %s -o %t.seq
// RUN: gcc -O3 -Wall -Wextra -Werror -ffp-contract=off -fopenmp %t.c %tilepipe_flags -lmpi -o %t.gcc
// RUN: clang-19 -O3 -Wall -Wextra -Werror -ffp-contract=off -c %t.c -I%include -o %t.o
// RUN: gcc %t.o -fopenmp %tilepipe_flags -lmpi -o %t.clang
// RUN: %t.seq > %t.expected
// RUN: for body in jam skew; do for tile in 33,400 70,37 1,5 96,1; do for program in gcc clang; do env TILEPIPE_ALWAYS=1 TILEPIPE_BODY=$body OMP_NUM_THREADS=2 TILEPIPE_TILE=$tile %t.$program > %t.got && diff %t.expected %t.got || exit 1; done; done; done
#include <stdio.h>

enum { N = 203, M = 311 };
#define MAX(x, y) ((x) > (y) ? (x) : (y))
#define MIN(x, y) ((x) < (y) ? (x) : (y))

// CHECK-LABEL: void tp_common_jam_scan(
// CHECK: const int tp_never0 = TP_NEVER(i == 0 || j == 0);
// CHECK: if (tp_never0)
// CHECK-LABEL: static void tp_common_jam(
// CHECK: tp_box tp_inner = *tp_b, tp_side0 = *tp_b, tp_side1 = *tp_b;
// CHECK-NEXT: tp_side0.tp_hi[0] = tp_min(tp_b->tp_hi[0], 1);
// CHECK-NEXT: tp_side1.tp_lo[0] = tp_max(tp_b->tp_lo[0], 1);
// CHECK-NEXT: tp_inner.tp_lo[0] = tp_max(tp_b->tp_lo[0], 1);
// CHECK-NEXT: tp_side1.tp_hi[1] = tp_min(tp_b->tp_hi[1], 1);
// CHECK-NEXT: tp_inner.tp_lo[1] = tp_max(tp_b->tp_lo[1], 1);
// CHECK-NEXT: if (tp_side0.tp_lo[0] < tp_side0.tp_hi[0] && tp_side0.tp_lo[1] < tp_side0.tp_hi[1])
// CHECK-NEXT: tp_common_tile_scan(&tp_side0,
// CHECK: tp_common_tile_scan(&tp_side1,
// CHECK: tp_common_jam_scan(&tp_inner,
// CHECK-LABEL: void tp_common_skew_scan(
// CHECK: if (tp_never0)
// CHECK-NEXT: tp_written = 0;
// CHECK: tp_from_ring(
// CHECK-LABEL: static void tp_common_skew_block(
// CHECK: tp_common_skew_scan(&tp_inner,
static void common(const char *x, const char *y, int (*c)[M])
{
    int i, j;
    for (i = 0; i < N; i++)
        for (j = 0; j < M; j++) {
            if (i == 0 || j == 0)
                c[i][j] = 0;
            else if (x[i - 1] == y[j - 1])
                c[i][j] = c[i - 1][j - 1] + 1;
            else
                c[i][j] = MAX(c[i - 1][j], c[i][j - 1]);
        }
}

// Several conditions, one after the other.
// CHECK-LABEL: void tp_edits_jam_scan(
// CHECK: TP_NEVER(i == 0)
// CHECK: TP_NEVER(j == 0)
// CHECK: if (tp_never0)
// CHECK: else if (tp_never1)
static void edits(const char *x, const char *y, int (*d)[M])
{
    int i, j;
    for (i = 0; i < N; i++)
        for (j = 0; j < M; j++)
            if (i == 0)
                d[i][j] = j;
            else if (j == 0)
                d[i][j] = i;
            else
                d[i][j] = MIN(MIN(d[i - 1][j], d[i][j - 1]) + 1, d[i - 1][j - 1] + (x[i - 1] != y[j - 1]));
}

// A border of two columns; numbers that are rounded; the condition's other side.
// CHECK-LABEL: void tp_sums_jam_scan(
// CHECK-NOT: TP_NEVER
// CHECK-LABEL: static void tp_sums_jam(
// CHECK: tp_inner.tp_lo[1] = tp_max(tp_b->tp_lo[1], 2);
static void sums(double (*s)[M])
{
    int i, j;
    for (i = 1; i < N; i++)
        for (j = 0; j < M; j++) {
            if (j >= 2)
                s[i][j] = s[i - 1][j] * 0.5 + s[i][j - 1] * 0.375;
            else
                s[i][j] = i + j;
        }
}

// Reads elsewhere: no border of the first rows.
// CHECK-LABEL: tp_last_tile_scan(
// CHECK-NOT: tp_side
// CHECK: main
static void last(int n, int (*d)[M])
{
    int i, j;
    for (i = 1; i < n; i++)
        for (j = 1; j < M; j++) {
            if (i < n / 2)
                d[i][j] = d[i - 1][j] + d[i][j - 1];
            else
                d[i][j] = d[i][j] + 1;
        }
}

static int c[N][M], d[N][M];
static double s[N][M];
static char x[N], y[M];

int main(void)
{
    unsigned sum = 0;
    double total = 0;
    int i, j;
    for (i = 0; i < N; i++)
        x[i] = "ACGT"[i * 7 % 11 % 4];
    for (j = 0; j < M; j++)
        y[j] = "ACGT"[j * 5 % 13 % 4];
    common(x, y, c);
    edits(x, y, d);
    sums(s);
    for (i = 0; i < N; i++)
        for (j = 0; j < M; j++) {
            sum = sum * 31 + (unsigned)c[i][j] * 7 + (unsigned)d[i][j];
            total = total * 0.75 + s[i][j];
        }
    last(N, d);
    printf("%u %.17g %d\n", sum, total, d[N / 2][M - 1]);
    return 0;
}
