/* A symmetric matrix, of which the lower half is stored, times another. sizes: 900 1000 */
#include "coverage.h"

static void symm(int m, int n, double alpha, double beta, double (*c)[n], double (*a)[m], double (*b)[n])
{
    for (int i = 0; i < m; i++)
        for (int j = 0; j < n; j++) {
            double sum = 0;
            for (int k = 0; k < i; k++) {
                c[k][j] += alpha * b[i][j] * a[i][k];
                sum += b[k][j] * a[i][k];
            }
            c[i][j] = beta * c[i][j] + alpha * b[i][j] * a[i][i] + alpha * sum;
        }
}

int main(int argc, char **argv)
{
    int m = cover_size(argc, argv, 1, 36), n = cover_size(argc, argv, 2, 40);
    double *c = cover_doubles((size_t)m * n, 1), *a = cover_doubles((size_t)m * m, 2), *b = cover_doubles((size_t)m * n, 3);
    cover_start();
    symm(m, n, 1.5, 1.2, (double (*)[n])c, (double (*)[m])a, (double (*)[n])b);
    cover_stop();
    cover_result(c, sizeof(double) * m * n);
    return cover_end();
}
