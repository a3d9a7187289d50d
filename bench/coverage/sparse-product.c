/* A sparse matrix in compressed rows times a vector, as in NPB CG. sizes: 100000 20 */
#include "coverage.h"

static void multiply(int n, const int *start, const int *column, const double *value, const double *x, double *y)
{
    for (int i = 0; i < n; i++) {
        double sum = 0;
        for (int k = start[i]; k < start[i + 1]; k++)
            sum += value[k] * x[column[k]];
        y[i] = sum;
    }
}

int main(int argc, char **argv)
{
    int n = cover_size(argc, argv, 1, 200), times = cover_size(argc, argv, 2, 4), per_row = 9;
    int *start = cover_ints(n + 1, 1, 9), *column = cover_ints((size_t)n * per_row, 2, n);
    double *value = cover_doubles((size_t)n * per_row, 3), *x = cover_doubles(n, 4), *y = cover_doubles(n, 5);
    for (int i = 0; i <= n; i++)
        start[i] = i * per_row;
    cover_start();
    for (int t = 0; t < times; t++) {
        multiply(n, start, column, value, x, y);
        x[t % n] = y[t % n] * 0.1;
    }
    cover_stop();
    cover_result(y, sizeof(double) * n);
    return cover_end();
}
