/* Implicit hydrodynamics in two dimensions: relaxation in place with coefficient fields. sizes: 1500 30 */
#include "coverage.h"

static void relax(int n, int steps, double (*za)[n], double (*zb)[n], double (*zr)[n], double (*zu)[n], double (*zv)[n], double (*zz)[n])
{
    for (int l = 0; l < steps; l++)
        for (int j = 1; j < n - 1; j++)
            for (int k = 1; k < n - 1; k++) {
                double qa = za[j + 1][k] * zr[j][k] + za[j - 1][k] * zb[j][k] + za[j][k + 1] * zu[j][k] + za[j][k - 1] * zv[j][k]
                          + zz[j][k];
                za[j][k] += 0.175 * (qa - za[j][k]);
            }
}

int main(int argc, char **argv)
{
    int n = cover_size(argc, argv, 1, 50), steps = cover_size(argc, argv, 2, 8);
    size_t count = (size_t)n * n;
    double *za = cover_doubles(count, 1), *zb = cover_doubles(count, 2), *zr = cover_doubles(count, 3);
    double *zu = cover_doubles(count, 4), *zv = cover_doubles(count, 5), *zz = cover_doubles(count, 6);
    for (size_t i = 0; i < count; i++) {
        zb[i] *= 0.1;
        zr[i] *= 0.1;
        zu[i] *= 0.1;
        zv[i] *= 0.1;
    }
    cover_start();
    relax(n, steps, (double (*)[n])za, (double (*)[n])zb, (double (*)[n])zr, (double (*)[n])zu, (double (*)[n])zv, (double (*)[n])zz);
    cover_stop();
    cover_result(za, sizeof(double) * count);
    return cover_end();
}
