/* Alternating directions: a tridiagonal solve along each column, then along each row, per step. sizes: 1000 30 */
#include "coverage.h"

static void adi(int n, int steps, double (*u)[n], double (*v)[n], double (*p)[n], double (*q)[n])
{
    double mx = 2.0 * n * n / steps, my = 1.0 * n * n / steps;
    double a = -mx / 2, b = 1 + mx, c = a, d = -my / 2, e = 1 + my, f = d;

    for (int t = 0; t < steps; t++) {
        for (int i = 1; i < n - 1; i++) {
            v[0][i] = 1;
            p[i][0] = 0;
            q[i][0] = v[0][i];
            for (int j = 1; j < n - 1; j++) {
                p[i][j] = -c / (a * p[i][j - 1] + b);
                q[i][j] = (-d * u[j][i - 1] + (1 + 2 * d) * u[j][i] - f * u[j][i + 1] - a * q[i][j - 1])
                        / (a * p[i][j - 1] + b);
            }
            v[n - 1][i] = 1;
            for (int j = n - 2; j >= 1; j--)
                v[j][i] = p[i][j] * v[j + 1][i] + q[i][j];
        }
        for (int i = 1; i < n - 1; i++) {
            u[i][0] = 1;
            p[i][0] = 0;
            q[i][0] = u[i][0];
            for (int j = 1; j < n - 1; j++) {
                p[i][j] = -f / (d * p[i][j - 1] + e);
                q[i][j] = (-a * v[i - 1][j] + (1 + 2 * a) * v[i][j] - c * v[i + 1][j] - d * q[i][j - 1])
                        / (d * p[i][j - 1] + e);
            }
            u[i][n - 1] = 1;
            for (int j = n - 2; j >= 1; j--)
                u[i][j] = p[i][j] * u[i][j + 1] + q[i][j];
        }
    }
}

int main(int argc, char **argv)
{
    int n = cover_size(argc, argv, 1, 40), steps = cover_size(argc, argv, 2, 8);
    size_t count = (size_t)n * n;
    double *u = cover_doubles(count, 1), *v = cover_doubles(count, 2), *p = cover_doubles(count, 3), *q = cover_doubles(count, 4);
    cover_start();
    adi(n, steps, (double (*)[n])u, (double (*)[n])v, (double (*)[n])p, (double (*)[n])q);
    cover_stop();
    cover_result(u, sizeof(double) * count);
    cover_result(v, sizeof(double) * count);
    return cover_end();
}
