/* A nest in which every bit of what it reads changes a bit of what it writes: multiplied by odd numbers, none is lost. */
#include <stdio.h>

enum { N = 120 };
static unsigned a[N][N], in[N][N];

static void mix(int n)
{
    for (int i = 1; i < n; i++)
        for (int j = 1; j < n; j++)
            a[i][j] = a[i - 1][j] * 3 + a[i][j - 1] * 5 + in[i][j];
}

int main(void)
{
    unsigned sum = 0;
    for (int e = 0; e < N * N; e++)
        (&a[0][0])[e] = (&in[0][0])[e] = (unsigned)e * 2654435761u;
    mix(N);
    for (int e = 0; e < N * N; e++)
        sum = sum * 31 + (&a[0][0])[e];
    printf("%u\n", sum);
    return 0;
}
