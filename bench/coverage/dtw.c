/* Dynamic time warping of two series, a border of infinities, fmin. sizes: 6000 6000 */
#include "coverage.h"

static double dtw(int n, int m, const double *a, const double *b, double (*cost)[m + 1])
{
    for (int i = 0; i <= n; i++)
        cost[i][0] = INFINITY;
    for (int j = 0; j <= m; j++)
        cost[0][j] = INFINITY;
    cost[0][0] = 0;
    for (int i = 1; i <= n; i++)
        for (int j = 1; j <= m; j++)
            cost[i][j] = fabs(a[i - 1] - b[j - 1]) + fmin(fmin(cost[i - 1][j], cost[i][j - 1]), cost[i - 1][j - 1]);
    return cost[n][m];
}

int main(int argc, char **argv)
{
    int n = cover_size(argc, argv, 1, 60), m = cover_size(argc, argv, 2, 70);
    double *a = cover_doubles(n, 1), *b = cover_doubles(m, 2), *cost = cover_doubles((size_t)(n + 1) * (m + 1), 3);
    cover_start();
    double least = dtw(n, m, a, b, (double (*)[m + 1])cost);
    cover_stop();
    cover_result(&least, sizeof least);
    cover_result(cost, sizeof(double) * (n + 1) * (m + 1));
    return cover_end();
}
