/* Tridiagonal systems along the second index, many at a time, in place. sizes: 1500 1500 10 */
#include "coverage.h"

static void thomas(int n, int m, const double (*a)[m], const double (*b)[m], double (*c)[m], double (*d)[m])
{
    for (int i = 0; i < n; i++) {
        c[i][0] /= b[i][0];
        d[i][0] /= b[i][0];
        for (int j = 1; j < m; j++) {
            double scale = 1 / (b[i][j] - a[i][j] * c[i][j - 1]);
            c[i][j] *= scale;
            d[i][j] = (d[i][j] - a[i][j] * d[i][j - 1]) * scale;
        }
        for (int j = m - 2; j >= 0; j--)
            d[i][j] -= c[i][j] * d[i][j + 1];
    }
}

int main(int argc, char **argv)
{
    int n = cover_size(argc, argv, 1, 40), m = cover_size(argc, argv, 2, 44), times = cover_size(argc, argv, 3, 2);
    size_t count = (size_t)n * m;
    double *a = cover_doubles(count, 1), *b = cover_doubles(count, 2), *c = cover_doubles(count, 3), *d = cover_doubles(count, 4);
    for (size_t i = 0; i < count; i++)
        b[i] += 4;
    cover_start();
    for (int t = 0; t < times; t++)
        thomas(n, m, (const double (*)[m])a, (const double (*)[m])b, (double (*)[m])c, (double (*)[m])d);
    cover_stop();
    cover_result(c, sizeof(double) * count);
    cover_result(d, sizeof(double) * count);
    return cover_end();
}
