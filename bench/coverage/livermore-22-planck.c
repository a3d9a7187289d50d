/* Planck's distribution: two functions of the library per element. sizes: 300000 20 */
#include "coverage.h"

static void planck(int n, int times, double *u, double *v, double *w, double *x, double *y)
{
    u[n - 1] = 0.99 * 20.0 * v[n - 1];
    for (int l = 0; l < times; l++)
        for (int k = 0; k < n; k++) {
            y[k] = u[k] / v[k];
            w[k] = x[k] / (exp(y[k]) - 1.0);
        }
}

int main(int argc, char **argv)
{
    int n = cover_size(argc, argv, 1, 300), times = cover_size(argc, argv, 2, 4);
    double *u = cover_doubles(n, 1), *v = cover_doubles(n, 2), *w = cover_doubles(n, 3), *x = cover_doubles(n, 4), *y = cover_doubles(n, 5);
    cover_start();
    planck(n, times, u, v, w, x, y);
    cover_stop();
    cover_result(w, sizeof(double) * n);
    cover_result(y, sizeof(double) * n);
    return cover_end();
}
