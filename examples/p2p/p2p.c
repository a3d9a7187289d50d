/* p2p - point-to-point pipeline with corner feedback, after the Parallel Research Kernels' Synch_p2p.
 *
 *   p2p [iterations m n]        10 2000 2000 by default
 *
 * Every iteration sweeps an m x n grid in which a point needs its left, upper and upper-left
 * neighbours, then feeds the last corner, negated, back to the first. After k iterations the last
 * corner must be k * (m + n - 2): printed, and checked.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static void start(int m, int n, double (*grid)[n])
{
    for (int i = 0; i < m; i++)
        for (int j = 0; j < n; j++)
            grid[i][j] = 0.0;
    for (int j = 0; j < n; j++)
        grid[0][j] = (double)j;
    for (int i = 0; i < m; i++)
        grid[i][0] = (double)i;
}

static void pipeline(int iterations, int m, int n, double (*grid)[n])
{
    for (int k = 0; k < iterations; k++) {
        for (int i = 1; i < m; i++)
            for (int j = 1; j < n; j++)
                grid[i][j] = grid[i - 1][j] + grid[i][j - 1] - grid[i - 1][j - 1];

        /* The feedback makes the iterations depend on each other, as a residual would. */
        grid[0][0] = -grid[m - 1][n - 1];
    }
}

int main(int argc, char **argv)
{
    int iterations = argc > 3 ? atoi(argv[1]) : 10;
    int m = argc > 3 ? atoi(argv[2]) : 2000;
    int n = argc > 3 ? atoi(argv[3]) : 2000;

    if ((argc != 1 && argc != 4) || iterations < 1 || m < 2 || n < 2) {
        fprintf(stderr, "usage: p2p [iterations m n], at least 1 2 2\n");
        return 1;
    }

    double (*grid)[n] = malloc(sizeof(double[m][n]));
    if (!grid) {
        fprintf(stderr, "p2p: no memory for %d x %d points\n", m, n);
        return 1;
    }
    start(m, n, grid);
    pipeline(iterations, m, n, grid);

    double corner = grid[m - 1][n - 1];
    double expected = (double)iterations * ((double)m + (double)n - 2.0);
    printf("grid         %d x %d, %d iterations\n", m, n, iterations);
    printf("verification %.17g\n", corner);
    free(grid);
    if (fabs(corner - expected) > 1e-8 * expected) {
        printf("expected     %.17g: WRONG\n", expected);
        return 1;
    }
    printf("correct\n");
    return 0;
}
