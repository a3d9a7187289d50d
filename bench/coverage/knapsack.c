/* The knapsack with weights: a row per item, the weight shifts the row. sizes: 300 200000 */
#include "coverage.h"

static void knapsack(int items, int capacity, const int *weight, const int *value, int (*best)[capacity + 1])
{
    for (int i = 1; i <= items; i++)
        for (int w = 0; w <= capacity; w++) {
            best[i][w] = best[i - 1][w];
            if (w >= weight[i - 1] && best[i - 1][w - weight[i - 1]] + value[i - 1] > best[i][w])
                best[i][w] = best[i - 1][w - weight[i - 1]] + value[i - 1];
        }
}

int main(int argc, char **argv)
{
    int items = cover_size(argc, argv, 1, 20), capacity = cover_size(argc, argv, 2, 300);
    size_t bytes = sizeof(int) * (items + 1) * (capacity + 1);
    int *weight = cover_ints(items, 1, 40), *value = cover_ints(items, 2, 100), *best = bench_alloc(bytes);
    cover_start();
    knapsack(items, capacity, weight, value, (int (*)[capacity + 1])best);
    cover_stop();
    cover_result(best, bytes);
    return cover_end();
}
