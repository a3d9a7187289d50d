/* Scalar pentadiagonal lines as in NPB SP: elimination of two diagonals, back substitution. sizes: 80 10 */
#include "coverage.h"

#define MOST 100
static double lhs[MOST][MOST][MOST][5], rhs[MOST][MOST][MOST][3];

static void x_solve(int n)
{
    int i, i1, i2, j, k, m;
    double fac;

    for (k = 1; k <= n - 2; k++)
        for (j = 1; j <= n - 2; j++) {
            for (i = 0; i <= n - 3; i++) {
                i1 = i + 1;
                i2 = i + 2;
                fac = 1.0 / lhs[k][j][i][2];
                lhs[k][j][i][3] = fac * lhs[k][j][i][3];
                lhs[k][j][i][4] = fac * lhs[k][j][i][4];
                for (m = 0; m < 3; m++)
                    rhs[k][j][i][m] = fac * rhs[k][j][i][m];
                lhs[k][j][i1][2] -= lhs[k][j][i1][1] * lhs[k][j][i][3];
                lhs[k][j][i1][3] -= lhs[k][j][i1][1] * lhs[k][j][i][4];
                for (m = 0; m < 3; m++)
                    rhs[k][j][i1][m] -= lhs[k][j][i1][1] * rhs[k][j][i][m];
                lhs[k][j][i2][1] -= lhs[k][j][i2][0] * lhs[k][j][i][3];
                lhs[k][j][i2][2] -= lhs[k][j][i2][0] * lhs[k][j][i][4];
                for (m = 0; m < 3; m++)
                    rhs[k][j][i2][m] -= lhs[k][j][i2][0] * rhs[k][j][i][m];
            }
            for (i = n - 3; i >= 0; i--) {
                i1 = i + 1;
                i2 = i + 2;
                for (m = 0; m < 3; m++)
                    rhs[k][j][i][m] = rhs[k][j][i][m] - lhs[k][j][i][3] * rhs[k][j][i1][m] - lhs[k][j][i][4] * rhs[k][j][i2][m];
            }
        }
}

int main(int argc, char **argv)
{
    int n = cover_size(argc, argv, 1, 12), times = cover_size(argc, argv, 2, 2);
    if (n > MOST)
        n = MOST;
    bench_fill_double(&lhs[0][0][0][0], sizeof lhs / sizeof(double), 1);
    bench_fill_double(&rhs[0][0][0][0], sizeof rhs / sizeof(double), 2);
    for (int k = 0; k < MOST; k++)
        for (int j = 0; j < MOST; j++)
            for (int i = 0; i < MOST; i++)
                lhs[k][j][i][2] += 10;
    cover_start();
    for (int t = 0; t < times; t++)
        x_solve(n);
    cover_stop();
    cover_result(rhs, sizeof rhs);
    return cover_end();
}
