/* The sum of two matrices times one vector, each product in a scalar. sizes: 5000 */
#include "coverage.h"

static void gesummv(int n, double alpha, double beta, const double *restrict a, const double *restrict b,
                    const double *restrict x, double *restrict y)
{
    for (int i = 0; i < n; i++) {
        double left = 0, right = 0;
        for (int j = 0; j < n; j++) {
            left += a[i * n + j] * x[j];
            right += b[i * n + j] * x[j];
        }
        y[i] = alpha * left + beta * right;
    }
}

int main(int argc, char **argv)
{
    int n = cover_size(argc, argv, 1, 60);
    double *a = cover_doubles((size_t)n * n, 1), *b = cover_doubles((size_t)n * n, 2);
    double *x = cover_doubles(n, 3), *y = cover_doubles(n, 4);
    cover_start();
    gesummv(n, 1.5, 1.2, a, b, x, y);
    cover_stop();
    cover_result(y, sizeof(double) * n);
    return cover_end();
}
