/* Cholesky factorisation in place, row by row. sizes: 1500 */
#include "coverage.h"

static void cholesky(int n, double a[n][n])
{
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < i; j++) {
            for (int k = 0; k < j; k++)
                a[i][j] -= a[i][k] * a[j][k];
            a[i][j] /= a[j][j];
        }
        for (int k = 0; k < i; k++)
            a[i][i] -= a[i][k] * a[i][k];
        a[i][i] = sqrt(a[i][i]);
    }
}

int main(int argc, char **argv)
{
    int n = cover_size(argc, argv, 1, 50);
    double *a = cover_doubles((size_t)n * n, 1);
    for (int i = 0; i < n; i++)
        a[(size_t)i * n + i] += 4 * n;
    cover_start();
    cholesky(n, (void *)a);
    cover_stop();
    cover_result(a, sizeof(double) * n * n);
    return cover_end();
}
