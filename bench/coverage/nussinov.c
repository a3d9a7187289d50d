/* Nussinov's folding of RNA: dynamic programming over intervals. sizes: 1200 */
#include "coverage.h"

#define MAX(a, b) ((a) > (b) ? (a) : (b))
#define PAIRS(a, b) ((a) + (b) == 3 ? 1 : 0)

static void fold(int n, const char *seq, int (*best)[n])
{
    for (int i = n - 1; i >= 0; i--)
        for (int j = i + 1; j < n; j++) {
            if (j - 1 >= 0)
                best[i][j] = MAX(best[i][j], best[i][j - 1]);
            if (i + 1 < n)
                best[i][j] = MAX(best[i][j], best[i + 1][j]);
            if (j - 1 >= 0 && i + 1 < n) {
                if (i < j - 1)
                    best[i][j] = MAX(best[i][j], best[i + 1][j - 1] + PAIRS(seq[i], seq[j]));
                else
                    best[i][j] = MAX(best[i][j], best[i + 1][j - 1]);
            }
            for (int k = i + 1; k < j; k++)
                best[i][j] = MAX(best[i][j], best[i][k] + best[k + 1][j]);
        }
}

int main(int argc, char **argv)
{
    int n = cover_size(argc, argv, 1, 60);
    int *bases = cover_ints(n, 1, 4);
    int *best = bench_alloc(sizeof(int) * n * n);
    char *seq = bench_alloc(n);
    for (int i = 0; i < n; i++)
        seq[i] = (char)bases[i];
    cover_start();
    fold(n, seq, (int (*)[n])best);
    cover_stop();
    cover_result(best, sizeof(int) * n * n);
    return cover_end();
}
