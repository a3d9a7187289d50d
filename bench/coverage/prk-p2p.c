/* A pipelined recurrence in two dimensions, whose last corner becomes the first. sizes: 4000 4000 10 */
#include "coverage.h"

static void p2p(int m, int n, int iterations, double (*grid)[n])
{
    for (int iter = 0; iter <= iterations; iter++) {
        for (int i = 1; i < m; i++)
            for (int j = 1; j < n; j++)
                grid[i][j] = grid[i - 1][j] + grid[i][j - 1] - grid[i - 1][j - 1];
        grid[0][0] = -grid[m - 1][n - 1];
    }
}

int main(int argc, char **argv)
{
    int m = cover_size(argc, argv, 1, 50), n = cover_size(argc, argv, 2, 60), iterations = cover_size(argc, argv, 3, 4);
    double *grid = cover_doubles((size_t)m * n, 1);
    cover_start();
    p2p(m, n, iterations, (double (*)[n])grid);
    cover_stop();
    cover_result(grid, sizeof(double) * m * n);
    return cover_end();
}
