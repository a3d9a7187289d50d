/* A summed-area table with the sum of a row in a scalar. sizes: 4000 4000 */
#include "coverage.h"

static void summed_area(int h, int w, const unsigned char *image, unsigned *sat)
{
    for (int y = 0; y < h; y++) {
        unsigned row = 0;
        for (int x = 0; x < w; x++) {
            row += image[y * w + x];
            sat[y * w + x] = row + (y > 0 ? sat[(y - 1) * w + x] : 0);
        }
    }
}

int main(int argc, char **argv)
{
    int h = cover_size(argc, argv, 1, 50), w = cover_size(argc, argv, 2, 60);
    int *grey = cover_ints((size_t)h * w, 1, 256);
    unsigned char *image = bench_alloc((size_t)h * w);
    unsigned *sat = bench_alloc(sizeof *sat * h * w);
    for (int i = 0; i < h * w; i++)
        image[i] = (unsigned char)grey[i];
    cover_start();
    summed_area(h, w, image, sat);
    cover_stop();
    cover_result(sat, sizeof *sat * h * w);
    return cover_end();
}
