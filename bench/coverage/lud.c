/* LU by Crout's order on linear memory, with a sum in a scalar. sizes: 1500 */
#include "coverage.h"

static void lud(float *a, int size)
{
    int i, j, k;
    float sum;

    for (i = 0; i < size; i++) {
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
    int n = cover_size(argc, argv, 1, 50);
    float *a = cover_floats((size_t)n * n, 1);
    for (int i = 0; i < n; i++)
        a[i * n + i] += 4 * n;
    cover_start();
    lud(a, n);
    cover_stop();
    cover_result(a, sizeof(float) * n * n);
    return cover_end();
}
