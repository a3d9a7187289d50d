/* Counts of grey values: every element goes where its value says. sizes: 4000 4000 */
#include "coverage.h"

static void histogram(int h, int w, const int (*image)[w], int *counts)
{
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            counts[image[y][x]]++;
}

int main(int argc, char **argv)
{
    int h = cover_size(argc, argv, 1, 50), w = cover_size(argc, argv, 2, 60);
    int *image = cover_ints((size_t)h * w, 1, 256), *counts = bench_alloc(256 * sizeof *counts);
    cover_start();
    histogram(h, w, (const int (*)[w])image, counts);
    cover_stop();
    cover_result(counts, 256 * sizeof *counts);
    return cover_end();
}
