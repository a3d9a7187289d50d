/* The nearest of many points to each of some others, the first one of several. sizes: 1000000 20 */
#include "coverage.h"

static int nearest(int n, const double *x, const double *y, double px, double py, double *distance)
{
    double best = INFINITY;
    int at = -1;
    for (int i = 0; i < n; i++) {
        double dx = x[i] - px, dy = y[i] - py, d = sqrt(dx * dx + dy * dy);
        if (d < best) {
            best = d;
            at = i;
        }
    }
    *distance = best;
    return at;
}

int main(int argc, char **argv)
{
    int n = cover_size(argc, argv, 1, 3000), others = cover_size(argc, argv, 2, 5);
    double *x = cover_doubles(n, 1), *y = cover_doubles(n, 2), distance;
    cover_start();
    for (int k = 0; k < others; k++) {
        int at = nearest(n, x, y, x[k * 7] + 0.01, y[k * 3], &distance);
        cover_result(&at, sizeof at);
        cover_result(&distance, sizeof distance);
    }
    cover_stop();
    return cover_end();
}
