/* Block tridiagonal lines as in NPB BT: 3 x 3 blocks, elimination through functions, back substitution. sizes: 48 10 */
#include "coverage.h"

#define B 3

static void times_vector(double a[B][B], double x[B], double y[B])
{
    for (int i = 0; i < B; i++)
        for (int j = 0; j < B; j++)
            y[i] -= a[i][j] * x[j];
}

static void times_matrix(double a[B][B], double b[B][B], double c[B][B])
{
    for (int i = 0; i < B; i++)
        for (int j = 0; j < B; j++)
            for (int k = 0; k < B; k++)
                c[i][j] -= a[i][k] * b[k][j];
}

static void invert_into(double d[B][B], double c[B][B], double r[B])
{
    for (int p = 0; p < B; p++) {
        double pivot = 1 / d[p][p];
        for (int n = p + 1; n < B; n++)
            d[p][n] *= pivot;
        for (int n = 0; n < B; n++)
            c[p][n] *= pivot;
        r[p] *= pivot;
        for (int i = 0; i < B; i++)
            if (i != p) {
                double coeff = d[i][p];
                for (int n = p + 1; n < B; n++)
                    d[i][n] -= coeff * d[p][n];
                for (int n = 0; n < B; n++)
                    c[i][n] -= coeff * c[p][n];
                r[i] -= coeff * r[p];
            }
    }
}

static void solve_lines(int n, double (*rhs)[n][n][B], double (*lhsa)[B][B], double (*lhsb)[B][B], double (*lhsc)[B][B],
                        const double (*u)[n][n])
{
    for (int k = 0; k < n; k++)
        for (int j = 0; j < n; j++) {
            for (int i = 0; i < n; i++)
                for (int m = 0; m < B; m++)
                    for (int l = 0; l < B; l++) {
                        lhsa[i][m][l] = -0.1 * u[k][j][i] * (m + l + 1);
                        lhsb[i][m][l] = m == l ? 6 + u[k][j][i] : 0.2 * u[k][j][i];
                        lhsc[i][m][l] = -0.1 * u[k][j][i] * (m - l + 2);
                    }
            invert_into(lhsb[0], lhsc[0], rhs[k][j][0]);
            for (int i = 1; i < n; i++) {
                times_vector(lhsa[i], rhs[k][j][i - 1], rhs[k][j][i]);
                times_matrix(lhsa[i], lhsc[i - 1], lhsb[i]);
                invert_into(lhsb[i], lhsc[i], rhs[k][j][i]);
            }
            for (int i = n - 2; i >= 0; i--)
                for (int m = 0; m < B; m++)
                    for (int l = 0; l < B; l++)
                        rhs[k][j][i][m] -= lhsc[i][m][l] * rhs[k][j][i + 1][l];
        }
}

int main(int argc, char **argv)
{
    int n = cover_size(argc, argv, 1, 12), times = cover_size(argc, argv, 2, 2);
    size_t count = (size_t)n * n * n;
    double *rhs = cover_doubles(count * B, 1), *u = cover_doubles(count, 2);
    double *a = cover_doubles((size_t)n * B * B, 3), *b = cover_doubles((size_t)n * B * B, 4), *c = cover_doubles((size_t)n * B * B, 5);
    cover_start();
    for (int t = 0; t < times; t++)
        solve_lines(n, (double (*)[n][n][B])rhs, (double (*)[B][B])a, (double (*)[B][B])b, (double (*)[B][B])c,
                    (const double (*)[n][n])u);
    cover_stop();
    cover_result(rhs, sizeof(double) * count * B);
    return cover_end();
}
