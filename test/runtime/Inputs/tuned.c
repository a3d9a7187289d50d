/* tuned SIZE CALLS - a region called many times; its result, and how often it ran. With CALLS=0 for ever. */
#include "tilepipe/testing.h"

#include <stdio.h>
#include <stdlib.h>

static void sweep(int n, double (*a)[n])
{
    for (int i = 1; i < n; i++)
        for (int j = 1; j < n; j++)
            a[i][j] = (a[i - 1][j] + a[i][j - 1]) * 0.5 - a[i - 1][j - 1] * 0.125;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 300, calls = argc > 2 ? atoi(argv[2]) : 50;
    double (*a)[n] = malloc(sizeof(double) * n * n);
    unsigned long hash = 0;
    for (int i = 0; i < n * n; i++)
        ((double *)a)[i] = 1 + i % 17;
    for (int c = 0; c < calls || calls == 0; c++)
        sweep(n, a);
    for (int i = 0; i < n * n; i++) {
        unsigned long bits;
        __builtin_memcpy(&bits, (double *)a + i, 8);
        hash = (hash ^ bits) * 1099511628211ul;
    }
    printf("result %lx\n", hash);
    return 0;
}
