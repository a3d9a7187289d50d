/* Nests whose tiles call functions that contain regions. Each is a region itself. */
#include "called.h"

#include <stdio.h>

double elsewhere(double x);
static double a[24][30];

static double computed(double x)
{
    double t[30][40];
    for (int i = 0; i < 30; i++)
        for (int j = 0; j < 40; j++)
            t[i][j] = x - i * 0.25 + j;
    for (int i = 1; i < 30; i++)
        for (int j = 1; j < 40; j++)
            t[i][j] = t[i - 1][j] * 0.25 + t[i][j - 1] * 0.5;
    return t[29][39];
}

static double recursive(double x, int depth)
{
    double t[30][40];
    if (depth == 0)
        return x * 0.5;
    for (int i = 0; i < 30; i++)
        for (int j = 0; j < 40; j++)
            t[i][j] = x + i + j;
    for (int i = 1; i < 30; i++)
        for (int j = 1; j < 40; j++)
            t[i][j] = t[i - 1][j] * 0.5 + t[i][j - 1] * 0.25;
    return recursive(t[29][39], depth - 1);
}

static int bound(int n)
{
    return n - (computed(n) > 1e6);
}

/* Inlined for the analysis, as it reads and writes memory. */
static void stores(double (*to)[30], int i, int j)
{
    to[i][j] = computed(to[i - 1][j]) * 0.5 + to[i][j - 1] * 0.25;
}

static void nest_computed(int n, int m)
{
    for (int i = 1; i < n; i++)
        for (int j = 1; j < m; j++)
            a[i][j] = computed(a[i - 1][j]) * 0.5 + a[i][j - 1] * 0.25;
}

static void nest_header(int n, int m)
{
    for (int i = 1; i < n; i++)
        for (int j = 1; j < m; j++)
            a[i][j] = from_header(a[i - 1][j]) * 0.5 + a[i][j - 1] * 0.25;
}

static void nest_recursive(int n, int m)
{
    for (int i = 1; i < n; i++)
        for (int j = 1; j < m; j++)
            a[i][j] = recursive(a[i - 1][j], j % 3) * 0.5 + a[i][j - 1] * 0.25;
}

static void nest_elsewhere(int n, int m)
{
#pragma tilepipe assume(pure: elsewhere)
    for (int i = 1; i < n; i++)
        for (int j = 1; j < m; j++)
            a[i][j] = elsewhere(a[i - 1][j]) * 0.5 + a[i][j - 1] * 0.25;
}

/* The bounds are no region's, the regions in them are. */
static void nest_bound(int n, int m)
{
    for (int i = 1; i < bound(n); i++)
        for (int j = 1; j < bound(m); j++)
            a[i][j] = a[i - 1][j] * 0.5 + a[i][j - 1] * 0.25;
}

static void nest_stores(int n, int m)
{
    for (int i = 1; i < n; i++)
        for (int j = 1; j < m; j++)
            stores(a, i, j);
}

static void show(const char *name)
{
    unsigned long hash = 0;
    for (unsigned long e = 0; e < sizeof a; e++)
        hash = (hash ^ ((const unsigned char *)a)[e]) * 1099511628211ul;
    printf("%s %016lx\n", name, hash);
}

int main(void)
{
    for (int e = 0; e < 24 * 30; e++)
        (&a[0][0])[e] = e % 23 * 0.37;
    nest_computed(24, 30);
    show("computed");
    nest_header(24, 30);
    show("header");
    nest_recursive(24, 30);
    show("recursive");
    nest_elsewhere(24, 30);
    show("elsewhere");
    nest_bound(4, 5);
    show("bound");
    nest_stores(24, 30);
    show("stores");
    return 0;
}
