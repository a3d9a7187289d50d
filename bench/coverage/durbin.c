/* Durbin's recursion for a Toeplitz system. sizes: 6000 */
#include "coverage.h"

static void durbin(int n, const double *r, double *y, double *z)
{
    double alpha = -r[0], beta = 1;
    y[0] = -r[0];
    for (int k = 1; k < n; k++) {
        beta = (1 - alpha * alpha) * beta;
        double sum = 0;
        for (int i = 0; i < k; i++)
            sum += r[k - i - 1] * y[i];
        alpha = -(r[k] + sum) / beta;
        for (int i = 0; i < k; i++)
            z[i] = y[i] + alpha * y[k - i - 1];
        for (int i = 0; i < k; i++)
            y[i] = z[i];
        y[k] = alpha;
    }
}

int main(int argc, char **argv)
{
    int n = cover_size(argc, argv, 1, 80);
    double *r = cover_doubles(n, 1), *y = cover_doubles(n, 2), *z = cover_doubles(n, 3);
    for (int i = 0; i < n; i++)
        r[i] = r[i] / (i + 2);
    cover_start();
    durbin(n, r, y, z);
    cover_stop();
    cover_result(y, sizeof(double) * n);
    return cover_end();
}
