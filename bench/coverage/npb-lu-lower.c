/* The lower triangular sweep of SSOR on 5 x 5 blocks, as in NPB LU, simplified. sizes: 64 64 64 20 */
#include "coverage.h"

#define M 5

static void lower(int nx, int ny, int nz, double omega, double (*restrict v)[ny][nx][M], const double (*restrict ldz)[M],
                  const double (*restrict ldy)[M], const double (*restrict ldx)[M], const double (*restrict d)[M])
{
    for (int k = 1; k < nz - 1; k++)
        for (int j = 1; j < ny - 1; j++)
            for (int i = 1; i < nx - 1; i++) {
                double tv[M];
                for (int m = 0; m < M; m++) {
                    tv[m] = v[k][j][i][m];
                    for (int l = 0; l < M; l++)
                        tv[m] -= omega * (ldz[m][l] * v[k - 1][j][i][l] + ldy[m][l] * v[k][j - 1][i][l] + ldx[m][l] * v[k][j][i - 1][l]);
                }
                for (int m = 0; m < M; m++) {
                    for (int l = 0; l < m; l++)
                        tv[m] -= d[m][l] * tv[l];
                    tv[m] /= d[m][m];
                }
                for (int m = 0; m < M; m++)
                    v[k][j][i][m] = tv[m];
            }
}

int main(int argc, char **argv)
{
    int nx = cover_size(argc, argv, 1, 12), ny = cover_size(argc, argv, 2, 14), nz = cover_size(argc, argv, 3, 10);
    int times = cover_size(argc, argv, 4, 2);
    size_t count = (size_t)nx * ny * nz * M;
    double *v = cover_doubles(count, 1), *b = cover_doubles(4 * M * M, 2);
    for (int i = 0; i < 3 * M * M; i++)
        b[i] *= 0.03;
    cover_start();
    for (int t = 0; t < times; t++)
        lower(nx, ny, nz, 1.2, (double (*)[ny][nx][M])v, (double (*)[M])b, (double (*)[M])(b + M * M),
              (double (*)[M])(b + 2 * M * M), (double (*)[M])(b + 3 * M * M));
    cover_stop();
    cover_result(v, sizeof(double) * count);
    return cover_end();
}
