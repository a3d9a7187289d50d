/* Conjugate gradients with a five-point operator: functions for the operator, dot products and updates. sizes: 1000 60 */
#include "coverage.h"

static void apply(int n, double h, double (*w)[n + 2], double (*x)[n + 2])
{
    for (int i = 1; i <= n; i++)
        for (int j = 1; j <= n; j++)
            w[i][j] = (4 + h) * x[i][j] - x[i - 1][j] - x[i + 1][j] - x[i][j - 1] - x[i][j + 1];
}

static double dot(int n, double (*x)[n + 2], double (*y)[n + 2])
{
    double sum = 0;
    for (int i = 1; i <= n; i++)
        for (int j = 1; j <= n; j++)
            sum += x[i][j] * y[i][j];
    return sum;
}

static void axpy(int n, double a, double (*x)[n + 2], double (*y)[n + 2])
{
    for (int i = 1; i <= n; i++)
        for (int j = 1; j <= n; j++)
            y[i][j] += a * x[i][j];
}

static int solve(int n, int most, double (*x)[n + 2], double (*r)[n + 2], double (*p)[n + 2], double (*w)[n + 2])
{
    double rho = dot(n, r, r);
    int k;
    for (k = 0; k < most && rho > 1e-18; k++) {
        apply(n, 0.01, w, p);
        double alpha = rho / dot(n, p, w);
        axpy(n, alpha, p, x);
        axpy(n, -alpha, w, r);
        double next = dot(n, r, r), beta = next / rho;
        rho = next;
        for (int i = 1; i <= n; i++)
            for (int j = 1; j <= n; j++)
                p[i][j] = r[i][j] + beta * p[i][j];
    }
    return k;
}

int main(int argc, char **argv)
{
    int n = cover_size(argc, argv, 1, 30), most = cover_size(argc, argv, 2, 12);
    size_t count = (size_t)(n + 2) * (n + 2);
    double *x = bench_alloc(count * sizeof *x), *r = bench_alloc(count * sizeof *r), *p = bench_alloc(count * sizeof *p);
    double *w = bench_alloc(count * sizeof *w), *b = cover_doubles((size_t)n * n, 1);
    for (int i = 0; i < n; i++)
        memcpy(r + (size_t)(i + 1) * (n + 2) + 1, b + (size_t)i * n, n * sizeof *b);
    memcpy(p, r, count * sizeof *p);
    cover_start();
    solve(n, most, (void *)x, (void *)r, (void *)p, (void *)w);
    cover_stop();
    cover_result(x, sizeof(double) * count);
    return cover_end();
}
