/* The two products of a biconjugate gradient step, in one sweep over the matrix. sizes: 6000 5500 */
#include "coverage.h"

static void bicg(int n, int m, const double *restrict A, double *restrict s, double *restrict q,
                 const double *restrict p, const double *restrict r)
{
    int i, j;
    for (j = 0; j < m; j++)
        s[j] = 0;
    for (i = 0; i < n; i++) {
        q[i] = 0;
        for (j = 0; j < m; j++) {
            s[j] = s[j] + r[i] * A[i * m + j];
            q[i] = q[i] + A[i * m + j] * p[j];
        }
    }
}

int main(int argc, char **argv)
{
    int n = cover_size(argc, argv, 1, 60), m = cover_size(argc, argv, 2, 52);
    double *A = cover_doubles((size_t)n * m, 1), *s = cover_doubles(m, 2), *q = cover_doubles(n, 3);
    double *p = cover_doubles(m, 4), *r = cover_doubles(n, 5);
    cover_start();
    bicg(n, m, A, s, q, p, r);
    cover_stop();
    cover_result(s, sizeof(double) * m);
    cover_result(q, sizeof(double) * n);
    return cover_end();
}
