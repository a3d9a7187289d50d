/* The covariance of columns: means, centred data, a symmetric product. sizes: 1200 1300 */
#include "coverage.h"

static void covariance(int points, int vars, double (*data)[vars], double (*cov)[vars], double *mean)
{
    for (int j = 0; j < vars; j++) {
        mean[j] = 0;
        for (int i = 0; i < points; i++)
            mean[j] += data[i][j];
        mean[j] /= points;
    }
    for (int i = 0; i < points; i++)
        for (int j = 0; j < vars; j++)
            data[i][j] -= mean[j];
    for (int i = 0; i < vars; i++)
        for (int j = i; j < vars; j++) {
            cov[i][j] = 0;
            for (int k = 0; k < points; k++)
                cov[i][j] += data[k][i] * data[k][j];
            cov[i][j] /= points - 1.0;
            cov[j][i] = cov[i][j];
        }
}

int main(int argc, char **argv)
{
    int points = cover_size(argc, argv, 1, 50), vars = cover_size(argc, argv, 2, 40);
    double *data = cover_doubles((size_t)points * vars, 1), *cov = cover_doubles((size_t)vars * vars, 2);
    double *mean = cover_doubles(vars, 3);
    cover_start();
    covariance(points, vars, (double (*)[vars])data, (double (*)[vars])cov, mean);
    cover_stop();
    cover_result(cov, sizeof(double) * vars * vars);
    return cover_end();
}
