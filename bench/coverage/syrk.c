/* A symmetric update of rank k, lower half, as dot products of rows. sizes: 1000 1200 */
#include "coverage.h"

static void syrk(int n, int m, float alpha, float beta, float (*c)[n], float (*a)[m])
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++) {
            c[i][j] *= beta;
            for (int k = 0; k < m; k++)
                c[i][j] += alpha * a[i][k] * a[j][k];
        }
}

int main(int argc, char **argv)
{
    int n = cover_size(argc, argv, 1, 40), m = cover_size(argc, argv, 2, 36);
    float *c = cover_floats((size_t)n * n, 1), *a = cover_floats((size_t)n * m, 2);
    cover_start();
    syrk(n, m, 1.5f, 1.2f, (float (*)[n])c, (float (*)[m])a);
    cover_stop();
    cover_result(c, sizeof(float) * n * n);
    return cover_end();
}
