/* oversubscribed_ranks - a nest of some 10 ms that two ranks share where they have cores. */
#include <stdio.h>

enum { L = 400, STEPS = 20, CALLS = 5 };
static double w[L][L];

__attribute__((noinline)) static void wave(void)
{
    for (int t = 0; t < STEPS; t++)
        for (int i = 1; i < L; i++)
            for (int j = 1; j < L; j++)
                w[i][j] = 0.4 * w[i][j] + 0.3 * w[i - 1][j] + 0.2 * w[i][j - 1] + 0.1;
}

int main(void)
{
    for (int call = 0; call < CALLS; call++)
        wave();
    printf("%.17g\n", w[L / 2][L / 3]);
    return 0;
}
