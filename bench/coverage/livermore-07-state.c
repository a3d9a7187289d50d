/* An equation of state: many operations on neighbours, no dependence. sizes: 1000000 50 */
#include "coverage.h"

static void state(int n, int times, double q, double r, double t, double *restrict x, const double *restrict y,
                  const double *restrict z, const double *restrict u)
{
    int l, k;
    for (l = 1; l <= times; l++) {
        for (k = 0; k < n; k++) {
            x[k] = u[k] + r * (z[k] + r * y[k])
                 + t * (u[k + 3] + r * (u[k + 2] + r * u[k + 1]) + t * (u[k + 6] + q * (u[k + 5] + q * u[k + 4])));
        }
    }
}

int main(int argc, char **argv)
{
    int n = cover_size(argc, argv, 1, 500), times = cover_size(argc, argv, 2, 5);
    double *x = cover_doubles(n, 1), *y = cover_doubles(n, 2), *z = cover_doubles(n, 3), *u = cover_doubles(n + 6, 4);
    cover_start();
    state(n, times, 0.5, 0.25, 0.125, x, y, z, u);
    cover_stop();
    cover_result(x, sizeof(double) * n);
    return cover_end();
}
