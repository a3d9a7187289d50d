/* Discrete ordinates transport: a recurrence with a conditional floor. sizes: 500000 20 */
#include "coverage.h"

static void transport(int n, double *x, double *xx, double *u, double *v, double *w, double *y, double *z, double *g, double *vx)
{
    const double s = 0.01, t = 0.1, dk = 0.02;
    for (int k = 0; k < n; k++) {
        double di = y[k] - g[k] / (xx[k] + dk), dn = 0.2;
        if (di != 0) {
            dn = z[k] / di;
            if (t < dn)
                dn = t;
            if (s > dn)
                dn = s;
        }
        x[k] = ((w[k] + v[k] * dn) * xx[k] + u[k]) / (vx[k] + v[k] * dn);
        xx[k + 1] = (x[k] - xx[k]) * dn + xx[k];
    }
}

int main(int argc, char **argv)
{
    int n = cover_size(argc, argv, 1, 500), times = cover_size(argc, argv, 2, 3);
    double *x = cover_doubles(n, 1), *xx = cover_doubles(n + 1, 2), *u = cover_doubles(n, 3), *v = cover_doubles(n, 4);
    double *w = cover_doubles(n, 5), *y = cover_doubles(n, 6), *z = cover_doubles(n, 7), *g = cover_doubles(n, 8);
    double *vx = cover_doubles(n, 9);
    cover_start();
    for (int l = 0; l < times; l++)
        transport(n, x, xx, u, v, w, y, z, g, vx);
    cover_stop();
    cover_result(x, sizeof(double) * n);
    cover_result(xx, sizeof(double) * (n + 1));
    return cover_end();
}
