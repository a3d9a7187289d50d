/* Heat in a cube, seven points, from one array to the other and back. sizes: 200 50 */
#include "coverage.h"

static void heat(int n, int steps, double (*a)[n][n], double (*b)[n][n])
{
    for (int t = 0; t < steps; t++) {
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++)
                for (int k = 1; k < n - 1; k++)
                    b[i][j][k] = 0.125 * (a[i + 1][j][k] - 2 * a[i][j][k] + a[i - 1][j][k])
                               + 0.125 * (a[i][j + 1][k] - 2 * a[i][j][k] + a[i][j - 1][k])
                               + 0.125 * (a[i][j][k + 1] - 2 * a[i][j][k] + a[i][j][k - 1]) + a[i][j][k];
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++)
                for (int k = 1; k < n - 1; k++)
                    a[i][j][k] = 0.125 * (b[i + 1][j][k] - 2 * b[i][j][k] + b[i - 1][j][k])
                               + 0.125 * (b[i][j + 1][k] - 2 * b[i][j][k] + b[i][j - 1][k])
                               + 0.125 * (b[i][j][k + 1] - 2 * b[i][j][k] + b[i][j][k - 1]) + b[i][j][k];
    }
}

int main(int argc, char **argv)
{
    int n = cover_size(argc, argv, 1, 20), steps = cover_size(argc, argv, 2, 8);
    size_t count = (size_t)n * n * n;
    double *a = cover_doubles(count, 1), *b = cover_doubles(count, 2);
    cover_start();
    heat(n, steps, (double (*)[n][n])a, (double (*)[n][n])b);
    cover_stop();
    cover_result(a, sizeof(double) * count);
    cover_result(b, sizeof(double) * count);
    return cover_end();
}
