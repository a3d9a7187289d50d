/* by_turns - seven regions, each called after the others; in one the number of threads changes. */
#include <stdio.h>

#ifdef _OPENMP
void omp_set_num_threads(int);
#else
static void omp_set_num_threads(int threads) { (void)threads; }
#endif

#define N 120
static double a[N][N], b[N][N], c[N][N], d[N][N], e[N][N], f[N][N], g[N][N];

static void constant(void)
{
    for (int i = 1; i < N; i++)
        for (int j = 1; j < N; j++)
            a[i][j] = 0.50 * (a[i - 1][j] + a[i][j - 1]);
    for (int i = 1; i < N; i++)
        for (int j = 1; j < N; j++)
            b[i][j] = 0.51 * (b[i - 1][j] + b[i][j - 1]);
    for (int i = 1; i < N; i++)
        for (int j = 1; j < N; j++)
            c[i][j] = 0.49 * (c[i - 1][j] + c[i][j - 1]);
    for (int i = 1; i < N; i++)
        for (int j = 1; j < N; j++)
            d[i][j] = 0.48 * (d[i - 1][j] + d[i][j - 1]);
    for (int i = 1; i < N; i++)
        for (int j = 1; j < N; j++)
            e[i][j] = 0.47 * (e[i - 1][j] + e[i][j - 1]);
    for (int i = 1; i < N; i++)
        for (int j = 1; j < N; j++)
            f[i][j] = 0.46 * (f[i - 1][j] + f[i][j - 1]);
}

static void threads(int n)
{
    for (int i = 1; i < n; i++)
        for (int j = 1; j < n; j++)
            g[i][j] = 0.5 * (g[i - 1][j] + g[i][j - 1]);
}

static double at_edges(double x[N][N]) { return x[5][N - 1] + x[N - 1][5]; }

int main(void)
{
    for (int j = 0; j < N; j++)
        a[0][j] = b[0][j] = c[0][j] = d[0][j] = e[0][j] = f[0][j] = g[0][j] = 1 + j % 7;
    for (int round = 0; round < 40; round++) {
        constant();
        omp_set_num_threads(1 + round % 10);
        threads(N);
        omp_set_num_threads(2);
    }
    printf("%.17g %.17g %.17g %.17g %.17g %.17g %.17g\n", at_edges(a), at_edges(b), at_edges(c), at_edges(d),
           at_edges(e), at_edges(f), at_edges(g));
    return 0;
}
