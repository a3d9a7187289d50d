/* Integration with alternating directions, three coupled fields in two layers. sizes: 2000000 10 */
#include "coverage.h"

typedef double field[2][5];

static void integrate(int n, int times, field *u1, field *u2, field *u3, double *du1, double *du2, double *du3)
{
    double a11 = 0.031, a12 = 0.012, a13 = 0.013, a21 = 0.021, a22 = 0.022, a23 = 0.023, a31 = 0.031, a32 = 0.032, a33 = 0.033;
    double sig = 0.1;

    for (int l = 0; l < times; l++)
        for (int kx = 1; kx < 4; kx++)
            for (int ky = 1; ky < n; ky++) {
                du1[ky] = u1[ky + 1][0][kx] - u1[ky - 1][0][kx];
                du2[ky] = u2[ky + 1][0][kx] - u2[ky - 1][0][kx];
                du3[ky] = u3[ky + 1][0][kx] - u3[ky - 1][0][kx];
                u1[ky][1][kx] = u1[ky][0][kx] + a11 * du1[ky] + a12 * du2[ky] + a13 * du3[ky]
                              + sig * (u1[ky][0][kx + 1] - 2 * u1[ky][0][kx] + u1[ky][0][kx - 1]);
                u2[ky][1][kx] = u2[ky][0][kx] + a21 * du1[ky] + a22 * du2[ky] + a23 * du3[ky]
                              + sig * (u2[ky][0][kx + 1] - 2 * u2[ky][0][kx] + u2[ky][0][kx - 1]);
                u3[ky][1][kx] = u3[ky][0][kx] + a31 * du1[ky] + a32 * du2[ky] + a33 * du3[ky]
                              + sig * (u3[ky][0][kx + 1] - 2 * u3[ky][0][kx] + u3[ky][0][kx - 1]);
            }
}

int main(int argc, char **argv)
{
    int n = cover_size(argc, argv, 1, 200), times = cover_size(argc, argv, 2, 3);
    size_t count = (size_t)(n + 1) * 10;
    double *u1 = cover_doubles(count, 1), *u2 = cover_doubles(count, 2), *u3 = cover_doubles(count, 3);
    double *du1 = cover_doubles(n, 4), *du2 = cover_doubles(n, 5), *du3 = cover_doubles(n, 6);
    cover_start();
    integrate(n, times, (field *)u1, (field *)u2, (field *)u3, du1, du2, du3);
    cover_stop();
    cover_result(u1, sizeof(double) * count);
    cover_result(u2, sizeof(double) * count);
    cover_result(u3, sizeof(double) * count);
    cover_result(du3, sizeof(double) * n);
    return cover_end();
}
