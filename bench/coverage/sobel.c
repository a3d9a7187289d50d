/* Edges of a picture by two masks of nine points; rows behind pointers. sizes: 3000 3000 */
#include "coverage.h"

static void sobel(int h, int w, float **in, float **out)
{
    int x, y;
    for (y = 1; y < h - 1; y++) {
        for (x = 1; x < w - 1; x++) {
            float gx = in[y - 1][x + 1] + 2 * in[y][x + 1] + in[y + 1][x + 1] - in[y - 1][x - 1] - 2 * in[y][x - 1] - in[y + 1][x - 1];
            float gy = in[y + 1][x - 1] + 2 * in[y + 1][x] + in[y + 1][x + 1] - in[y - 1][x - 1] - 2 * in[y - 1][x] - in[y - 1][x + 1];
            out[y][x] = sqrtf(gx * gx + gy * gy);
        }
    }
}

int main(int argc, char **argv)
{
    int h = cover_size(argc, argv, 1, 50), w = cover_size(argc, argv, 2, 60);
    float **in = bench_alloc(h * sizeof *in), **out = bench_alloc(h * sizeof *out);
    for (int y = 0; y < h; y++) {
        in[y] = cover_floats(w, y);
        out[y] = cover_floats(w, y + h);
    }
    cover_start();
    sobel(h, w, in, out);
    cover_stop();
    for (int y = 0; y < h; y++)
        cover_result(out[y], sizeof(float) * w);
    return cover_end();
}
