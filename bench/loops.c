/* loops KERNEL TOUCHES SIZES... CALLS - a time loop of calls of one region or a few, for bench/residency.
 *
 * Between calls the program touches what TOUCHES says: `few` elements, `reads` all of the result, or `writes` all of it.
 * Prints the seconds of the first tenth of the calls, of all of them, and a checksum. The data is read for it behind the
 * loop. */
#define _GNU_SOURCE
#include "kernels/bench.h"

#include <math.h>

enum { FEW, READS, WRITES };
static int touches;
static double seen; /* what the program has seen in between */

/* --- kernels ---------------------------------------------------------------------------------- */

__attribute__((noinline)) static void wavefront(int nx, int ny, int nz, float (*a)[ny][nz])
{
    for (int i = 1; i < nx; i++)
        for (int j = 1; j < ny; j++)
            for (int k = 1; k < nz; k++)
                a[i][j][k] = sqrtf(a[i - 1][j][k]) + sqrtf(a[i][j - 1][k]) + sqrtf(a[i][j][k - 1]);
}

__attribute__((noinline)) static void seidel(int n, double (*a)[n])
{
    for (int i = 1; i < n - 1; i++)
        for (int j = 1; j < n - 1; j++)
            a[i][j] = (a[i - 1][j - 1] + a[i - 1][j] + a[i - 1][j + 1] + a[i][j - 1] + a[i][j] + a[i][j + 1]
                       + a[i + 1][j - 1] + a[i + 1][j] + a[i + 1][j + 1]) / 9.0;
}

__attribute__((noinline)) static void p2p(int m, int n, double (*a)[n])
{
    for (int i = 1; i < m; i++)
        for (int j = 1; j < n; j++)
            a[i][j] = a[i - 1][j] + a[i][j - 1] - a[i - 1][j - 1];
}

__attribute__((noinline)) static void jacobi(int n, int m, double (*restrict b)[m], double (*restrict a)[m])
{
    for (int i = 1; i < n - 1; i++)
        for (int j = 1; j < m - 1; j++)
            b[i][j] = 0.25 * (a[i - 1][j] + a[i + 1][j] + a[i][j - 1] + a[i][j + 1]);
}

/* q = A p for the five-point matrix */
__attribute__((noinline)) static void multiply(int n, double (*restrict q)[n], double (*restrict p)[n])
{
    for (int i = 1; i < n - 1; i++)
        for (int j = 1; j < n - 1; j++)
            q[i][j] = 4 * p[i][j] - p[i - 1][j] - p[i + 1][j] - p[i][j - 1] - p[i][j + 1];
}

__attribute__((noinline)) static void advance(int n, double alpha, double (*restrict x)[n], double (*restrict r)[n],
                                              double (*restrict p)[n], double (*restrict q)[n])
{
    for (int i = 1; i < n - 1; i++)
        for (int j = 1; j < n - 1; j++) {
            x[i][j] += alpha * p[i][j];
            r[i][j] -= alpha * q[i][j];
        }
}

__attribute__((noinline)) static void turn(int n, double beta, double (*restrict p)[n], double (*restrict r)[n])
{
    for (int i = 1; i < n - 1; i++)
        for (int j = 1; j < n - 1; j++)
            p[i][j] = r[i][j] + beta * p[i][j];
}

/* --- the program in between ------------------------------------------------------------------- */

__attribute__((noinline)) static void look(double *a, size_t count)
{
    double sum = 0;
    if (touches == FEW) {
        seen += a[count / 2] + a[count - 2];
        return;
    }
    for (size_t k = 0; k < count; k += 4) /* several sums: at the speed of memory */
        sum += a[k] - a[k + 1] + (a[k + 2] - a[k + 3]);
    seen += sum;
    if (touches == WRITES)
#pragma tilepipe off
        for (size_t k = 0; k < count; k++)
            a[k] *= 0.999;
}

/* --- time loops ------------------------------------------------------------------------------- */

static double first, whole, started;
static int calls, called;

static int goes_on(void)
{
    double now = bench_now();
    if (called == 0)
        started = now;
    if (called == (calls + 9) / 10)
        first = now - started;
    whole = now - started;
    return called++ < calls;
}

static double *doubles(size_t count, uint32_t seed)
{
    double *a = bench_alloc((count + 8) * sizeof *a);
    bench_fill_double(a, count, seed);
    return a;
}

int main(int argc, char **argv)
{
    const char *kernel = argc > 2 ? argv[1] : "";
    touches = argc > 2 && strcmp(argv[2], "reads") == 0 ? READS : argc > 2 && strcmp(argv[2], "writes") == 0 ? WRITES : FEW;
    int last = argc - 1, n = bench_size(argc, argv, 3), m = last > 4 ? bench_size(argc, argv, 4) : n;
    size_t count = (size_t)n * m;
    uint64_t sum = 0;
    calls = bench_size(argc, argv, last);
    if (strcmp(kernel, "wavefront") == 0) {
        int k = bench_size(argc, argv, 5);
        float *a = bench_alloc(count * k * sizeof *a);
        bench_fill_float(a, count * k, 1);
        while (goes_on()) {
            wavefront(n, m, k, (float (*)[m][k])a);
            seen += a[count * k - 1];
            a[0] = a[count * k - 1] * 0.5f;
        }
        sum = bench_checksum(a, count * k * sizeof *a, 0);
    } else if (strcmp(kernel, "seidel") == 0) {
        double *a = doubles(count, 1);
        while (goes_on()) {
            seidel(n, (double (*)[n])a);
            look(a, count);
        }
        sum = bench_checksum(a, count * sizeof *a, 0);
    } else if (strcmp(kernel, "p2p") == 0) {
        double *a = doubles(count, 1);
        while (goes_on()) {
            p2p(n, m, (double (*)[m])a);
            a[0] = -a[count - 1];
        }
        sum = bench_checksum(a, count * sizeof *a, 0);
    } else if (strcmp(kernel, "jacobi") == 0) {
        double *a = doubles(count, 1), *b = doubles(count, 1), *swap;
        while (goes_on()) {
            jacobi(n, m, (double (*)[m])b, (double (*)[m])a);
            swap = a;
            a = b;
            b = swap;
            look(a, count);
        }
        sum = bench_checksum(a, count * sizeof *a, 0);
    } else if (strcmp(kernel, "cg") == 0) {
        /* The vectors' updates. Steps are given: an inner product reads two whole vectors on rank 0. */
        double *x = doubles(count, 1), *r = doubles(count, 2), *p = doubles(count, 3), *q = doubles(count, 4);
        while (goes_on()) {
            multiply(n, (double (*)[n])q, (double (*)[n])p);
            advance(n, 0.1, (double (*)[n])x, (double (*)[n])r, (double (*)[n])p, (double (*)[n])q);
            turn(n, 0.05, (double (*)[n])p, (double (*)[n])r);
            seen += r[count / 2];
        }
        sum = bench_checksum(x, count * sizeof *x, 0);
        sum = bench_checksum(r, count * sizeof *r, sum);
    } else {
        fprintf(stderr, "usage: %s wavefront|seidel|p2p|jacobi|cg few|reads|writes SIZES... CALLS\n", argv[0]);
        return 2;
    }
    sum = bench_checksum(&seen, sizeof seen, sum);
    printf("%.9f %.9f %016llx\n", first, whole, (unsigned long long)sum);
    return 0;
}
