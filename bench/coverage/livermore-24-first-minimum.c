/* Where the first minimum stands. sizes: 1000000 100 */
#include "coverage.h"

static int first_minimum(int n, const double *x)
{
    int m = 0;
    for (int k = 1; k < n; k++)
        if (x[k] < x[m])
            m = k;
    return m;
}

int main(int argc, char **argv)
{
    int n = cover_size(argc, argv, 1, 500), times = cover_size(argc, argv, 2, 5), m = 0;
    double *x = cover_doubles(n, 1);
    cover_start();
    for (int l = 0; l < times; l++) {
        m = first_minimum(n, x);
        x[m] += 1;
    }
    cover_stop();
    cover_result(&m, sizeof m);
    return cover_end();
}
