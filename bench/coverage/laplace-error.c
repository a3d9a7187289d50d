/* Laplace's equation from one array into another, the largest error by fmax, until it is small. sizes: 1000 100 */
#include "coverage.h"

static int laplace(int n, int most, double tolerance, double (*a)[n], double (*next)[n])
{
    double error = 1;
    int iter = 0;
    while (error > tolerance && iter < most) {
        error = 0;
        for (int j = 1; j < n - 1; j++)
            for (int i = 1; i < n - 1; i++) {
                next[j][i] = 0.25 * (a[j][i + 1] + a[j][i - 1] + a[j - 1][i] + a[j + 1][i]);
                error = fmax(error, fabs(next[j][i] - a[j][i]));
            }
        for (int j = 1; j < n - 1; j++)
            for (int i = 1; i < n - 1; i++)
                a[j][i] = next[j][i];
        iter++;
    }
    return iter;
}

int main(int argc, char **argv)
{
    int n = cover_size(argc, argv, 1, 40), most = cover_size(argc, argv, 2, 20);
    double *a = cover_doubles((size_t)n * n, 1), *next = cover_doubles((size_t)n * n, 2);
    cover_start();
    int iter = laplace(n, most, 1e-6, (double (*)[n])a, (double (*)[n])next);
    cover_stop();
    cover_result(&iter, sizeof iter);
    cover_result(a, sizeof(double) * n * n);
    return cover_end();
}
