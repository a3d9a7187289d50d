/* growing [SIZE] - LU by Crout's order on linear memory: what is left of rows and columns becomes shorter, and what is
 * done for each element longer. A step that nobody knows keeps the outer loop sequential. */
#include <stdio.h>
#include <stdlib.h>

static volatile int step = 1;

static void factor(float *a, int size)
{
    int i, j, k;
    float sum;

    for (i = 0; i < size; i += step) {
        for (j = i; j < size; j++) {
            sum = a[i * size + j];
            for (k = 0; k < i; k++)
                sum -= a[i * size + k] * a[k * size + j];
            a[i * size + j] = sum;
        }
        for (j = i + 1; j < size; j++) {
            sum = a[j * size + i];
            for (k = 0; k < i; k++)
                sum -= a[j * size + k] * a[k * size + i];
            a[j * size + i] = sum / a[i * size + i];
        }
    }
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 1000;
    float *a = malloc(sizeof *a * (size_t)n * (size_t)n);
    double sum = 0;
    if (!a)
        return 1;
    for (int i = 0; i < n * n; i++)
        a[i] = (float)(1 + i * 7 % 5 + (i % (n + 1) == 0 ? 4 * n : 0));
    factor(a, n);
    for (int i = 0; i < n * n; i++)
        sum += (double)a[i] * (1 + i % 3);
    printf("%.17g\n", sum);
    free(a);
    return 0;
}
