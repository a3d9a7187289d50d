/* A unit triangular matrix, transposed, times another in place. sizes: 900 1000 */
#include "coverage.h"

static void trmm(int m, int n, double alpha, double a[m][m], double b[m][n])
{
    for (int i = 0; i < m; i++)
        for (int j = 0; j < n; j++) {
            for (int k = i + 1; k < m; k++)
                b[i][j] += a[k][i] * b[k][j];
            b[i][j] *= alpha;
        }
}

int main(int argc, char **argv)
{
    int m = cover_size(argc, argv, 1, 36), n = cover_size(argc, argv, 2, 40);
    double *a = cover_doubles((size_t)m * m, 1), *b = cover_doubles((size_t)m * n, 2);
    cover_start();
    trmm(m, n, 1.5, (void *)a, (void *)b);
    cover_stop();
    cover_result(b, sizeof(double) * m * n);
    return cover_end();
}
