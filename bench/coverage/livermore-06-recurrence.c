/* General linear recurrence: every element depends on all before it. sizes: 8000 */
#include "coverage.h"

static void recurrence(int n, double *w, double (*b)[n])
{
    for (int i = 1; i < n; i++) {
        w[i] = 0.01;
        for (int k = 0; k < i; k++)
            w[i] += b[k][i] * w[i - k - 1];
    }
}

int main(int argc, char **argv)
{
    int n = cover_size(argc, argv, 1, 80);
    double *w = cover_doubles(n, 1), *b = cover_doubles((size_t)n * n, 2);
    for (size_t i = 0; i < (size_t)n * n; i++)
        b[i] *= 0.5 / n;
    cover_start();
    recurrence(n, w, (double (*)[n])b);
    cover_stop();
    cover_result(w, sizeof(double) * n);
    return cover_end();
}
