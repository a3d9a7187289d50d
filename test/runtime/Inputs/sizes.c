/* sizes - a region called with other arrays and other values each time, but of two sizes only. */
#include <stdio.h>
#include <stdlib.h>

static void sweep(int n, int m, int step, double w, double (*a)[m], const double *f)
{
    for (int i = 1; i < n; i++)
        for (int j = 1; j < m; j++)
            a[i][j] = w * (a[i - 1][j] + a[i][j - 1]) + 0.01 * step * f[j];
}

static unsigned long hash;

static void add(const double *at, int count)
{
    for (int i = 0; i < count; i++) {
        unsigned long bits;
        __builtin_memcpy(&bits, at + i, 8);
        hash = (hash ^ bits) * 1099511628211ul;
    }
}

static double *filled(int count, int seed)
{
    double *at = malloc(sizeof(double) * (size_t)count);
    for (int i = 0; i < count; i++)
        at[i] = 1 + (i + seed) % 17;
    return at;
}

int main(void)
{
    double *kept[6], *f = filled(400, 3), *x = filled(150 * 150, 5);
    /* A plan for this size never runs. */
    sweep(150, 150, 1, 0.3, (double (*)[150])x, x + 300);
    add(x, 150 * 150);
    free(x);
    for (int step = 0; step < 24; step++) {
        int n = step % 3 ? 90 : 200, m = step % 3 ? 300 : 120;
        double *a = filled(n * m, step);
        /* The factors are the array's own row: that cannot run as a pipeline, and leaves nothing behind. */
        sweep(n, m, step, 0.3, (double (*)[m])a, a + 5 * m);
        sweep(n, m, step, 0.4 + 0.001 * step, (double (*)[m])a, f);
        add(a, n * m);
        if (step < 6)
            kept[step] = a; /* so that addresses differ */
        else
            free(a);
    }
    for (int k = 0; k < 6; k++)
        free(kept[k]);
    free(f);
    printf("result %lx\n", hash);
    return 0;
}
