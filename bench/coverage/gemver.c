/* A matrix changed by two outer products, and two products of vectors with it. sizes: 5000 */
#include "coverage.h"

static void gemver(int n, double alpha, double beta, double A[n][n], double u1[n], double v1[n], double u2[n], double v2[n],
                   double w[n], double x[n], double y[n], double z[n])
{
    int i, j;

    for (i = 0; i < n; i++)
        for (j = 0; j < n; j++)
            A[i][j] += u1[i] * v1[j] + u2[i] * v2[j];
    for (i = 0; i < n; i++)
        for (j = 0; j < n; j++)
            x[i] += beta * A[j][i] * y[j];
    for (i = 0; i < n; i++)
        x[i] += z[i];
    for (i = 0; i < n; i++)
        for (j = 0; j < n; j++)
            w[i] += alpha * A[i][j] * x[j];
}

int main(int argc, char **argv)
{
    int n = cover_size(argc, argv, 1, 60);
    double *A = cover_doubles((size_t)n * n, 1), *u1 = cover_doubles(n, 2), *v1 = cover_doubles(n, 3);
    double *u2 = cover_doubles(n, 4), *v2 = cover_doubles(n, 5), *w = cover_doubles(n, 6), *x = cover_doubles(n, 7);
    double *y = cover_doubles(n, 8), *z = cover_doubles(n, 9);
    cover_start();
    gemver(n, 1.5, 1.2, (void *)A, u1, v1, u2, v2, w, x, y, z);
    cover_stop();
    cover_result(A, sizeof(double) * n * n);
    cover_result(x, sizeof(double) * n);
    cover_result(w, sizeof(double) * n);
    return cover_end();
}
