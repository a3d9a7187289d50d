/* LU factorisation by rows with sums in a scalar, then both triangular solves. sizes: 1500 */
#include "coverage.h"

static void solve(int n, double A[n][n], double b[n], double x[n], double y[n])
{
    int i, j, k;
    double w;

    for (i = 0; i < n; i++) {
        for (j = 0; j < i; j++) {
            w = A[i][j];
            for (k = 0; k < j; k++)
                w -= A[i][k] * A[k][j];
            A[i][j] = w / A[j][j];
        }
        for (j = i; j < n; j++) {
            w = A[i][j];
            for (k = 0; k < i; k++)
                w -= A[i][k] * A[k][j];
            A[i][j] = w;
        }
    }
    for (i = 0; i < n; i++) {
        w = b[i];
        for (j = 0; j < i; j++)
            w -= A[i][j] * y[j];
        y[i] = w;
    }
    for (i = n - 1; i >= 0; i--) {
        w = y[i];
        for (j = i + 1; j < n; j++)
            w -= A[i][j] * x[j];
        x[i] = w / A[i][i];
    }
}

int main(int argc, char **argv)
{
    int n = cover_size(argc, argv, 1, 50);
    double *A = cover_doubles((size_t)n * n, 1), *b = cover_doubles(n, 2), *x = cover_doubles(n, 3), *y = cover_doubles(n, 4);
    for (int i = 0; i < n; i++)
        A[(size_t)i * n + i] += 4 * n;
    cover_start();
    solve(n, (void *)A, b, x, y);
    cover_stop();
    cover_result(A, sizeof(double) * n * n);
    cover_result(x, sizeof(double) * n);
    return cover_end();
}
