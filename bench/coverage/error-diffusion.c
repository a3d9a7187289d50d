/* Floyd and Steinberg's dithering of a grey picture in place. sizes: 4000 4000 */
#include "coverage.h"

static void dither(int height, int width, float *grey, unsigned char *out)
{
    for (int y = 0; y < height - 1; y++)
        for (int x = 1; x < width - 1; x++) {
            float old = grey[y * width + x];
            unsigned char new = old < 0.5f ? 0 : 1;
            float error = old - new;
            out[y * width + x] = new;
            grey[y * width + x + 1] += error * 7 / 16;
            grey[(y + 1) * width + x - 1] += error * 3 / 16;
            grey[(y + 1) * width + x] += error * 5 / 16;
            grey[(y + 1) * width + x + 1] += error * 1 / 16;
        }
}

int main(int argc, char **argv)
{
    int height = cover_size(argc, argv, 1, 50), width = cover_size(argc, argv, 2, 60);
    size_t count = (size_t)height * width;
    float *grey = cover_floats(count, 1);
    unsigned char *out = bench_alloc(count);
    for (size_t i = 0; i < count; i++)
        grey[i] -= 1;
    cover_start();
    dither(height, width, grey, out);
    cover_stop();
    cover_result(out, count);
    return cover_end();
}
