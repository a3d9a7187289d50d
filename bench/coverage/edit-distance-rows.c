/* Levenshtein's distance with two rows of memory that swap. sizes: 8000 8000 */
#include "coverage.h"

static int distance(const char *s, int n, const char *t, int m, int *previous, int *current)
{
    for (int j = 0; j <= m; j++)
        previous[j] = j;
    for (int i = 1; i <= n; i++) {
        current[0] = i;
        for (int j = 1; j <= m; j++) {
            int cost = previous[j - 1] + (s[i - 1] != t[j - 1]);
            if (previous[j] + 1 < cost)
                cost = previous[j] + 1;
            if (current[j - 1] + 1 < cost)
                cost = current[j - 1] + 1;
            current[j] = cost;
        }
        int *swap = previous;
        previous = current;
        current = swap;
    }
    return previous[m];
}

int main(int argc, char **argv)
{
    int n = cover_size(argc, argv, 1, 80), m = cover_size(argc, argv, 2, 90);
    char *s = bench_alloc(n), *t = bench_alloc(m);
    int *previous = cover_ints(m + 1, 1, 9), *current = cover_ints(m + 1, 2, 9);
    bench_fill_bases(s, n, 3);
    bench_fill_bases(t, m, 4);
    cover_start();
    int d = distance(s, n, t, m, previous, current);
    cover_stop();
    cover_result(&d, sizeof d);
    return cover_end();
}
