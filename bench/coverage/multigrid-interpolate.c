/* A coarse grid interpolated into a fine one and added to it, by parity of the points. sizes: 1001 20 */
#include "coverage.h"

static void interpolate(int m, int n, const double (*coarse)[m], double (*fine)[n])
{
    for (int i = 0; i < m - 1; i++)
        for (int j = 0; j < m - 1; j++) {
            fine[2 * i][2 * j] += coarse[i][j];
            fine[2 * i + 1][2 * j] += 0.5 * (coarse[i][j] + coarse[i + 1][j]);
            fine[2 * i][2 * j + 1] += 0.5 * (coarse[i][j] + coarse[i][j + 1]);
            fine[2 * i + 1][2 * j + 1] += 0.25 * (coarse[i][j] + coarse[i + 1][j] + coarse[i][j + 1] + coarse[i + 1][j + 1]);
        }
}

int main(int argc, char **argv)
{
    int n = cover_size(argc, argv, 1, 41), times = cover_size(argc, argv, 2, 3), m = (n + 1) / 2;
    double *fine = cover_doubles((size_t)n * n, 1), *coarse = cover_doubles((size_t)m * m, 2);
    cover_start();
    for (int t = 0; t < times; t++)
        interpolate(m, n, (const double (*)[m])coarse, (double (*)[n])fine);
    cover_stop();
    cover_result(fine, sizeof(double) * n * n);
    return cover_end();
}
