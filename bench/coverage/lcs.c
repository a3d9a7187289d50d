/* The longest common subsequence of two texts, its first row and column set inside. sizes: 8000 8000 */
#include "coverage.h"

static int lcs(int n, int m, const char *x, const char *y, int (*c)[m + 1])
{
    for (int i = 0; i <= n; i++)
        for (int j = 0; j <= m; j++) {
            if (i == 0 || j == 0)
                c[i][j] = 0;
            else if (x[i - 1] == y[j - 1])
                c[i][j] = c[i - 1][j - 1] + 1;
            else
                c[i][j] = c[i - 1][j] > c[i][j - 1] ? c[i - 1][j] : c[i][j - 1];
        }
    return c[n][m];
}

int main(int argc, char **argv)
{
    int n = cover_size(argc, argv, 1, 80), m = cover_size(argc, argv, 2, 90);
    char *x = bench_alloc(n), *y = bench_alloc(m);
    int *c = cover_ints((size_t)(n + 1) * (m + 1), 1, 9);
    bench_fill_bases(x, n, 2);
    bench_fill_bases(y, m, 3);
    cover_start();
    lcs(n, m, x, y, (int (*)[m + 1])c);
    cover_stop();
    cover_result(c, sizeof(int) * (n + 1) * (m + 1));
    return cover_end();
}
