/* sor n steps calls - successive over-relaxation of Poisson's equation, five points, double. */
#include "bench.h"

static void relax(int steps, int n, double omega, double (*u)[n], const double (*f)[n])
{
    for (int t = 0; t < steps; t++)
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++)
                u[i][j] = (1 - omega) * u[i][j]
                        + omega * 0.25 * (u[i - 1][j] + u[i][j - 1] + u[i][j + 1] + u[i + 1][j]
                                          - f[i][j]);
}

int main(int argc, char **argv)
{
    int n = bench_size(argc, argv, 1), steps = bench_size(argc, argv, 2);
    size_t count = (size_t)n * n;
    double *u = bench_alloc(count * sizeof *u), *f = bench_alloc(count * sizeof *f);

    bench_fill_double(f, count, 2);
    for (int calls = bench_size(argc, argv, 3); calls > 0; calls--) {
        bench_fill_double(u, count, 1);
        double start = bench_now();
        relax(steps, n, 1.7, (double (*)[n])u, (const double (*)[n])f);
        double seconds = bench_now() - start;
        bench_report(seconds, bench_checksum(u, count * sizeof *u, 0));
    }
    free(f);
    free(u);
    return 0;
}
