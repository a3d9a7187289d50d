/* Two arrays swept until the largest change is small. sizes: 1000 100 */
#include "coverage.h"

static int relax(int n, int most, double tolerance, double (*u)[n], double (*v)[n])
{
    double change = tolerance + 1;
    int steps = 0;
    while (change > tolerance && steps < most) {
        change = 0;
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++) {
                v[i][j] = 0.25 * (u[i - 1][j] + u[i + 1][j] + u[i][j - 1] + u[i][j + 1]);
                double d = fabs(v[i][j] - u[i][j]);
                if (d > change)
                    change = d;
            }
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++)
                u[i][j] = v[i][j];
        steps++;
    }
    return steps;
}

int main(int argc, char **argv)
{
    int n = cover_size(argc, argv, 1, 40), most = cover_size(argc, argv, 2, 20);
    double *u = cover_doubles((size_t)n * n, 1), *v = cover_doubles((size_t)n * n, 2);
    cover_start();
    int steps = relax(n, most, 1e-3, (double (*)[n])u, (double (*)[n])v);
    cover_stop();
    cover_result(&steps, sizeof steps);
    cover_result(u, sizeof(double) * n * n);
    return cover_end();
}
