/* Red and black Gauss-Seidel, then the residual restricted to a coarse grid. sizes: 1001 30 */
#include "coverage.h"

static void smooth(int n, int times, double h2, double (*u)[n], double (*f)[n])
{
    for (int s = 0; s < times; s++)
        for (int color = 0; color < 2; color++)
            for (int i = 1; i < n - 1; i++)
                for (int j = 1 + (i + color) % 2; j < n - 1; j += 2)
                    u[i][j] = 0.25 * (u[i - 1][j] + u[i + 1][j] + u[i][j - 1] + u[i][j + 1] + h2 * f[i][j]);
}

static void restrict_residual(int n, double h2, double (*u)[n], double (*f)[n], double (*res)[n], int m, double (*coarse)[m])
{
    for (int i = 1; i < n - 1; i++)
        for (int j = 1; j < n - 1; j++)
            res[i][j] = f[i][j] + (u[i - 1][j] + u[i + 1][j] + u[i][j - 1] + u[i][j + 1] - 4 * u[i][j]) / h2;
    for (int i = 1; i < m - 1; i++)
        for (int j = 1; j < m - 1; j++)
            coarse[i][j] = 0.25 * res[2 * i][2 * j]
                         + 0.125 * (res[2 * i - 1][2 * j] + res[2 * i + 1][2 * j] + res[2 * i][2 * j - 1] + res[2 * i][2 * j + 1])
                         + 0.0625 * (res[2 * i - 1][2 * j - 1] + res[2 * i - 1][2 * j + 1] + res[2 * i + 1][2 * j - 1]
                                     + res[2 * i + 1][2 * j + 1]);
}

int main(int argc, char **argv)
{
    int n = cover_size(argc, argv, 1, 41), times = cover_size(argc, argv, 2, 4), m = (n + 1) / 2;
    size_t count = (size_t)n * n;
    double *u = cover_doubles(count, 1), *f = cover_doubles(count, 2), *res = cover_doubles(count, 3);
    double *coarse = cover_doubles((size_t)m * m, 4);
    cover_start();
    smooth(n, times, 0.01, (double (*)[n])u, (double (*)[n])f);
    restrict_residual(n, 0.01, (double (*)[n])u, (double (*)[n])f, (double (*)[n])res, m, (double (*)[m])coarse);
    cover_stop();
    cover_result(u, sizeof(double) * count);
    cover_result(coarse, sizeof(double) * m * m);
    return cover_end();
}
