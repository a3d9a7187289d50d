/* A nest over an array of n x m, between two lines of input. */
#include <stdio.h>
#include <stdlib.h>

static void sweep(int n, int m, double (*a)[m])
{
    for (int i = 1; i < n; i++)
        for (int j = 1; j < m; j++)
            a[i][j] = a[i][j] * 0.5 + a[i - 1][j] * 0.3 + a[i][j - 1] * 0.2;
}

int main(int argc, char **argv)
{
    int n = argc > 2 ? atoi(argv[1]) : 1, m = argc > 2 ? atoi(argv[2]) : 1;
    double (*a)[m] = calloc((size_t)n, sizeof *a), sum = 0;
    if (!a)
        return 1;
    /* A single loop is no region. */
    for (int e = 0; e < n * m; e++)
        (&a[0][0])[e] = e % 31;
    for (int round = 0; round < 2; round++) {
        printf("ready\n");
        fflush(stdout);
        getchar();
        if (round == 0)
            sweep(n, m, a);
    }
    for (int i = 0; i < n; i++)
        sum += a[i][m - 1];
    printf("%.17g\n", sum);
    return 0;
}
