/* Electromagnetic waves in a box: six fields in global arrays, two functions per step. sizes: 120 20 */
#include "coverage.h"

#define MOST 128
static float ex[MOST][MOST][MOST], ey[MOST][MOST][MOST], ez[MOST][MOST][MOST];
static float hx[MOST][MOST][MOST], hy[MOST][MOST][MOST], hz[MOST][MOST][MOST];

static void update_h(int n)
{
    for (int i = 0; i < n - 1; i++)
        for (int j = 0; j < n - 1; j++)
            for (int k = 0; k < n - 1; k++) {
                hx[i][j][k] += 0.5f * (ey[i][j][k + 1] - ey[i][j][k] - ez[i][j + 1][k] + ez[i][j][k]);
                hy[i][j][k] += 0.5f * (ez[i + 1][j][k] - ez[i][j][k] - ex[i][j][k + 1] + ex[i][j][k]);
                hz[i][j][k] += 0.5f * (ex[i][j + 1][k] - ex[i][j][k] - ey[i + 1][j][k] + ey[i][j][k]);
            }
}

static void update_e(int n)
{
    for (int i = 1; i < n; i++)
        for (int j = 1; j < n; j++)
            for (int k = 1; k < n; k++) {
                ex[i][j][k] += 0.5f * (hz[i][j][k] - hz[i][j - 1][k] - hy[i][j][k] + hy[i][j][k - 1]);
                ey[i][j][k] += 0.5f * (hx[i][j][k] - hx[i][j][k - 1] - hz[i][j][k] + hz[i - 1][j][k]);
                ez[i][j][k] += 0.5f * (hy[i][j][k] - hy[i - 1][j][k] - hx[i][j][k] + hx[i][j - 1][k]);
            }
}

static void run(int n, int steps)
{
    for (int t = 0; t < steps; t++) {
        update_h(n);
        update_e(n);
        ez[n / 2][n / 2][n / 2] += 0.1f * t;
    }
}

int main(int argc, char **argv)
{
    int n = cover_size(argc, argv, 1, 16), steps = cover_size(argc, argv, 2, 5);
    if (n > MOST)
        n = MOST;
    bench_fill_float(&ex[0][0][0], sizeof ex / sizeof(float), 1);
    bench_fill_float(&hy[0][0][0], sizeof hy / sizeof(float), 2);
    cover_start();
    run(n, steps);
    cover_stop();
    cover_result(ez, sizeof ez);
    cover_result(hz, sizeof hz);
    return cover_end();
}
