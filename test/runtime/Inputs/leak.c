/* Loses memory, and runs a region. */
#include <stdlib.h>

static double a[300][300];
static char *volatile block;

static void sweep(int n)
{
    for (int i = 1; i < n; i++)
        for (int j = 1; j < n; j++)
            a[i][j] = a[i - 1][j] * .5 + a[i][j - 1] * .25 + 1;
}

int main(void)
{
    sweep(300);
    block = malloc(10000);
    block = 0;
    return 0;
}
