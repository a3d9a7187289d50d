/* Lattice Boltzmann, nine velocities: collide into a second lattice, stream back, walls at the border. sizes: 600 600 40 */
#include "coverage.h"

static const int ex[9] = {0, 1, 0, -1, 0, 1, -1, -1, 1}, ey[9] = {0, 0, 1, 0, -1, 1, 1, -1, -1};
static const double weight[9] = {4. / 9, 1. / 9, 1. / 9, 1. / 9, 1. / 9, 1. / 36, 1. / 36, 1. / 36, 1. / 36};

static void run(int nx, int ny, int steps, double omega, double (*f)[ny][9], double (*g)[ny][9])
{
    for (int t = 0; t < steps; t++) {
        for (int x = 0; x < nx; x++)
            for (int y = 0; y < ny; y++) {
                double rho = 0, ux = 0, uy = 0;
                for (int q = 0; q < 9; q++) {
                    rho += f[x][y][q];
                    ux += ex[q] * f[x][y][q];
                    uy += ey[q] * f[x][y][q];
                }
                ux /= rho;
                uy /= rho;
                for (int q = 0; q < 9; q++) {
                    double eu = ex[q] * ux + ey[q] * uy;
                    double equilibrium = weight[q] * rho * (1 + 3 * eu + 4.5 * eu * eu - 1.5 * (ux * ux + uy * uy));
                    g[x][y][q] = f[x][y][q] + omega * (equilibrium - f[x][y][q]);
                }
            }
        for (int x = 1; x < nx - 1; x++)
            for (int y = 1; y < ny - 1; y++)
                for (int q = 0; q < 9; q++)
                    f[x][y][q] = g[x - ex[q]][y - ey[q]][q];
    }
}

int main(int argc, char **argv)
{
    int nx = cover_size(argc, argv, 1, 24), ny = cover_size(argc, argv, 2, 20), steps = cover_size(argc, argv, 3, 4);
    size_t count = (size_t)nx * ny * 9;
    double *f = cover_doubles(count, 1), *g = cover_doubles(count, 2);
    cover_start();
    run(nx, ny, steps, 0.8, (double (*)[ny][9])f, (double (*)[ny][9])g);
    cover_stop();
    cover_result(f, sizeof(double) * count);
    return cover_end();
}
