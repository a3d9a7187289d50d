/* Nests whose points take as long as the arguments say: ROWS COLUMNS FIRST LATER, where points of the first half of the
   rows take FIRST thousand steps, later ones LATER thousand. */
#include <stdio.h>
#include <stdlib.h>

static double a[64][64], b[64][64];

static double steps(double x, int thousands)
{
    for (long k = 0; k < thousands * 1000l; k++)
        x = x * 0.5 + 1.0;
    return x;
}

static void chain(int n, int m, int first, int later)
{
    for (int i = 1; i < n; i++)
        for (int j = 1; j < m; j++)
            a[i][j] = steps(a[i - 1][j] + a[i][j - 1] * 0.25, i < (n + 1) / 2 ? first : later);
}

static void rows(int n, int m, int first, int later)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            b[i][j] = steps(b[i][j], i < n / 2 ? first : later);
}

int main(int argc, char **argv)
{
    double sum = 0;
    if (argc < 6)
        return 1;
    int n = atoi(argv[2]), m = atoi(argv[3]), first = atoi(argv[4]), later = atoi(argv[5]);
    for (int e = 0; e < 64 * 64; e++)
        (&a[0][0])[e] = (&b[0][0])[e] = e % 23 * 0.37;
    fprintf(stderr, "first\n");
    (argv[1][0] == 'c' ? chain : rows)(n, m, first, later);
    for (int e = 0; e < 64 * 64; e++)
        sum += (&a[0][0])[e] + (&b[0][0])[e];
    printf("%.17g\n", sum);
    return 0;
}
