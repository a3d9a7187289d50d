/* A rod, three points, from one array to the other and back. sizes: 1000000 200 */
#include "coverage.h"

static void jacobi(int n, int steps, double *restrict a, double *restrict b)
{
    for (int t = 0; t < steps; t++) {
        for (int i = 1; i < n - 1; i++)
            b[i] = 0.33333 * (a[i - 1] + a[i] + a[i + 1]);
        for (int i = 1; i < n - 1; i++)
            a[i] = 0.33333 * (b[i - 1] + b[i] + b[i + 1]);
    }
}

int main(int argc, char **argv)
{
    int n = cover_size(argc, argv, 1, 300), steps = cover_size(argc, argv, 2, 30);
    double *a = cover_doubles(n, 1), *b = cover_doubles(n, 2);
    cover_start();
    jacobi(n, steps, a, b);
    cover_stop();
    cover_result(a, sizeof(double) * n);
    cover_result(b, sizeof(double) * n);
    return cover_end();
}
