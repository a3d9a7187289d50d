/* A product of matrices that is added to a scaled third one. sizes: 1024 1024 1024 */
#include "coverage.h"

static void gemm(int n, int m, int depth, double alpha, double beta, double (*c)[m], double (*a)[depth], double (*b)[m])
{
    for (int row = 0; row < n; row++) {
        for (int col = 0; col < m; col++)
            c[row][col] *= beta;
        for (int k = 0; k < depth; k++)
            for (int col = 0; col < m; col++)
                c[row][col] += alpha * a[row][k] * b[k][col];
    }
}

int main(int argc, char **argv)
{
    int n = cover_size(argc, argv, 1, 40), m = cover_size(argc, argv, 2, 44), depth = cover_size(argc, argv, 3, 36);
    double *a = cover_doubles((size_t)n * depth, 1), *b = cover_doubles((size_t)depth * m, 2);
    double *c = cover_doubles((size_t)n * m, 3);
    cover_start();
    gemm(n, m, depth, 1.5, 1.2, (double (*)[m])c, (double (*)[depth])a, (double (*)[m])b);
    cover_stop();
    cover_result(c, sizeof(double) * n * m);
    return cover_end();
}
