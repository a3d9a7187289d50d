/* Gauss-Seidel sweeps in place until the sum of all changes is small. sizes: 2000 40 */
#include "coverage.h"

static int relax(int n, int most, double tolerance, double (*u)[n], double *history)
{
    double norm = tolerance + 1;
    int iter = 0;
    while (norm > tolerance && iter < most) {
        norm = 0;
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++) {
                double old = u[i][j];
                u[i][j] = 0.25 * (u[i - 1][j] + u[i + 1][j] + u[i][j - 1] + u[i][j + 1]);
                norm += fabs(u[i][j] - old);
            }
        history[iter++] = norm;
    }
    return iter;
}

int main(int argc, char **argv)
{
    int n = cover_size(argc, argv, 1, 40), most = cover_size(argc, argv, 2, 20);
    double *u = cover_doubles((size_t)n * n, 1), *history = cover_doubles((size_t)most, 2);
    cover_start();
    int iter = relax(n, most, 1e-6, (double (*)[n])u, history);
    cover_stop();
    cover_result(&iter, sizeof iter);
    cover_result(u, sizeof(double) * n * n);
    cover_result(history, sizeof(double) * most);
    return cover_end();
}
