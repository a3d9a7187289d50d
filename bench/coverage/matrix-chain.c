/* The cheapest order of a chain of matrix products: by length, then by start. sizes: 1200 */
#include "coverage.h"

static void chain(int n, const long *dims, long (*cost)[n])
{
    for (int i = 0; i < n; i++)
        cost[i][i] = 0;
    for (int len = 1; len < n; len++)
        for (int i = 0; i < n - len; i++) {
            int j = i + len;
            cost[i][j] = 1L << 60;
            for (int k = i; k < j; k++) {
                long q = cost[i][k] + cost[k + 1][j] + dims[i] * dims[k + 1] * dims[j + 1];
                if (q < cost[i][j])
                    cost[i][j] = q;
            }
        }
}

int main(int argc, char **argv)
{
    int n = cover_size(argc, argv, 1, 60);
    int *sizes = cover_ints(n + 1, 1, 90);
    long *dims = bench_alloc(sizeof(long) * (n + 1)), *cost = bench_alloc(sizeof(long) * n * n);
    for (int i = 0; i <= n; i++)
        dims[i] = sizes[i] + 5;
    cover_start();
    chain(n, dims, (long (*)[n])cost);
    cover_stop();
    cover_result(cost, sizeof(long) * n * n);
    return cover_end();
}
