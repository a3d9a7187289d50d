/* short_calls elsewhere|sizes|set - a nest whose outer loops are sequential: the same space at one place after the other;
 * spaces of ever other sizes, all of them short; these with a setting that asks for runs before the last ten. */
#include <stdio.h>
#include <string.h>

enum { D = 40, B = 32, N = 64, CALLS = 20000 };
static double x[D][D][2 * B], y[D][B], t[N][N];

void tp_set(const char *name, const char *value) __attribute__((weak));

static void copy(int k, int from)
{
    for (int j = 0; j < D; j++)
        for (int i = 0; i < B; i++)
            y[j][i] = x[k][j][i + from] + 1;
}

static void sweep(int low, int n, int m)
{
    for (int i = low; i < n; i++)
        for (int j = low; j < m; j++)
            t[i][j] = 0.5 * (t[i - 1][j] + t[i][j - 1]) + 0.25;
}

int main(int argc, char **argv)
{
    double sum = 0;
    if (argc > 1 && strcmp(argv[1], "elsewhere") == 0)
        for (int k = 0; k < D; k++)
            for (int from = 0; from <= B; from += 8) {
                copy(k, from);
                x[(k + 1) % D][k][from] = y[k][3] * 0.5;
                sum = 0.5 * sum + y[k][1]; /* in order: the loops are no region themselves */
            }
    else
        for (int call = 0; call < CALLS; call++) {
            if (call == CALLS - 10 && argc > 1 && strcmp(argv[1], "set") == 0 && tp_set)
                tp_set("always", "1");
            sweep(1 + call % 5, 40 + call % 23, 41 + call % 19);
            sum += t[30][30];
        }
    printf("%.17g\n", sum);
    return 0;
}
