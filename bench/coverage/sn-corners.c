/* Transport sweeps from all four corners of a plane, the direction in the sign of the step. sizes: 1500 1500 4 */
#include "coverage.h"

static void sweep(int nx, int ny, int right, int up, double mu, double eta, double (*phi)[ny], const double (*q)[ny],
                  const double (*sigma)[ny], double *west, double *south)
{
    for (int ii = 0; ii < nx; ii++) {
        int i = right ? ii : nx - 1 - ii;
        for (int jj = 0; jj < ny; jj++) {
            int j = up ? jj : ny - 1 - jj;
            double psi = (q[i][j] + 2 * mu * west[j] + 2 * eta * south[i]) / (sigma[i][j] + 2 * mu + 2 * eta);
            west[j] = 2 * psi - west[j];
            south[i] = 2 * psi - south[i];
            phi[i][j] += 0.25 * psi;
        }
    }
}

int main(int argc, char **argv)
{
    int nx = cover_size(argc, argv, 1, 40), ny = cover_size(argc, argv, 2, 44), times = cover_size(argc, argv, 3, 2);
    size_t count = (size_t)nx * ny;
    double *phi = cover_doubles(count, 1), *q = cover_doubles(count, 2), *sigma = cover_doubles(count, 3);
    double *west = cover_doubles(ny, 4), *south = cover_doubles(nx, 5);
    cover_start();
    for (int t = 0; t < times; t++)
        for (int corner = 0; corner < 4; corner++)
            sweep(nx, ny, corner & 1, corner >> 1, 0.5, 0.3, (double (*)[ny])phi, (const double (*)[ny])q, (const double (*)[ny])sigma,
                  west, south);
    cover_stop();
    cover_result(phi, sizeof(double) * count);
    return cover_end();
}
