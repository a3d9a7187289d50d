/* heavy n m calls - divisions and square roots, double. */
#include "bench.h"

#include <math.h>

static void sweep(int n, int m, double (*A)[m])
{
    for (int i = 1; i < n; i++)
        for (int j = 1; j < m; j++)
            A[i][j] = sqrt(A[i - 1][j] * A[i][j - 1] + 1) / (A[i - 1][j - 1] + sqrt(A[i][j]))
                    + A[i][j - 1] / (A[i - 1][j] + 3);
}

int main(int argc, char **argv)
{
    int n = bench_size(argc, argv, 1), m = bench_size(argc, argv, 2);
    size_t count = (size_t)n * m;
    double *A = bench_alloc(count * sizeof *A);

    for (int calls = bench_size(argc, argv, 3); calls > 0; calls--) {
        bench_fill_double(A, count, 1);
        double start = bench_now();
        sweep(n, m, (double (*)[m])A);
        double seconds = bench_now() - start;
        bench_report(seconds, bench_checksum(A, count * sizeof *A, 0));
    }
    free(A);
    return 0;
}
