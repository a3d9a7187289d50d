/* wavefront nx ny nz calls - square roots of three predecessors, float. */
#include "bench.h"
#include <math.h>

static void sweep(int nx, int ny, int nz, float (*A)[ny][nz])
{
    for (int i = 1; i < nx; i++)
        for (int j = 1; j < ny; j++)
            for (int k = 1; k < nz; k++)
                A[i][j][k] = sqrtf(A[i - 1][j][k]) + sqrtf(A[i][j - 1][k]) + sqrtf(A[i][j][k - 1]);
}

int main(int argc, char **argv)
{
    int nx = bench_size(argc, argv, 1), ny = bench_size(argc, argv, 2), nz = bench_size(argc, argv, 3);
    size_t count = (size_t)nx * ny * nz;
    float *A = bench_alloc(count * sizeof *A);

    for (int calls = bench_size(argc, argv, 4); calls > 0; calls--) {
        bench_fill_float(A, count, 1);
        double start = bench_now();
        sweep(nx, ny, nz, (float (*)[ny][nz])A);
        double seconds = bench_now() - start;
        bench_report(seconds, bench_checksum(A, count * sizeof *A, 0));
    }
    free(A);
    return 0;
}
