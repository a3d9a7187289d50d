/* Two products in a row, with sums in the innermost loop: D = alpha A B C + beta D. sizes: 700 750 800 850 */
#include "coverage.h"

static void two_products(int ni, int nj, int nk, int nl, double alpha, double beta, double tmp[ni][nj],
                         double A[ni][nk], double B[nk][nj], double C[nj][nl], double D[ni][nl])
{
    int i, j, k;

    for (i = 0; i < ni; i++)
        for (j = 0; j < nj; j++) {
            tmp[i][j] = 0.0;
            for (k = 0; k < nk; k++)
                tmp[i][j] += alpha * A[i][k] * B[k][j];
        }
    for (i = 0; i < ni; i++)
        for (j = 0; j < nl; j++) {
            D[i][j] *= beta;
            for (k = 0; k < nj; k++)
                D[i][j] += tmp[i][k] * C[k][j];
        }
}

int main(int argc, char **argv)
{
    int ni = cover_size(argc, argv, 1, 24), nj = cover_size(argc, argv, 2, 26);
    int nk = cover_size(argc, argv, 3, 28), nl = cover_size(argc, argv, 4, 30);
    double *tmp = cover_doubles((size_t)ni * nj, 1), *A = cover_doubles((size_t)ni * nk, 2);
    double *B = cover_doubles((size_t)nk * nj, 3), *C = cover_doubles((size_t)nj * nl, 4);
    double *D = cover_doubles((size_t)ni * nl, 5);
    cover_start();
    two_products(ni, nj, nk, nl, 1.5, 1.2, (void *)tmp, (void *)A, (void *)B, (void *)C, (void *)D);
    cover_stop();
    cover_result(tmp, sizeof(double) * ni * nj);
    cover_result(D, sizeof(double) * ni * nl);
    return cover_end();
}
