/* Elimination below the diagonal of a tridiagonal system. sizes: 1000000 100 */
#include "coverage.h"

static void eliminate(int n, int times, double *x, double *y, double *z)
{
    for (int l = 0; l < times; l++)
        for (int i = 1; i < n; i++)
            x[i] = z[i] * (y[i] - x[i - 1]);
}

int main(int argc, char **argv)
{
    int n = cover_size(argc, argv, 1, 500), times = cover_size(argc, argv, 2, 5);
    double *x = cover_doubles(n, 1), *y = cover_doubles(n, 2), *z = cover_doubles(n, 3);
    for (int i = 0; i < n; i++)
        z[i] *= 0.3;
    cover_start();
    eliminate(n, times, x, y, z);
    cover_stop();
    cover_result(x, sizeof(double) * n);
    return cover_end();
}
