/* Local alignment with affine gaps: three tables, and the best score. sizes: 5000 5000 */
#include "coverage.h"

#define max(a, b) ((a) > (b) ? (a) : (b))

static int score(int n, int m, const char *a, const char *b, int (*H)[m + 1], int (*E)[m + 1], int (*F)[m + 1])
{
    int best = 0;
    for (int i = 1; i <= n; i++)
        for (int j = 1; j <= m; j++) {
            E[i][j] = max(E[i][j - 1] - 1, H[i][j - 1] - 4);
            F[i][j] = max(F[i - 1][j] - 1, H[i - 1][j] - 4);
            int h = H[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 3 : -2);
            h = max(h, E[i][j]);
            h = max(h, F[i][j]);
            H[i][j] = max(h, 0);
            best = max(best, H[i][j]);
        }
    return best;
}

int main(int argc, char **argv)
{
    int n = cover_size(argc, argv, 1, 60), m = cover_size(argc, argv, 2, 70);
    size_t bytes = sizeof(int) * (n + 1) * (m + 1);
    char *a = bench_alloc(n), *b = bench_alloc(m);
    int *H = bench_alloc(bytes), *E = bench_alloc(bytes), *F = bench_alloc(bytes);
    bench_fill_bases(a, n, 1);
    bench_fill_bases(b, m, 2);
    cover_start();
    int best = score(n, m, a, b, (int (*)[m + 1])H, (int (*)[m + 1])E, (int (*)[m + 1])F);
    cover_stop();
    cover_result(&best, sizeof best);
    cover_result(H, bytes);
    return cover_end();
}
