/* Upwind advection on a torus: the borders are copied in loops of their own before each step. sizes: 1500 60 */
#include "coverage.h"

static void advect(int n, int steps, float cx, float cy, float (*a)[n + 2], float (*b)[n + 2])
{
    for (int t = 0; t < steps; t++) {
        for (int i = 1; i <= n; i++) {
            a[i][0] = a[i][n];
            a[i][n + 1] = a[i][1];
        }
        for (int j = 0; j <= n + 1; j++) {
            a[0][j] = a[n][j];
            a[n + 1][j] = a[1][j];
        }
        for (int i = 1; i <= n; i++)
            for (int j = 1; j <= n; j++)
                b[i][j] = a[i][j] - cx * (a[i][j] - a[i - 1][j]) - cy * (a[i][j] - a[i][j - 1]);
        for (int i = 1; i <= n; i++)
            for (int j = 1; j <= n; j++)
                a[i][j] = b[i][j];
    }
}

int main(int argc, char **argv)
{
    int n = cover_size(argc, argv, 1, 40), steps = cover_size(argc, argv, 2, 8);
    size_t count = (size_t)(n + 2) * (n + 2);
    float *a = cover_floats(count, 1), *b = cover_floats(count, 2);
    cover_start();
    advect(n, steps, 0.3f, 0.2f, (float (*)[n + 2])a, (float (*)[n + 2])b);
    cover_stop();
    cover_result(a, sizeof(float) * count);
    return cover_end();
}
