/* LU factorisation without pivots, in place, eliminating below each diagonal element. sizes: 1500 */
#include "coverage.h"

static void lu(int n, double (*a)[n])
{
    for (int k = 0; k < n; k++) {
        for (int i = k + 1; i < n; i++)
            a[i][k] /= a[k][k];
        for (int i = k + 1; i < n; i++)
            for (int j = k + 1; j < n; j++)
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
