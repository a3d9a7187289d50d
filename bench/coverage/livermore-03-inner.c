/* An inner product. sizes: 1000000 100 */
#include "coverage.h"

static double inner(int n, const double *x, const double *z)
{
    double q = 0;
    for (int k = 0; k < n; k++)
        q += z[k] * x[k];
    return q;
}

int main(int argc, char **argv)
{
    int n = cover_size(argc, argv, 1, 500), times = cover_size(argc, argv, 2, 5);
    double *x = cover_doubles(n, 1), *z = cover_doubles(n, 2), q = 0;
    cover_start();
    for (int l = 0; l < times; l++) {
        q = inner(n, x, z);
        x[l % n] = 1 / q;
    }
    cover_stop();
    cover_result(&q, sizeof q);
    return cover_end();
}
