/* A layer of a neural network: convolution over channels, bias, and a floor at zero. sizes: 32 32 64 */
#include "coverage.h"

#define K 3

static void layer(int outs, int ins, int size, const float *restrict in, const float *restrict weights, const float *restrict bias,
                  float *restrict out)
{
    int inner = size - K + 1;
    for (int o = 0; o < outs; o++)
        for (int y = 0; y < inner; y++)
            for (int x = 0; x < inner; x++) {
                float sum = bias[o];
                for (int c = 0; c < ins; c++)
                    for (int ky = 0; ky < K; ky++)
                        for (int kx = 0; kx < K; kx++)
                            sum += weights[((o * ins + c) * K + ky) * K + kx] * in[(c * size + y + ky) * size + x + kx];
                out[(o * inner + y) * inner + x] = sum > 0 ? sum : 0;
            }
}

int main(int argc, char **argv)
{
    int outs = cover_size(argc, argv, 1, 6), ins = cover_size(argc, argv, 2, 5), size = cover_size(argc, argv, 3, 14);
    int inner = size - K + 1;
    float *in = cover_floats((size_t)ins * size * size, 1), *weights = cover_floats((size_t)outs * ins * K * K, 2);
    float *bias = cover_floats(outs, 3), *out = cover_floats((size_t)outs * inner * inner, 4);
    cover_start();
    layer(outs, ins, size, in, weights, bias, out);
    cover_stop();
    cover_result(out, sizeof(float) * outs * inner * inner);
    return cover_end();
}
