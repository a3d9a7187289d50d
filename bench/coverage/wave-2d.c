/* The wave equation, three time levels in one array, chosen by the remainder of the step. sizes: 1500 60 */
#include "coverage.h"

static void wave(int n, int steps, double c2, double (*u)[n][n])
{
    for (int t = 1; t < steps; t++)
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++)
                u[(t + 1) % 3][i][j] = 2 * u[t % 3][i][j] - u[(t + 2) % 3][i][j]
                                     + c2 * (u[t % 3][i + 1][j] + u[t % 3][i - 1][j] + u[t % 3][i][j + 1] + u[t % 3][i][j - 1]
                                             - 4 * u[t % 3][i][j]);
}

int main(int argc, char **argv)
{
    int n = cover_size(argc, argv, 1, 40), steps = cover_size(argc, argv, 2, 10);
    size_t count = (size_t)n * n * 3;
    double *u = cover_doubles(count, 1);
    cover_start();
    wave(n, steps, 0.2, (double (*)[n][n])u);
    cover_stop();
    cover_result(u, sizeof(double) * count);
    return cover_end();
}
