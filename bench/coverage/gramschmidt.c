/* Modified Gram-Schmidt: a QR factorisation column by column. sizes: 1000 1100 */
#include "coverage.h"

static void gram_schmidt(int rows, int cols, double (*a)[cols], double (*q)[cols], double (*r)[cols])
{
    for (int k = 0; k < cols; k++) {
        double norm = 0;
        for (int i = 0; i < rows; i++)
            norm += a[i][k] * a[i][k];
        r[k][k] = sqrt(norm);
        for (int i = 0; i < rows; i++)
            q[i][k] = a[i][k] / r[k][k];
        for (int j = k + 1; j < cols; j++) {
            r[k][j] = 0;
            for (int i = 0; i < rows; i++)
                r[k][j] += q[i][k] * a[i][j];
            for (int i = 0; i < rows; i++)
                a[i][j] -= q[i][k] * r[k][j];
        }
    }
}

int main(int argc, char **argv)
{
    int rows = cover_size(argc, argv, 1, 40), cols = cover_size(argc, argv, 2, 30);
    double *a = cover_doubles((size_t)rows * cols, 1), *q = cover_doubles((size_t)rows * cols, 2);
    double *r = cover_doubles((size_t)cols * cols, 3);
    cover_start();
    gram_schmidt(rows, cols, (double (*)[cols])a, (double (*)[cols])q, (double (*)[cols])r);
    cover_stop();
    cover_result(q, sizeof(double) * rows * cols);
    cover_result(r, sizeof(double) * cols * cols);
    return cover_end();
}
