/* One call of a nest with few places, each of which holds long loops: forward substitution for many right sides. */
#include <stdio.h>

enum { N = 400, M = 100 };
static double a[N][N], b[M][N];

static void solve(void)
{
    for (int r = 0; r < M; r++)
        for (int i = 0; i < N; i++) {
            for (int k = 0; k < i; k++)
                b[r][i] -= a[i][k] * b[r][k];
            b[r][i] /= a[i][i];
        }
}

int main(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            a[i][j] = i == j ? N : i % 7 + j % 5;
    for (int r = 0; r < M; r++)
        for (int i = 0; i < N; i++)
            b[r][i] = r + i % 11;
    solve();
    printf("%.17g %.17g\n", b[M / 2][N - 1], b[M - 1][N / 3]);
    return 0;
}
