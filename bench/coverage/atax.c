/* A matrix times a vector, then its transpose times that. sizes: 6000 5500 */
#include "coverage.h"

static void atax(int rows, int cols, double (*a)[cols], double *x, double *y, double *t)
{
    for (int j = 0; j < cols; j++)
        y[j] = 0;
    for (int i = 0; i < rows; i++) {
        t[i] = 0;
        for (int j = 0; j < cols; j++)
            t[i] += a[i][j] * x[j];
        for (int j = 0; j < cols; j++)
            y[j] += a[i][j] * t[i];
    }
}

int main(int argc, char **argv)
{
    int rows = cover_size(argc, argv, 1, 60), cols = cover_size(argc, argv, 2, 70);
    double *a = cover_doubles((size_t)rows * cols, 1), *x = cover_doubles(cols, 2);
    double *y = cover_doubles(cols, 3), *t = cover_doubles(rows, 4);
    cover_start();
    atax(rows, cols, (double (*)[cols])a, x, y, t);
    cover_stop();
    cover_result(y, sizeof(double) * cols);
    return cover_end();
}
