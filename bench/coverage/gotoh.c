/* Local alignment with affine gaps in two rows, what comes from the left in scalars. sizes: 8000 8000 */
#include "coverage.h"

static int best_score(const char *s, int n, const char *t, int m, int *h, int *down)
{
    int best = 0;
    for (int i = 0; i < n; i++) {
        int right = -1000, left = 0, corner = 0;
        for (int j = 0; j < m; j++) {
            right = right - 1 > left - 5 ? right - 1 : left - 5;
            down[j] = down[j] - 1 > h[j] - 5 ? down[j] - 1 : h[j] - 5;
            int score = corner + (s[i] == t[j] ? 3 : -2);
            if (score < 0)
                score = 0;
            if (score < right)
                score = right;
            if (score < down[j])
                score = down[j];
            corner = h[j];
            h[j] = left = score;
            if (score > best)
                best = score;
        }
    }
    return best;
}

int main(int argc, char **argv)
{
    int n = cover_size(argc, argv, 1, 80), m = cover_size(argc, argv, 2, 90);
    char *s = bench_alloc(n), *t = bench_alloc(m);
    int *h = bench_alloc(sizeof *h * m), *down = bench_alloc(sizeof *down * m);
    for (int j = 0; j < m; j++) {
        h[j] = 0;
        down[j] = -1000;
    }
    bench_fill_bases(s, n, 3);
    bench_fill_bases(t, m, 4);
    cover_start();
    int best = best_score(s, n, t, m, h, down);
    cover_stop();
    cover_result(&best, sizeof best);
    cover_result(h, sizeof *h * m);
    return cover_end();
}
