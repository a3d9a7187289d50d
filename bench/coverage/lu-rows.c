/* LU factorisation row by row, in place: sums over what is ready, then a division. sizes: 1500 */
#include "coverage.h"

static void lu(int n, double (*a)[n])
{
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < i; j++) {
            for (int k = 0; k < j; k++)
                a[i][j] -= a[i][k] * a[k][j];
            a[i][j] /= a[j][j];
        }
        for (int j = i; j < n; j++)
            for (int k = 0; k < i; k++)
                a[i][j] -= a[i][k] * a[k][j];
    }
}

int main(int argc, char **argv)
{
    int n = cover_size(argc, argv, 1, 50);
    double *a = cover_doubles((size_t)n * n, 1);
    for (int i = 0; i < n; i++)
        a[(size_t)i * n + i] += 4 * n;
    cover_start();
    lu(n, (double (*)[n])a);
    cover_stop();
    cover_result(a, sizeof(double) * n * n);
    return cover_end();
}
