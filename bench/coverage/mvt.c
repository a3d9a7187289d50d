/* A matrix and its transpose, each times a vector. sizes: 6000 */
#include "coverage.h"

static void mvt(int n, double (*restrict a)[n], double *restrict x1, double *restrict x2, double *restrict y1, double *restrict y2)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            x1[i] += a[i][j] * y1[j];
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            x2[i] += a[j][i] * y2[j];
}

int main(int argc, char **argv)
{
    int n = cover_size(argc, argv, 1, 60);
    double *a = cover_doubles((size_t)n * n, 1), *x1 = cover_doubles(n, 2), *x2 = cover_doubles(n, 3);
    double *y1 = cover_doubles(n, 4), *y2 = cover_doubles(n, 5);
    cover_start();
    mvt(n, (double (*)[n])a, x1, x2, y1, y2);
    cover_stop();
    cover_result(x1, sizeof(double) * n);
    cover_result(x2, sizeof(double) * n);
    return cover_end();
}
