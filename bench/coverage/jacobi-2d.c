/* A plate, five points, from one array to the other and back. sizes: 2000 100 */
#include "coverage.h"

static void jacobi(int n, int steps, double (*a)[n], double (*b)[n])
{
    int t, i, j;
    for (t = 0; t < steps; t++) {
        for (i = 1; i < n - 1; i++)
            for (j = 1; j < n - 1; j++)
                b[i][j] = 0.2 * (a[i][j] + a[i][j - 1] + a[i][j + 1] + a[i + 1][j] + a[i - 1][j]);
        for (i = 1; i < n - 1; i++)
            for (j = 1; j < n - 1; j++)
                a[i][j] = 0.2 * (b[i][j] + b[i][j - 1] + b[i][j + 1] + b[i + 1][j] + b[i - 1][j]);
    }
}

int main(int argc, char **argv)
{
    int n = cover_size(argc, argv, 1, 50), steps = cover_size(argc, argv, 2, 15);
    size_t count = (size_t)n * n;
    double *a = cover_doubles(count, 1), *b = cover_doubles(count, 2);
    cover_start();
    jacobi(n, steps, (double (*)[n])a, (double (*)[n])b);
    cover_stop();
    cover_result(a, sizeof(double) * count);
    cover_result(b, sizeof(double) * count);
    return cover_end();
}
