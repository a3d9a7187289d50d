/* A region whose points take so many microseconds each, without a core: slow MICROSECONDS [CALLS]. A line of the
   program's own is begun in front of it, and ended behind. */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { ROWS = 24, COLUMNS = 64 };
static double A[ROWS][COLUMNS];
static int microseconds;

__attribute__((noinline)) static double slowly(double x)
{
    if (microseconds)
        usleep(microseconds);
    return x;
}

__attribute__((noinline)) static void sweep(void)
{
#pragma tilepipe parallel, assume(pure: slowly)
    for (int i = 1; i < ROWS; i++)
        for (int j = 1; j < COLUMNS; j++)
            A[i][j] = slowly(A[i - 1][j] + 0.5 * A[i][j - 1]);
}

int main(int argc, char **argv)
{
    int calls = argc > 2 ? atoi(argv[2]) : 1;
    microseconds = argc > 1 ? atoi(argv[1]) : 0;
    for (int j = 0; j < COLUMNS; j++)
        A[0][j] = j;
    fputs("solving ... ", stderr);
    while (calls-- > 0)
        sweep();
    fputs("done\n", stderr);
    printf("%.17g\n", A[ROWS - 1][COLUMNS - 1]);
    return 0;
}
