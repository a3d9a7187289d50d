/* diffusion height width calls - Floyd and Steinberg's error diffusion of a grey image, float. */
#include "bench.h"

/* The image has a border of one element at each side, for what flows over its edges. */
static void dither(int height, int width, float (*image)[width])
{
    for (int y = 0; y < height - 1; y++)
        for (int x = 1; x < width - 1; x++) {
            float old = image[y][x];
            float new = old < 1.5f ? 1.0f : 2.0f;
            float error = old - new;
            image[y][x] = new;
            image[y][x + 1] += error * 7 / 16;
            image[y + 1][x - 1] += error * 3 / 16;
            image[y + 1][x] += error * 5 / 16;
            image[y + 1][x + 1] += error / 16;
        }
}

int main(int argc, char **argv)
{
    int height = bench_size(argc, argv, 1), width = bench_size(argc, argv, 2);
    size_t count = (size_t)height * width;
    float *image = bench_alloc(count * sizeof *image);

    for (int calls = bench_size(argc, argv, 3); calls > 0; calls--) {
        bench_fill_float(image, count, 1);
        double start = bench_now();
        dither(height, width, (float (*)[width])image);
        double seconds = bench_now() - start;
        bench_report(seconds, bench_checksum(image, count * sizeof *image, 0));
    }
    free(image);
    return 0;
}
