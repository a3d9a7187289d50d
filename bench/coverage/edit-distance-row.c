/* Levenshtein's distance in one row of memory, the diagonal neighbour in a scalar. sizes: 8000 8000 */
#include "coverage.h"

static int distance(const char *s, int n, const char *t, int m, int *row)
{
    for (int j = 0; j <= m; j++)
        row[j] = j;
    for (int i = 1; i <= n; i++) {
        int diagonal = row[0];
        row[0] = i;
        for (int j = 1; j <= m; j++) {
            int above = row[j], cost = diagonal + (s[i - 1] != t[j - 1]);
            if (above + 1 < cost)
                cost = above + 1;
            if (row[j - 1] + 1 < cost)
                cost = row[j - 1] + 1;
            row[j] = cost;
            diagonal = above;
        }
    }
    return row[m];
}

int main(int argc, char **argv)
{
    int n = cover_size(argc, argv, 1, 80), m = cover_size(argc, argv, 2, 90);
    char *s = bench_alloc(n), *t = bench_alloc(m);
    int *row = cover_ints(m + 1, 1, 9);
    bench_fill_bases(s, n, 3);
    bench_fill_bases(t, m, 4);
    cover_start();
    int d = distance(s, n, t, m, row);
    cover_stop();
    cover_result(&d, sizeof d);
    return cover_end();
}
