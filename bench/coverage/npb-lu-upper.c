/* The upper triangular sweep of SSOR, downwards, three unknowns, global arrays. sizes: 96 20 */
#include "coverage.h"

#define MOST 96
static double v[MOST][MOST][MOST][3];
static double du[3][3], c[3][3];

static void upper(int n, double omega)
{
    int i, j, k, m;
    double tv0, tv1, tv2;

    for (k = n - 2; k >= 1; k--) {
        for (j = n - 2; j >= 1; j--) {
            for (i = n - 2; i >= 1; i--) {
                tv0 = omega * (du[0][0] * v[k + 1][j][i][0] + du[0][1] * v[k][j + 1][i][1] + du[0][2] * v[k][j][i + 1][2]);
                tv1 = omega * (du[1][0] * v[k + 1][j][i][1] + du[1][1] * v[k][j + 1][i][2] + du[1][2] * v[k][j][i + 1][0]);
                tv2 = omega * (du[2][0] * v[k + 1][j][i][2] + du[2][1] * v[k][j + 1][i][0] + du[2][2] * v[k][j][i + 1][1]);
                tv2 = tv2 / c[2][2];
                tv1 = (tv1 - c[1][2] * tv2) / c[1][1];
                tv0 = (tv0 - c[0][1] * tv1 - c[0][2] * tv2) / c[0][0];
                v[k][j][i][0] -= tv0;
                v[k][j][i][1] -= tv1;
                v[k][j][i][2] -= tv2;
            }
        }
    }
    for (m = 0; m < 3; m++)
        du[m][m] *= 0.99;
}

int main(int argc, char **argv)
{
    int n = cover_size(argc, argv, 1, 14), times = cover_size(argc, argv, 2, 2);
    if (n > MOST)
        n = MOST;
    bench_fill_double(&v[0][0][0][0], sizeof v / sizeof(double), 1);
    bench_fill_double(&du[0][0], 9, 2);
    bench_fill_double(&c[0][0], 9, 3);
    for (int m = 0; m < 3; m++)
        c[m][m] += 8;
    cover_start();
    for (int t = 0; t < times; t++)
        upper(n, 1.1);
    cover_stop();
    cover_result(v, sizeof v);
    return cover_end();
}
