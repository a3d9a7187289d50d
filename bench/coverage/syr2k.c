/* A symmetric update of rank 2k, lower half. sizes: 900 1000 */
#include "coverage.h"

static void syr2k(int n, int m, double alpha, double beta, double C[n][n], double A[n][m], double B[n][m])
{
    int i, j, k;
    for (i = 0; i < n; i++) {
        for (j = 0; j <= i; j++)
            C[i][j] *= beta;
        for (k = 0; k < m; k++)
            for (j = 0; j <= i; j++)
                C[i][j] += A[j][k] * alpha * B[i][k] + B[j][k] * alpha * A[i][k];
    }
}

int main(int argc, char **argv)
{
    int n = cover_size(argc, argv, 1, 40), m = cover_size(argc, argv, 2, 36);
    double *C = cover_doubles((size_t)n * n, 1), *A = cover_doubles((size_t)n * m, 2), *B = cover_doubles((size_t)n * m, 3);
    cover_start();
    syr2k(n, m, 1.5, 1.2, (void *)C, (void *)A, (void *)B);
    cover_stop();
    cover_result(C, sizeof(double) * n * n);
    return cover_end();
}
