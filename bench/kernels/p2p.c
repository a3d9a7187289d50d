/* p2p m n calls - the sweep of the Parallel Research Kernels' pipeline, double. */
#include "bench.h"

static void sweep(int m, int n, double (*grid)[n])
{
    for (int i = 1; i < m; i++)
        for (int j = 1; j < n; j++)
            grid[i][j] = grid[i - 1][j] + grid[i][j - 1] - grid[i - 1][j - 1];
}

int main(int argc, char **argv)
{
    int m = bench_size(argc, argv, 1), n = bench_size(argc, argv, 2);
    size_t count = (size_t)m * n;
    double *grid = bench_alloc(count * sizeof *grid);

    for (int calls = bench_size(argc, argv, 3); calls > 0; calls--) {
        bench_fill_double(grid, count, 1);
        double start = bench_now();
        sweep(m, n, (double (*)[n])grid);
        double seconds = bench_now() - start;
        bench_report(seconds, bench_checksum(grid, count * sizeof *grid, 0));
    }
    free(grid);
    return 0;
}
