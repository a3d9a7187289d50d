// fmin and fmax are compared in place in the tile functions; gcc's would be calls. The program's own loop keeps them.
// REQUIRES: gcc, clang
// RUN: tilepipe-cc %s -o %t.c
// RUN: grep -v CHECK %t.c | FileCheck %s
// RUN: %cc_seq %s -o %t.seq -lm
// RUN: gcc -std=c99 -O2 -Wall -Wextra -Wconversion -Werror -ffp-contract=off -fopenmp %t.c %tilepipe_flags -lmpi -lm -o %t.par
// RUN: clang-19 -O2 -Wall -Wextra -Werror -ffp-contract=off -fopenmp -c %t.c -I%include -o %t.o
// RUN: %t.seq > %t.expected
// RUN: env TILEPIPE_ALWAYS=1 OMP_NUM_THREADS=2 TILEPIPE_TILE=13,17 %t.par > %t.got
// RUN: diff %t.expected %t.got
// RUN: gcc -O2 -S %t.c -I%include -o - | FileCheck %s --check-prefix=CALLS
// RUN: tilepipe-cc -DGENERIC %s -o %t.generic.c
// RUN: grep -v CHECK %t.generic.c | FileCheck %s --check-prefix=GENERIC
#ifdef GENERIC
#include <tgmath.h>
#else
#include <math.h>
#endif
#include <stdio.h>

enum { N = 61, M = 83 };

// CHECK-LABEL: void tp_warp_jam_scan(
// CHECK: D[i][j] = fabs(a[i] - b[j]) + tp_fmin(tp_fmin(tp_value1, tp_value0), tp_value2);
// GENERIC-LABEL: void tp_warp_jam_scan(
// GENERIC: D[i][j] = fabs(a[i] - b[j]) + fmin(fmin(tp_value1, tp_value0), tp_value2);
//
// CALLS: tp_warp_jam_scan:
// CALLS: minsd
static void warp(int n, int m, double (*D)[M], const double *a, const double *b)
{
    // CHECK: warp_run(
    // CHECK: D[i][j] = fabs(a[i] - b[j]) + fmin(fmin(D[i - 1][j], D[i][j - 1]), D[i - 1][j - 1]);
    for (int i = 1; i < n; i++)
        for (int j = 1; j < m; j++)
            D[i][j] = fabs(a[i] - b[j]) + fmin(fmin(D[i - 1][j], D[i][j - 1]), D[i - 1][j - 1]);
}

/* A name that is the program's own macro is not the library's, although the library's function is called beside it. */
static float own(float x, float y) { return x > y ? x : y + 1; }
#undef fmaxf
#define fmaxf(x, y) own(x, y)
// CHECK-LABEL: void tp_floats_jam_scan(
// CHECK: F[i][j] = 0.5f * fmaxf(tp_value1, tp_value0) + tp_fminf(x[j], 2.0f) * (fmaxf)(x[i], -3.0f);
// GENERIC-LABEL: void tp_floats_jam_scan(
static void floats(int n, int m, float (*F)[M], const float *x)
{
    for (int i = 1; i < n; i++)
        for (int j = 1; j < m; j++)
            F[i][j] = 0.5f * fmaxf(F[i - 1][j], F[i][j - 1]) + fminf(x[j], 2.0f) * (fmaxf)(x[i], -3.0f);
}

static double D[N][M], a[N], b[M];
static float F[N][M], x[M];

int main(void)
{
    int count = 0;
    while (count < N * M) {
        D[count / M][count % M] = count * 37 % 101;
        F[count / M][count % M] = (float)(count * 41 % 103);
        a[count % N] = count * 31 % 97;
        b[count % M] = count % 89 == 5 ? NAN : (double)(count * 29 % 91);
        x[count % M] = (float)(count * 23 % 79) - 40;
        count++;
    }
    warp(N, M, D, a, b);
    floats(N, M, F, x);
    while (count-- > 0)
        printf("%a %a\n", D[count / M][count % M], (double)F[count / M][count % M]);
    return 0;
}
