/* The correlation of columns: means, deviations with a floor, scaled data, a symmetric product. sizes: 1200 1300 */
#include "coverage.h"

#define FLOOR 0.1

static void correlation(int n, int m, double data[n][m], double corr[m][m], double mean[m], double dev[m])
{
    int i, j, k;

    for (j = 0; j < m; j++) {
        mean[j] = 0.0;
        for (i = 0; i < n; i++)
            mean[j] += data[i][j];
        mean[j] /= n;
    }
    for (j = 0; j < m; j++) {
        dev[j] = 0.0;
        for (i = 0; i < n; i++)
            dev[j] += (data[i][j] - mean[j]) * (data[i][j] - mean[j]);
        dev[j] = sqrt(dev[j] / n);
        dev[j] = dev[j] <= FLOOR ? 1.0 : dev[j];
    }
    for (i = 0; i < n; i++)
        for (j = 0; j < m; j++) {
            data[i][j] -= mean[j];
            data[i][j] /= sqrt((double)n) * dev[j];
        }
    for (i = 0; i < m - 1; i++) {
        corr[i][i] = 1.0;
        for (j = i + 1; j < m; j++) {
            corr[i][j] = 0.0;
            for (k = 0; k < n; k++)
                corr[i][j] += data[k][i] * data[k][j];
            corr[j][i] = corr[i][j];
        }
    }
    corr[m - 1][m - 1] = 1.0;
}

int main(int argc, char **argv)
{
    int n = cover_size(argc, argv, 1, 50), m = cover_size(argc, argv, 2, 40);
    double *data = cover_doubles((size_t)n * m, 1), *corr = cover_doubles((size_t)m * m, 2);
    double *mean = cover_doubles(m, 3), *dev = cover_doubles(m, 4);
    cover_start();
    correlation(n, m, (void *)data, (void *)corr, mean, dev);
    cover_stop();
    cover_result(corr, sizeof(double) * m * m);
    return cover_end();
}
