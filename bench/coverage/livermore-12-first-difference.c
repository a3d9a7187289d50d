/* First differences of a global array. sizes: 1000000 200 */
#include "coverage.h"

#define MOST 2000000
static double x[MOST], y[MOST + 1];

static void first_difference(int n)
{
    for (int k = 0; k < n; k++)
        x[k] = y[k + 1] - y[k];
}

int main(int argc, char **argv)
{
    int n = cover_size(argc, argv, 1, 500), times = cover_size(argc, argv, 2, 5);
    bench_fill_double(y, n + 1, 1);
    cover_start();
    for (int l = 0; l < times; l++) {
        first_difference(n);
        y[l % n] = x[l % n];
    }
    cover_stop();
    cover_result(x, sizeof(double) * n);
    return cover_end();
}
