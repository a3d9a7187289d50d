/* Three products through one function on linear memory: G = (A B) (C D). sizes: 700 */
#include "coverage.h"

static void multiply(int n, double *restrict out, const double *restrict x, const double *restrict y)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            double sum = 0;
            for (int k = 0; k < n; k++)
                sum += x[i * n + k] * y[k * n + j];
            out[i * n + j] = sum;
        }
}

int main(int argc, char **argv)
{
    int n = cover_size(argc, argv, 1, 32);
    size_t count = (size_t)n * n;
    double *A = cover_doubles(count, 1), *B = cover_doubles(count, 2), *C = cover_doubles(count, 3);
    double *D = cover_doubles(count, 4), *E = cover_doubles(count, 5), *F = cover_doubles(count, 6);
    double *G = cover_doubles(count, 7);
    cover_start();
    multiply(n, E, A, B);
    multiply(n, F, C, D);
    multiply(n, G, E, F);
    cover_stop();
    cover_result(G, sizeof(double) * count);
    return cover_end();
}
