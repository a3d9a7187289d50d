/* wavefront3d - a three-dimensional wavefront kernel.
 *
 * Each point is the sum of the square roots of its three predecessors, the kernel of many
 * discrete-ordinates sweeps without their physics. The planes i = 0, j = 0 and k = 0 are given.
 *
 *   wavefront3d [nx ny nz]      points per dimension, 96 96 1024 by default
 *
 * Prints a checksum over the bits of all points and three of the points.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void sweep(int nx, int ny, int nz, float (*A)[ny][nz])
{
    for (int i = 1; i < nx; i++)
        for (int j = 1; j < ny; j++)
            for (int k = 1; k < nz; k++)
                A[i][j][k] = sqrtf(A[i - 1][j][k]) + sqrtf(A[i][j - 1][k]) + sqrtf(A[i][j][k - 1]);
}

/* A smooth inflow through the three given planes. */
static float inflow(int i, int j, int k)
{
    return 1.0f + (float)((i * 7 + j * 11 + k * 13) % 101) / 64.0f;
}

static void set_planes(int nx, int ny, int nz, float (*A)[ny][nz])
{
    for (int i = 0; i < nx; i++)
        for (int j = 0; j < ny; j++)
            A[i][j][0] = inflow(i, j, 0);
    for (int i = 0; i < nx; i++)
        for (int k = 0; k < nz; k++)
            A[i][0][k] = inflow(i, 0, k);
    for (int j = 0; j < ny; j++)
        for (int k = 0; k < nz; k++)
            A[0][j][k] = inflow(0, j, k);
}

static unsigned long checksum(size_t count, const float *x)
{
    unsigned long sum = 14695981039346656037UL;

    for (size_t i = 0; i < count; i++) {
        unsigned int bits;
        memcpy(&bits, &x[i], sizeof bits);
        sum = (sum ^ bits) * 1099511628211UL;
    }
    return sum;
}

int main(int argc, char **argv)
{
    int nx = argc > 3 ? atoi(argv[1]) : 96;
    int ny = argc > 3 ? atoi(argv[2]) : 96;
    int nz = argc > 3 ? atoi(argv[3]) : 1024;

    if ((argc != 1 && argc != 4) || nx < 2 || ny < 2 || nz < 2) {
        fprintf(stderr, "usage: wavefront3d [nx ny nz], each at least 2\n");
        return 1;
    }

    float (*A)[ny][nz] = malloc(sizeof(float[nx][ny][nz]));
    if (!A) {
        fprintf(stderr, "wavefront3d: no memory for %d x %d x %d points\n", nx, ny, nz);
        return 1;
    }
    set_planes(nx, ny, nz, A);
    sweep(nx, ny, nz, A);

    printf("points   %d x %d x %d\n", nx, ny, nz);
    printf("first    %.9g\n", A[1][1][1]);
    printf("middle   %.9g\n", A[nx / 2][ny / 2][nz / 2]);
    printf("last     %.9g\n", A[nx - 1][ny - 1][nz - 1]);
    printf("checksum %016lx\n", checksum((size_t)nx * ny * nz, &A[0][0][0]));
    free(A);
    return 0;
}
