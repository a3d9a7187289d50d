/* Forward substitution. sizes: 8000 */
#include "coverage.h"

static void forward(int n, double (*l)[n], double *x, const double *b)
{
    for (int i = 0; i < n; i++) {
        x[i] = b[i];
        for (int j = 0; j < i; j++)
            x[i] -= l[i][j] * x[j];
        x[i] /= l[i][i];
    }
}

int main(int argc, char **argv)
{
    int n = cover_size(argc, argv, 1, 80);
    double *l = cover_doubles((size_t)n * n, 1), *x = cover_doubles(n, 2), *b = cover_doubles(n, 3);
    for (int i = 0; i < n; i++)
        l[(size_t)i * n + i] += 4 * n;
    cover_start();
    forward(n, (double (*)[n])l, x, b);
    cover_stop();
    cover_result(x, sizeof(double) * n);
    return cover_end();
}
