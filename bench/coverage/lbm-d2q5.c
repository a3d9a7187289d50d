/* Lattice Boltzmann, five velocities in arrays of their own behind pointers, two lattices swapped. sizes: 600 600 40 */
#include "coverage.h"

typedef struct { double *p[5]; } lattice;

static void step(int nx, int ny, double omega, const double *restrict f0, const double *restrict f1, const double *restrict f2,
                 const double *restrict f3, const double *restrict f4, double *restrict g0, double *restrict g1, double *restrict g2,
                 double *restrict g3, double *restrict g4)
{
    for (int y = 1; y < ny - 1; y++)
        for (int x = 1; x < nx - 1; x++) {
            int c = y * nx + x;
            double c0 = f0[c], c1 = f1[c - 1], c2 = f2[c + 1], c3 = f3[c - nx], c4 = f4[c + nx];
            double rho = c0 + c1 + c2 + c3 + c4, ux = (c1 - c2) / rho, uy = (c3 - c4) / rho;
            g0[c] = c0 + omega * (rho / 3 - c0);
            g1[c] = c1 + omega * (rho / 6 * (1 + 3 * ux) - c1);
            g2[c] = c2 + omega * (rho / 6 * (1 - 3 * ux) - c2);
            g3[c] = c3 + omega * (rho / 6 * (1 + 3 * uy) - c3);
            g4[c] = c4 + omega * (rho / 6 * (1 - 3 * uy) - c4);
        }
}

static void run(int nx, int ny, int steps, lattice *f, lattice *g)
{
    for (int t = 0; t < steps; t++) {
        step(nx, ny, 0.9, f->p[0], f->p[1], f->p[2], f->p[3], f->p[4], g->p[0], g->p[1], g->p[2], g->p[3], g->p[4]);
        lattice swap = *f;
        *f = *g;
        *g = swap;
    }
}

int main(int argc, char **argv)
{
    int nx = cover_size(argc, argv, 1, 30), ny = cover_size(argc, argv, 2, 28), steps = cover_size(argc, argv, 3, 5);
    size_t count = (size_t)nx * ny;
    lattice f, g;
    for (int q = 0; q < 5; q++) {
        f.p[q] = cover_doubles(count, q);
        g.p[q] = cover_doubles(count, q);
    }
    cover_start();
    run(nx, ny, steps, &f, &g);
    cover_stop();
    for (int q = 0; q < 5; q++)
        cover_result(f.p[q], sizeof(double) * count);
    return cover_end();
}
