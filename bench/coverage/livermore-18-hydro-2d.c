/* Explicit hydrodynamics in two dimensions: three sweeps over nine global fields per step. sizes: 1000 60 */
#include "coverage.h"

#define MOST 1002
static double za[MOST][MOST], zb[MOST][MOST], zm[MOST][MOST], zp[MOST][MOST], zq[MOST][MOST];
static double zr[MOST][MOST], zu[MOST][MOST], zv[MOST][MOST], zz[MOST][MOST];

static void hydro(int n, int steps)
{
    const double s = 0.0041, t = 0.0037;
    int l, j, k;

    for (l = 0; l < steps; l++) {
        for (k = 1; k < n; k++)
            for (j = 1; j < n; j++) {
                za[k][j] = (zp[k + 1][j - 1] + zq[k + 1][j - 1] - zp[k][j - 1] - zq[k][j - 1]) * (zr[k][j] + zr[k][j - 1])
                         / (zm[k][j - 1] + zm[k + 1][j - 1]);
                zb[k][j] = (zp[k][j - 1] + zq[k][j - 1] - zp[k][j] - zq[k][j]) * (zr[k][j] + zr[k - 1][j])
                         / (zm[k][j] + zm[k][j - 1]);
            }
        for (k = 1; k < n; k++)
            for (j = 1; j < n; j++) {
                zu[k][j] += s * (za[k][j] * (zz[k][j] - zz[k][j + 1]) - za[k][j - 1] * (zz[k][j] - zz[k][j - 1])
                                 - zb[k][j] * (zz[k][j] - zz[k - 1][j]) + zb[k + 1][j] * (zz[k][j] - zz[k + 1][j]));
                zv[k][j] += s * (za[k][j] * (zr[k][j] - zr[k][j + 1]) - za[k][j - 1] * (zr[k][j] - zr[k][j - 1])
                                 - zb[k][j] * (zr[k][j] - zr[k - 1][j]) + zb[k + 1][j] * (zr[k][j] - zr[k + 1][j]));
            }
        for (k = 1; k < n; k++)
            for (j = 1; j < n; j++) {
                zr[k][j] = zr[k][j] + t * zu[k][j];
                zz[k][j] = zz[k][j] + t * zv[k][j];
            }
    }
}

int main(int argc, char **argv)
{
    int n = cover_size(argc, argv, 1, 40), steps = cover_size(argc, argv, 2, 6);
    double (*fields[])[MOST] = {za, zb, zm, zp, zq, zr, zu, zv, zz};
    if (n > MOST - 1)
        n = MOST - 1;
    for (int f = 0; f < 9; f++)
        bench_fill_double(&fields[f][0][0], MOST * MOST, f + 1);
    cover_start();
    hydro(n, steps);
    cover_stop();
    cover_result(zr, sizeof zr);
    cover_result(zu, sizeof zu);
    cover_result(zv, sizeof zv);
    cover_result(zz, sizeof zz);
    return cover_end();
}
