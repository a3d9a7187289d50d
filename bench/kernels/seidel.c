/* seidel n steps calls - Gauss-Seidel with nine points, swept in place over and over, double. */
#include "bench.h"

static void sweep(int steps, int n, double (*a)[n])
{
    for (int t = 0; t < steps; t++)
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++)
                a[i][j] = (a[i - 1][j - 1] + a[i - 1][j] + a[i - 1][j + 1]
                         + a[i][j - 1] + a[i][j] + a[i][j + 1]
                         + a[i + 1][j - 1] + a[i + 1][j] + a[i + 1][j + 1]) / 9.0;
}

int main(int argc, char **argv)
{
    int n = bench_size(argc, argv, 1), steps = bench_size(argc, argv, 2);
    size_t count = (size_t)n * n;
    double *a = bench_alloc(count * sizeof *a);

    for (int calls = bench_size(argc, argv, 3); calls > 0; calls--) {
        bench_fill_double(a, count, 1);
        double start = bench_now();
        sweep(steps, n, (double (*)[n])a);
        double seconds = bench_now() - start;
        bench_report(seconds, bench_checksum(a, count * sizeof *a, 0));
    }
    free(a);
    return 0;
}
