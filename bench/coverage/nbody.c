/* Gravitation between all pairs of bodies in structures, then a step of time. sizes: 3000 4 */
#include "coverage.h"

typedef struct { double x, y, z, vx, vy, vz, mass; } body;

static void advance(int n, double dt, body *b)
{
    for (int i = 0; i < n; i++) {
        double ax = 0, ay = 0, az = 0;
        for (int j = 0; j < n; j++) {
            double dx = b[j].x - b[i].x, dy = b[j].y - b[i].y, dz = b[j].z - b[i].z;
            double r2 = dx * dx + dy * dy + dz * dz + 1e-6, s = b[j].mass / (r2 * sqrt(r2));
            ax += s * dx;
            ay += s * dy;
            az += s * dz;
        }
        b[i].vx += dt * ax;
        b[i].vy += dt * ay;
        b[i].vz += dt * az;
    }
    for (int i = 0; i < n; i++) {
        b[i].x += dt * b[i].vx;
        b[i].y += dt * b[i].vy;
        b[i].z += dt * b[i].vz;
    }
}

int main(int argc, char **argv)
{
    int n = cover_size(argc, argv, 1, 60), steps = cover_size(argc, argv, 2, 3);
    body *b = (body *)cover_doubles((size_t)n * 7, 1);
    cover_start();
    for (int t = 0; t < steps; t++)
        advance(n, 0.001, b);
    cover_stop();
    cover_result(b, sizeof(body) * n);
    return cover_end();
}
