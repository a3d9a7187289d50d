/* A histogram of colours in a declared table, and the brightest point of each class. sizes: 4000 4000 */
#include "coverage.h"

static unsigned bins[8][8][8];
static int brightest[16];

static void colours(int h, int w, const int (*image)[w])
{
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            int c = image[y][x];
            bins[c >> 21 & 7][c >> 13 & 7][c >> 5 & 7]++;
            if (c > brightest[c & 15])
                brightest[c & 15] = c;
        }
}

int main(int argc, char **argv)
{
    int h = cover_size(argc, argv, 1, 50), w = cover_size(argc, argv, 2, 60);
    int *image = cover_ints((size_t)h * w, 1, 1 << 24);
    cover_start();
    colours(h, w, (const int (*)[w])image);
    cover_stop();
    cover_result(bins, sizeof bins);
    cover_result(brightest, sizeof brightest);
    return cover_end();
}
