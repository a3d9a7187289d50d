/* Escape times of a picture: a loop per point that ends when it ends. sizes: 1000 800 */
#include "coverage.h"

static void mandelbrot(int h, int w, int most, int (*out)[w])
{
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            double cr = 3.0 * x / w - 2, ci = 2.0 * y / h - 1, zr = 0, zi = 0;
            int n = 0;
            while (n < most && zr * zr + zi * zi < 4) {
                double t = zr * zr - zi * zi + cr;
                zi = 2 * zr * zi + ci;
                zr = t;
                n++;
            }
            out[y][x] = n;
        }
}

int main(int argc, char **argv)
{
    int h = cover_size(argc, argv, 1, 40), w = cover_size(argc, argv, 2, 48);
    int *out = cover_ints((size_t)h * w, 1, 9);
    cover_start();
    mandelbrot(h, w, 200, (int (*)[w])out);
    cover_stop();
    cover_result(out, sizeof(int) * h * w);
    return cover_end();
}
