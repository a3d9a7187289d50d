/* The cheapest way through a grid from bottom to top; only two rows are kept, which swap. sizes: 1000000 100 */
#include "coverage.h"

#define MIN(a, b) ((a) <= (b) ? (a) : (b))

static int *pathfinder(int cols, int rows, const int *wall, int *src, int *dst)
{
    for (int x = 0; x < cols; x++)
        dst[x] = wall[x];
    for (int t = 0; t < rows - 1; t++) {
        int *temp = src;
        src = dst;
        dst = temp;
        for (int n = 0; n < cols; n++) {
            int least = src[n];
            if (n > 0)
                least = MIN(least, src[n - 1]);
            if (n < cols - 1)
                least = MIN(least, src[n + 1]);
            dst[n] = wall[(t + 1) * cols + n] + least;
        }
    }
    return dst;
}

int main(int argc, char **argv)
{
    int cols = cover_size(argc, argv, 1, 200), rows = cover_size(argc, argv, 2, 20);
    int *wall = cover_ints((size_t)cols * rows, 1, 10), *src = cover_ints(cols, 2, 10), *dst = cover_ints(cols, 3, 10);
    cover_start();
    int *last = pathfinder(cols, rows, wall, src, dst);
    cover_stop();
    cover_result(last, sizeof(int) * cols);
    return cover_end();
}
