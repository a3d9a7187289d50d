/* Each line of a cube times a matrix, through a line of scratch memory. sizes: 140 150 160 */
#include "coverage.h"

static void doitgen(int nr, int nq, int np, double a[nr][nq][np], double c4[np][np], double line[np])
{
    for (int r = 0; r < nr; r++)
        for (int q = 0; q < nq; q++) {
            for (int p = 0; p < np; p++) {
                line[p] = 0;
                for (int s = 0; s < np; s++)
                    line[p] += a[r][q][s] * c4[s][p];
            }
            for (int p = 0; p < np; p++)
                a[r][q][p] = line[p];
        }
}

int main(int argc, char **argv)
{
    int nr = cover_size(argc, argv, 1, 12), nq = cover_size(argc, argv, 2, 14), np = cover_size(argc, argv, 3, 16);
    double *a = cover_doubles((size_t)nr * nq * np, 1), *c4 = cover_doubles((size_t)np * np, 2), *line = cover_doubles(np, 3);
    cover_start();
    doitgen(nr, nq, np, (void *)a, (void *)c4, line);
    cover_stop();
    cover_result(a, sizeof(double) * nr * nq * np);
    return cover_end();
}
