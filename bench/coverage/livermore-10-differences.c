/* Difference predictors: a chain of temporaries along each row. sizes: 500000 20 */
#include "coverage.h"

static void differences(int n, double px[][14], double cx[][14])
{
    int i;
    for (i = 0; i < n; i++) {
        double ar, br, cr;
        ar = cx[i][4];
        br = ar - px[i][4];
        px[i][4] = ar;
        cr = br - px[i][5];
        px[i][5] = br;
        ar = cr - px[i][6];
        px[i][6] = cr;
        br = ar - px[i][7];
        px[i][7] = ar;
        cr = br - px[i][8];
        px[i][8] = br;
        ar = cr - px[i][9];
        px[i][9] = cr;
        br = ar - px[i][10];
        px[i][10] = ar;
        cr = br - px[i][11];
        px[i][11] = br;
        px[i][13] = cr - px[i][12];
        px[i][12] = cr;
    }
}

int main(int argc, char **argv)
{
    int n = cover_size(argc, argv, 1, 500), times = cover_size(argc, argv, 2, 3);
    double *px = cover_doubles((size_t)n * 14, 1), *cx = cover_doubles((size_t)n * 14, 2);
    cover_start();
    for (int l = 0; l < times; l++)
        differences(n, (double (*)[14])px, (double (*)[14])cx);
    cover_stop();
    cover_result(px, sizeof(double) * n * 14);
    return cover_end();
}
