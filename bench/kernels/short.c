/* short outer|trailing|sizes [REPEATS] - nests that are short and called often, for bench/deciding.py.
 *
 * outer: under two sequential loops (a plane is copied out of a cube and back). trailing: the trailing part of an
 * elimination. sizes: other sizes at each call. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { D = 64, B = 16, N = 400 };
static double x[D][D][D], y[D][B], a[N][N];

static double outer(void)
{
    double sum = 0;
    for (int k = 0; k < D; k++)
        for (int from = 0; from <= D - B; from += B) {
            for (int j = 0; j < D; j++)
                for (int i = 0; i < B; i++)
                    y[j][i] = x[k][j][i + from] + 1;
            sum += y[k][0];
            for (int j = 0; j < D; j++)
                for (int i = 0; i < B; i++)
                    x[k][j][i + from] = y[j][i] * 0.5;
        }
    return sum;
}

static double trailing(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            a[i][j] = i == j ? N : 1.0 / (1 + i + j);
    for (int k = 0; k < N; k++) {
        for (int i = k + 1; i < N; i++)
            a[i][k] /= a[k][k];
        for (int i = k + 1; i < N; i++)
            for (int j = k + 1; j < N; j++)
                a[i][j] -= a[i][k] * a[k][j];
    }
    return a[N - 1][N - 1];
}

static double sizes(void)
{
    for (int call = 0; call < 256; call++) {
        int n = 30 + call % 29, m = 30 + call % 31;
        for (int i = 1; i < n; i++)
            for (int j = 1; j < m; j++)
                a[i][j] = 0.5 * (a[i - 1][j] + a[i][j - 1]) + 0.25;
    }
    return a[20][20];
}

int main(int argc, char **argv)
{
    double sum = 0;
    int repeats = argc > 2 ? atoi(argv[2]) : 100;
    for (int r = 0; r < repeats; r++)
        sum += strcmp(argv[argc > 1], "trailing") == 0 ? trailing() : strcmp(argv[argc > 1], "sizes") == 0 ? sizes() : outer();
    printf("%.17g\n", sum);
    return 0;
}
