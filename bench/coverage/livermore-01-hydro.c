/* A fragment of hydrodynamics, repeated. sizes: 1000000 200 */
#include "coverage.h"

static void hydro(int n, int times, double q, double r, double t, double *restrict x, const double *restrict y, const double *restrict z)
{
    for (int l = 0; l < times; l++)
        for (int k = 0; k < n; k++)
            x[k] = q + y[k] * (r * z[k + 10] + t * z[k + 11]);
}

int main(int argc, char **argv)
{
    int n = cover_size(argc, argv, 1, 500), times = cover_size(argc, argv, 2, 5);
    double *x = cover_doubles(n, 1), *y = cover_doubles(n, 2), *z = cover_doubles(n + 11, 3);
    cover_start();
    hydro(n, times, 0.5, 0.25, 0.125, x, y, z);
    cover_stop();
    cover_result(x, sizeof(double) * n);
    return cover_end();
}
