#include <stdio.h>

static double A[500][500];

static void sweep(int n, int m)
{
    for (int i = 1; i < n; i++)
        for (int j = 1; j < m; j++)
            A[i][j] = 0.5 * (A[i - 1][j] + A[i][j - 1]) - 0.25 * A[i - 1][j - 1];
}

int main(void)
{
    for (int i = 0; i < 500; i++)
        A[i][0] = A[0][i] = 1 + i % 7;
    sweep(500, 500);
    return printf("%.17g\n", A[499][499]) < 0;
}
