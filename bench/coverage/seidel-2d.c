/* Gauss-Seidel on nine points, in place. sizes: 2000 100 */
#include "coverage.h"

static void seidel(int n, int steps, double (*a)[n])
{
    for (int t = 0; t < steps; t++)
        for (int i = 1; i <= n - 2; i++)
            for (int j = 1; j <= n - 2; j++)
                a[i][j] = (a[i - 1][j - 1] + a[i - 1][j] + a[i - 1][j + 1] + a[i][j - 1] + a[i][j] + a[i][j + 1]
                           + a[i + 1][j - 1] + a[i + 1][j] + a[i + 1][j + 1]) / 9;
}

int main(int argc, char **argv)
{
    int n = cover_size(argc, argv, 1, 50), steps = cover_size(argc, argv, 2, 15);
    double *a = cover_doubles((size_t)n * n, 1);
    cover_start();
    seidel(n, steps, (double (*)[n])a);
    cover_stop();
    cover_result(a, sizeof(double) * n * n);
    return cover_end();
}
