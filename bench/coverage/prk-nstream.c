/* A triad of three long vectors, again and again. sizes: 4000000 20 */
#include "coverage.h"

static void nstream(long length, int iterations, double scalar, double *restrict A, const double *restrict B, const double *restrict C)
{
    for (int iter = 0; iter <= iterations; iter++)
        for (long j = 0; j < length; j++)
            A[j] += B[j] + scalar * C[j];
}

int main(int argc, char **argv)
{
    int length = cover_size(argc, argv, 1, 1000), iterations = cover_size(argc, argv, 2, 5);
    double *A = cover_doubles(length, 1), *B = cover_doubles(length, 2), *C = cover_doubles(length, 3);
    cover_start();
    nstream(length, iterations, 3.0, A, B, C);
    cover_stop();
    cover_result(A, sizeof(double) * length);
    return cover_end();
}
