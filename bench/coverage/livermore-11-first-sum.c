/* Partial sums. sizes: 1000000 100 */
#include "coverage.h"

static void first_sum(int n, int times, double *restrict x, const double *restrict y)
{
    for (int l = 0; l < times; l++) {
        x[0] = y[0];
        for (int k = 1; k < n; k++)
            x[k] = x[k - 1] + y[k];
    }
}

int main(int argc, char **argv)
{
    int n = cover_size(argc, argv, 1, 500), times = cover_size(argc, argv, 2, 5);
    double *x = cover_doubles(n, 1), *y = cover_doubles(n, 2);
    cover_start();
    first_sum(n, times, x, y);
    cover_stop();
    cover_result(x, sizeof(double) * n);
    return cover_end();
}
