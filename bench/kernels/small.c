/* small n m repeats calls - a tiny nest called many times: what the test in front of a region costs,
 * and with TILEPIPE_ALWAYS=1 what starting a region costs. */
#include "bench.h"

__attribute__((noinline)) static void sweep(int n, int m, double (*A)[m + 1])
{
    for (int i = 1; i <= n; i++)
        for (int j = 1; j <= m; j++)
            A[i][j] = 0.5 * (A[i - 1][j] + A[i][j - 1]);
}

int main(int argc, char **argv)
{
    int n = bench_size(argc, argv, 1), m = bench_size(argc, argv, 2);
    int repeats = bench_size(argc, argv, 3);
    size_t count = ((size_t)n + 1) * ((size_t)m + 1);
    double *A = bench_alloc(count * sizeof *A);

    for (int calls = bench_size(argc, argv, 4); calls > 0; calls--) {
        bench_fill_double(A, count, 1);
        double start = bench_now();
        for (int r = 0; r < repeats; r++)
            sweep(n, m, (double (*)[m + 1])A);
        double seconds = bench_now() - start;
        bench_report(seconds, bench_checksum(A, count * sizeof *A, 0));
    }
    free(A);
    return 0;
}
