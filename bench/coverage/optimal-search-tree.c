/* The optimal binary search tree: intervals with the sum of their weights. sizes: 1000 */
#include "coverage.h"

static void tree(int n, const float *weight, float (*cost)[n], float (*sum)[n])
{
    for (int i = n - 1; i >= 0; i--) {
        sum[i][i] = cost[i][i] = weight[i];
        for (int j = i + 1; j < n; j++) {
            sum[i][j] = sum[i][j - 1] + weight[j];
            float best = fminf(cost[i + 1][j], cost[i][j - 1]);
            for (int r = i + 1; r < j; r++)
                best = fminf(best, cost[i][r - 1] + cost[r + 1][j]);
            cost[i][j] = best + sum[i][j];
        }
    }
}

int main(int argc, char **argv)
{
    int n = cover_size(argc, argv, 1, 60);
    float *weight = cover_floats(n, 1), *cost = cover_floats((size_t)n * n, 2), *sum = cover_floats((size_t)n * n, 3);
    cover_start();
    tree(n, weight, (float (*)[n])cost, (float (*)[n])sum);
    cover_stop();
    cover_result(cost, sizeof(float) * n * n);
    return cover_end();
}
