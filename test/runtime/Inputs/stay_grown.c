/* An area grows for a region and goes back for the same: its part along another loop is scattered. Other ranks have not
   heard of the growth when rank 0 fetches. */
#include <stdio.h>

enum { N = 12 };
static double v[N][N + 1][N + 1][5];

static void fall(int k, double v[N][N + 1][N + 1][5])
{
    for (int i = 1; i < N - 1; i++)
        for (int j = 1; j < N - 1; j++)
            for (int m = 0; m < 5; m++)
                v[i][j][k][m] = v[i][j][k][m] - 0.3 * v[i][j][k - 1][m];
    for (int i = 1; i < N - 1; i++)
        for (int j = 1; j < N - 1; j++)
            for (int m = 0; m < 5; m++)
                v[i][j][k][m] = v[i][j][k][m] - 0.2 * v[i][j - 1][k][m] - 0.1 * v[i - 1][j][k][m];
}

int main(void)
{
    int at = 0;
    while (at < N * (N + 1) * (N + 1) * 5) { /* no region */
        (&v[0][0][0][0])[at] = (at * 37 % 101) * 0.01;
        at++;
    }
    for (int t = 0; t < 3; t++) {
        for (int i = 1; i < N - 1; i++)
            for (int j = 1; j < N - 1; j++)
                for (int k = 1; k < N - 1; k++)
                    for (int m = 0; m < 5; m++)
                        v[i][j][k][m] = 0.5 * v[i][j][k][m];
        int k = 0;
        while (++k < N - 1)
            fall(k, v);
    }
    double sum = 0;
    for (at = 0; at < N * (N + 1) * (N + 1) * 5; at++)
        sum += (at % 17 + 1) * (&v[0][0][0][0])[at];
    printf("%a\n", sum);
    return 0;
}
