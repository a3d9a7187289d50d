/* Remarks of each kind, with characters of several bytes, braces, brackets and Markdown in expressions. */
#include <stdlib.h>
struct pair {
    double x, y;
};

void sweep(int n, int m, double (*A)[m])
{
    /* é€ */ for (int i = 1; i < n; i++)
        for (int j = 1; j < m; j++)
            A[i][j] = A[i - 1][j] + A[i][j - 1];
}

double total(int n, int m, double (*A)[m])
{
    double sum = 0;
    int count = 0;
#pragma tilepipe parallel
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            /* é€ */ sum += A[i][j] * drand48();
            count += rand();
        }
    return sum + count;
}

void fill(int n, double (*a)[600], struct pair (*f[])(struct pair), double (*g[])(int))
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < 600; j++)
            a[i][j] = f[j](((struct pair){0, i})).x + g[j](1);
}
#pragma tilepip off
