/* adi nx ny nz calls - two arrays that exchange values in an implicit sweep, double. */
#include "bench.h"

static void sweep(int nx, int ny, int nz, double (*restrict x)[ny][nz], double (*restrict b)[ny][nz],
                  const double (*restrict a)[ny][nz])
{
    for (int i = 1; i < nx; i++)
        for (int j = 1; j < ny; j++)
            for (int k = 1; k < nz; k++) {
                x[i][j][k] -= x[i][j][k - 1] * a[i][j][k] / b[i][j][k - 1]
                            + x[i][j - 1][k] * 0.125 + x[i - 1][j][k] * 0.0625;
                b[i][j][k] -= a[i][j][k] * a[i][j][k]
                            / (b[i][j][k - 1] + b[i][j - 1][k] + b[i - 1][j][k] + 4);
            }
}

int main(int argc, char **argv)
{
    int nx = bench_size(argc, argv, 1), ny = bench_size(argc, argv, 2), nz = bench_size(argc, argv, 3);
    size_t count = (size_t)nx * ny * nz, bytes = count * sizeof(double);
    double *x = bench_alloc(bytes), *b = bench_alloc(bytes), *a = bench_alloc(bytes);

    bench_fill_double(a, count, 3);
    for (int calls = bench_size(argc, argv, 4); calls > 0; calls--) {
        bench_fill_double(x, count, 1);
        bench_fill_double(b, count, 2);
        double start = bench_now();
        sweep(nx, ny, nz, (double (*)[ny][nz])x, (double (*)[ny][nz])b,
              (const double (*)[ny][nz])a);
        double seconds = bench_now() - start;
        bench_report(seconds, bench_checksum(b, bytes, bench_checksum(x, bytes, 0)));
    }
    free(a);
    free(b);
    free(x);
    return 0;
}
