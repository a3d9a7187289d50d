/* Integrate predictors: a weighted sum over the columns of each row. sizes: 500000 20 */
#include "coverage.h"

#define C0 0.1
static const double dm[7] = {0.21, 0.22, 0.23, 0.24, 0.25, 0.26, 0.27};

static void predict(int n, double (*px)[13])
{
    for (int i = 0; i < n; i++)
        px[i][0] = dm[6] * px[i][12] + dm[5] * px[i][11] + dm[4] * px[i][10] + dm[3] * px[i][9] + dm[2] * px[i][8]
                 + dm[1] * px[i][7] + dm[0] * px[i][6] + C0 * (px[i][4] + px[i][5]) + px[i][2];
}

int main(int argc, char **argv)
{
    int n = cover_size(argc, argv, 1, 500), times = cover_size(argc, argv, 2, 3);
    double *px = cover_doubles((size_t)n * 13, 1);
    cover_start();
    for (int l = 0; l < times; l++)
        predict(n, (double (*)[13])px);
    cover_stop();
    cover_result(px, sizeof(double) * n * 13);
    return cover_end();
}
