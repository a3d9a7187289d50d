/* sw n m calls - Smith-Waterman scores with linear gaps, int. */
#include "bench.h"

#define MAX(a, b) ((a) > (b) ? (a) : (b))

static void score(int n, int m, const char *a, const char *b, int (*H)[m + 1])
{
    for (int i = 1; i <= n; i++)
        for (int j = 1; j <= m; j++)
            H[i][j] = MAX(MAX(0, H[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 2 : -1)),
                          MAX(H[i - 1][j] - 1, H[i][j - 1] - 1));
}

int main(int argc, char **argv)
{
    int n = bench_size(argc, argv, 1), m = bench_size(argc, argv, 2);
    size_t bytes = ((size_t)n + 1) * ((size_t)m + 1) * sizeof(int);
    char *a = bench_alloc(n), *b = bench_alloc(m);
    int *H = bench_alloc(bytes);

    bench_fill_bases(a, n, 1);
    bench_fill_bases(b, m, 2);
    for (int calls = bench_size(argc, argv, 3); calls > 0; calls--) {
        memset(H, 0, bytes);
        double start = bench_now();
        score(n, m, a, b, (int (*)[m + 1])H);
        double seconds = bench_now() - start;
        bench_report(seconds, bench_checksum(H, bytes, 0));
    }
    free(H);
    free(b);
    free(a);
    return 0;
}
