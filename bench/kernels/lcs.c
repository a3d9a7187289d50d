/* lcs n m calls - lengths of longest common subsequences, int. */
#include "bench.h"

static void lengths(int n, int m, const char *a, const char *b, int (*L)[m + 1])
{
    for (int i = 1; i <= n; i++)
        for (int j = 1; j <= m; j++)
            if (a[i - 1] == b[j - 1])
                L[i][j] = L[i - 1][j - 1] + 1;
            else
                L[i][j] = L[i - 1][j] > L[i][j - 1] ? L[i - 1][j] : L[i][j - 1];
}

int main(int argc, char **argv)
{
    int n = bench_size(argc, argv, 1), m = bench_size(argc, argv, 2);
    size_t bytes = ((size_t)n + 1) * ((size_t)m + 1) * sizeof(int);
    char *a = bench_alloc(n), *b = bench_alloc(m);
    int *L = bench_alloc(bytes);

    bench_fill_bases(a, n, 1);
    bench_fill_bases(b, m, 2);
    for (int calls = bench_size(argc, argv, 3); calls > 0; calls--) {
        memset(L, 0, bytes);
        double start = bench_now();
        lengths(n, m, a, b, (int (*)[m + 1])L);
        double seconds = bench_now() - start;
        bench_report(seconds, bench_checksum(L, bytes, 0));
    }
    free(L);
    free(b);
    free(a);
    return 0;
}
