/* A separable filter: along rows into scratch memory, along columns back, the sum in a scalar. sizes: 2500 2500 */
#include "coverage.h"

#define RADIUS 3

static void blur(int h, int w, const float *kernel, float (*image)[w], float (*scratch)[w])
{
    for (int y = 0; y < h; y++)
        for (int x = RADIUS; x < w - RADIUS; x++) {
            float sum = 0;
            for (int k = -RADIUS; k <= RADIUS; k++)
                sum += kernel[k + RADIUS] * image[y][x + k];
            scratch[y][x] = sum;
        }
    for (int y = RADIUS; y < h - RADIUS; y++)
        for (int x = 0; x < w; x++) {
            float sum = 0;
            for (int k = -RADIUS; k <= RADIUS; k++)
                sum += kernel[k + RADIUS] * scratch[y + k][x];
            image[y][x] = sum;
        }
}

int main(int argc, char **argv)
{
    int h = cover_size(argc, argv, 1, 50), w = cover_size(argc, argv, 2, 60);
    float *image = cover_floats((size_t)h * w, 1), *scratch = cover_floats((size_t)h * w, 2);
    float *kernel = cover_floats(2 * RADIUS + 1, 3);
    cover_start();
    blur(h, w, kernel, (float (*)[w])image, (float (*)[w])scratch);
    cover_stop();
    cover_result(image, sizeof(float) * h * w);
    return cover_end();
}
