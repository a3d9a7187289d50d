/* The residual of NPB MG: 27 points, partial sums of a line in two local arrays. sizes: 130 20 */
#include "coverage.h"

#define LINE 1024

static void residual(int n, double (*restrict r)[n][n], const double (*restrict u)[n][n], const double (*restrict v)[n][n])
{
    static const double a[4] = {-8.0 / 3.0, 0.0, 1.0 / 6.0, 1.0 / 12.0};
    double u1[LINE], u2[LINE];

    for (int k = 1; k < n - 1; k++)
        for (int j = 1; j < n - 1; j++) {
            for (int i = 0; i < n; i++) {
                u1[i] = u[k][j - 1][i] + u[k][j + 1][i] + u[k - 1][j][i] + u[k + 1][j][i];
                u2[i] = u[k - 1][j - 1][i] + u[k - 1][j + 1][i] + u[k + 1][j - 1][i] + u[k + 1][j + 1][i];
            }
            for (int i = 1; i < n - 1; i++)
                r[k][j][i] = v[k][j][i] - a[0] * u[k][j][i] - a[2] * (u2[i] + u1[i - 1] + u1[i + 1])
                           - a[3] * (u2[i - 1] + u2[i + 1]);
        }
}

int main(int argc, char **argv)
{
    int n = cover_size(argc, argv, 1, 20), times = cover_size(argc, argv, 2, 2);
    size_t count = (size_t)n * n * n;
    double *r = cover_doubles(count, 1), *u = cover_doubles(count, 2), *v = cover_doubles(count, 3);
    if (n > LINE)
        return 1;
    cover_start();
    for (int t = 0; t < times; t++)
        residual(n, (double (*)[n][n])r, (const double (*)[n][n])u, (const double (*)[n][n])v);
    cover_stop();
    cover_result(r, sizeof(double) * count);
    return cover_end();
}
