/* sor - temperature of a heated plate by successive over-relaxation (Gauss-Seidel order).
 *
 *   sor [n steps]               1200 points a side and 40 steps by default
 *
 * The upper edge is held at 100 degrees, the left one rises to it, the others are at 0. Every step
 * updates all inner points in place: above and left are new values, below and right old ones. Prints
 * the largest remaining defect every tenth step and the temperature of a few points.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static void set_edges(int n, double (*T)[n])
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            T[i][j] = 0.0;
    for (int i = 0; i < n; i++)
        T[i][0] = 100.0 * (n - 1 - i) / (n - 1);
    for (int j = 0; j < n; j++)
        T[0][j] = 100.0;
}

/* The largest amount by which a point misses the mean of its neighbours. */
static double defect(int n, double (*T)[n])
{
    double worst = 0.0;

    for (int i = 1; i < n - 1; i++)
        for (int j = 1; j < n - 1; j++) {
            double d = fabs(0.25 * (T[i - 1][j] + T[i + 1][j] + T[i][j - 1] + T[i][j + 1]) - T[i][j]);
            if (d > worst)
                worst = d;
        }
    return worst;
}

static void relax(int n, double (*T)[n], double omega, int steps)
{
    for (int step = 1; step <= steps; step++) {
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++)
                T[i][j] = (1.0 - omega) * T[i][j]
                        + omega * 0.25 * (T[i - 1][j] + T[i + 1][j] + T[i][j - 1] + T[i][j + 1]);
        if (step % 10 == 0)
            printf("step %4d  defect %.9g\n", step, defect(n, T));
    }
}

int main(int argc, char **argv)
{
    int n = argc > 2 ? atoi(argv[1]) : 1200;
    int steps = argc > 2 ? atoi(argv[2]) : 40;

    if ((argc != 1 && argc != 3) || n < 3 || steps < 0) {
        fprintf(stderr, "usage: sor [n steps], n at least 3\n");
        return 1;
    }

    double (*T)[n] = malloc(sizeof(double[n][n]));
    if (!T) {
        fprintf(stderr, "sor: no memory for %d x %d points\n", n, n);
        return 1;
    }
    set_edges(n, T);
    relax(n, T, 1.9, steps);
    printf("quarter %.17g\ncentre  %.17g\n", T[n / 4][n / 4], T[n / 2][n / 2]);
    free(T);
    return 0;
}
