/* A star-shaped stencil with weights in a table, added to the output; then the input grows. sizes: 2000 30 */
#include "coverage.h"

#define R 2
#define IN(i, j) in[(i) * n + (j)]
#define OUT(i, j) out[(i) * n + (j)]

static void stencil(int n, int times, double *restrict in, double *restrict out)
{
    double weight[2 * R + 1][2 * R + 1];

    for (int jj = -R; jj <= R; jj++)
        for (int ii = -R; ii <= R; ii++)
            weight[ii + R][jj + R] = 0;
    for (int ii = 1; ii <= R; ii++) {
        weight[R][R + ii] = weight[R + ii][R] = 1.0 / (2.0 * ii * R);
        weight[R][R - ii] = weight[R - ii][R] = -1.0 / (2.0 * ii * R);
    }
    for (int t = 0; t <= times; t++) {
        for (int j = R; j < n - R; j++)
            for (int i = R; i < n - R; i++) {
                for (int jj = -R; jj <= R; jj++)
                    OUT(i, j) += weight[R][jj + R] * IN(i, j + jj);
                for (int ii = -R; ii < 0; ii++)
                    OUT(i, j) += weight[ii + R][R] * IN(i + ii, j);
                for (int ii = 1; ii <= R; ii++)
                    OUT(i, j) += weight[ii + R][R] * IN(i + ii, j);
            }
        for (int j = 0; j < n; j++)
            for (int i = 0; i < n; i++)
                IN(i, j) += 1.0;
    }
}

int main(int argc, char **argv)
{
    int n = cover_size(argc, argv, 1, 40), times = cover_size(argc, argv, 2, 3);
    size_t count = (size_t)n * n;
    double *in = cover_doubles(count, 1), *out = cover_doubles(count, 2);
    cover_start();
    stencil(n, times, in, out);
    cover_stop();
    cover_result(out, sizeof(double) * count);
    return cover_end();
}
