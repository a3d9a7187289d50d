/* many_sizes [PASSES] - a region with more sizes than plans are kept for, PASSES times (1), each time followed by twenty
 * rounds of the last ones. */
#include <stdio.h>
#include <stdlib.h>

enum { LEAST = 20, SIZES = 400, RECENT = 32, ROUNDS = 20, M = 24 };
static double a[LEAST + SIZES][M];

__attribute__((noinline)) static void sweep(int n) /* its calls stay */
{
    for (int i = 1; i < n; i++)
        for (int j = 1; j < M; j++)
            a[i][j] = 0.5 * (a[i - 1][j] + a[i][j - 1]) + 0.001 * i;
}

int main(int argc, char **argv)
{
    int passes = argc > 1 ? atoi(argv[1]) : 1;
    double sum = 0;
    for (int pass = 0; pass < passes; pass++) {
        for (int s = 0; s < SIZES; s++) {
            sweep(LEAST + s);
            sum += a[LEAST + s - 1][M - 1];
        }
        for (int round = 0; round < ROUNDS; round++)
            for (int s = SIZES - RECENT; s < SIZES; s++) {
                sweep(LEAST + s);
                sum += a[LEAST + s - 1][M / 2];
            }
    }
    printf("%.17g\n", sum);
    return 0;
}
