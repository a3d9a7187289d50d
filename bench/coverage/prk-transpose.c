/* A transpose that is added to, and its source that grows, again and again. sizes: 2000 20 */
#include "coverage.h"

static void transpose(int order, int iterations, double *restrict A, double *restrict B)
{
    for (int iter = 0; iter <= iterations; iter++)
        for (int i = 0; i < order; i++)
            for (int j = 0; j < order; j++) {
                B[i * order + j] += A[j * order + i];
                A[j * order + i] += 1.0;
            }
}

int main(int argc, char **argv)
{
    int order = cover_size(argc, argv, 1, 50), iterations = cover_size(argc, argv, 2, 4);
    double *A = cover_doubles((size_t)order * order, 1), *B = cover_doubles((size_t)order * order, 2);
    cover_start();
    transpose(order, iterations, A, B);
    cover_stop();
    cover_result(B, sizeof(double) * order * order);
    return cover_end();
}
