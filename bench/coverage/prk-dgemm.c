/* A product of matrices that is already tiled by hand, with ends found by a minimum. sizes: 800 32 */
#include "coverage.h"

#define MIN(a, b) ((a) < (b) ? (a) : (b))

static void dgemm(int n, int tile, const double *restrict A, const double *restrict B, double *restrict C)
{
    for (int it = 0; it < n; it += tile)
        for (int kt = 0; kt < n; kt += tile)
            for (int jt = 0; jt < n; jt += tile)
                for (int i = it; i < MIN(n, it + tile); i++)
                    for (int k = kt; k < MIN(n, kt + tile); k++)
                        for (int j = jt; j < MIN(n, jt + tile); j++)
                            C[i * n + j] += A[i * n + k] * B[k * n + j];
}

int main(int argc, char **argv)
{
    int n = cover_size(argc, argv, 1, 50), tile = cover_size(argc, argv, 2, 16);
    size_t count = (size_t)n * n;
    double *A = cover_doubles(count, 1), *B = cover_doubles(count, 2), *C = cover_doubles(count, 3);
    cover_start();
    dgemm(n, tile, A, B, C);
    cover_stop();
    cover_result(C, sizeof(double) * count);
    return cover_end();
}
