/* Conway's life on bytes, eight neighbours, generations through a function and two boards. sizes: 1500 60 */
#include "coverage.h"

static void generation(int n, const unsigned char *restrict from, unsigned char *restrict to)
{
    for (int y = 1; y < n - 1; y++)
        for (int x = 1; x < n - 1; x++) {
            int count = 0;
            for (int dy = -1; dy <= 1; dy++)
                for (int dx = -1; dx <= 1; dx++)
                    if (dx || dy)
                        count += from[(y + dy) * n + x + dx];
            to[y * n + x] = count == 3 || (count == 2 && from[y * n + x]);
        }
}

static unsigned char *live(int n, int generations, unsigned char *a, unsigned char *b)
{
    for (int t = 0; t < generations; t++) {
        generation(n, a, b);
        unsigned char *swap = a;
        a = b;
        b = swap;
    }
    return a;
}

int main(int argc, char **argv)
{
    int n = cover_size(argc, argv, 1, 50), steps = cover_size(argc, argv, 2, 8);
    unsigned char *a = bench_alloc((size_t)n * n), *b = bench_alloc((size_t)n * n);
    int *cells = cover_ints((size_t)n * n, 1, 2);
    for (int i = 0; i < n * n; i++)
        a[i] = (unsigned char)cells[i];
    cover_start();
    a = live(n, steps, a, b);
    cover_stop();
    cover_result(a, (size_t)n * n);
    return cover_end();
}
