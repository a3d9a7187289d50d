/* The right side of NPB LU in one direction: fluxes of a line, differences, artificial damping. sizes: 80 10 */
#include "coverage.h"

static void right_side(int n, double (*restrict rsd)[n][n][5], const double (*restrict u)[n][n][5], double (*restrict flux)[5])
{
    const double tx = 0.3, damping = 0.25;
    for (int k = 1; k < n - 1; k++)
        for (int j = 1; j < n - 1; j++) {
            for (int i = 0; i < n; i++) {
                double u21 = u[k][j][i][1] / u[k][j][i][0];
                double q = 0.5 * (u[k][j][i][1] * u[k][j][i][1] + u[k][j][i][2] * u[k][j][i][2] + u[k][j][i][3] * u[k][j][i][3])
                         / u[k][j][i][0];
                flux[i][0] = u[k][j][i][1];
                flux[i][1] = u[k][j][i][1] * u21 + 0.4 * (u[k][j][i][4] - q);
                flux[i][2] = u[k][j][i][2] * u21;
                flux[i][3] = u[k][j][i][3] * u21;
                flux[i][4] = (1.4 * u[k][j][i][4] - 0.4 * q) * u21;
            }
            for (int i = 1; i < n - 1; i++)
                for (int m = 0; m < 5; m++)
                    rsd[k][j][i][m] -= tx * (flux[i + 1][m] - flux[i - 1][m]);
            for (int m = 0; m < 5; m++) {
                rsd[k][j][1][m] -= damping * (5 * u[k][j][1][m] - 4 * u[k][j][2][m] + u[k][j][3][m]);
                rsd[k][j][2][m] -= damping * (-4 * u[k][j][1][m] + 6 * u[k][j][2][m] - 4 * u[k][j][3][m] + u[k][j][4][m]);
            }
            for (int i = 3; i < n - 3; i++)
                for (int m = 0; m < 5; m++)
                    rsd[k][j][i][m] -= damping * (u[k][j][i - 2][m] - 4 * u[k][j][i - 1][m] + 6 * u[k][j][i][m]
                                                  - 4 * u[k][j][i + 1][m] + u[k][j][i + 2][m]);
        }
}

int main(int argc, char **argv)
{
    int n = cover_size(argc, argv, 1, 12), times = cover_size(argc, argv, 2, 2);
    size_t count = (size_t)n * n * n * 5;
    double *rsd = cover_doubles(count, 1), *u = cover_doubles(count, 2), *flux = cover_doubles((size_t)n * 5, 3);
    cover_start();
    for (int t = 0; t < times; t++)
        right_side(n, (double (*)[n][n][5])rsd, (const double (*)[n][n][5])u, (double (*)[5])flux);
    cover_stop();
    cover_result(rsd, sizeof(double) * count);
    return cover_end();
}
