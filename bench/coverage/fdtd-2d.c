/* Electromagnetic waves on a staggered grid, three fields, a source at one edge. sizes: 2000 2000 100 */
#include "coverage.h"

static void fdtd(int nx, int ny, int steps, double (*ex)[ny], double (*ey)[ny], double (*hz)[ny], const double *source)
{
    for (int t = 0; t < steps; t++) {
        for (int j = 0; j < ny; j++)
            ey[0][j] = source[t];
        for (int i = 1; i < nx; i++)
            for (int j = 0; j < ny; j++)
                ey[i][j] -= 0.5 * (hz[i][j] - hz[i - 1][j]);
        for (int i = 0; i < nx; i++)
            for (int j = 1; j < ny; j++)
                ex[i][j] -= 0.5 * (hz[i][j] - hz[i][j - 1]);
        for (int i = 0; i < nx - 1; i++)
            for (int j = 0; j < ny - 1; j++)
                hz[i][j] -= 0.7 * (ex[i][j + 1] - ex[i][j] + ey[i + 1][j] - ey[i][j]);
    }
}

int main(int argc, char **argv)
{
    int nx = cover_size(argc, argv, 1, 40), ny = cover_size(argc, argv, 2, 44), steps = cover_size(argc, argv, 3, 10);
    size_t count = (size_t)nx * ny;
    double *ex = cover_doubles(count, 1), *ey = cover_doubles(count, 2), *hz = cover_doubles(count, 3);
    double *source = cover_doubles(steps, 4);
    cover_start();
    fdtd(nx, ny, steps, (double (*)[ny])ex, (double (*)[ny])ey, (double (*)[ny])hz, source);
    cover_stop();
    cover_result(ex, sizeof(double) * count);
    cover_result(ey, sizeof(double) * count);
    cover_result(hz, sizeof(double) * count);
    return cover_end();
}
