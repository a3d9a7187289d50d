/* All shortest paths. sizes: 1200 */
#include "coverage.h"

static void shortest_paths(int n, int (*dist)[n])
{
    for (int k = 0; k < n; k++)
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                if (dist[i][k] + dist[k][j] < dist[i][j])
                    dist[i][j] = dist[i][k] + dist[k][j];
}

int main(int argc, char **argv)
{
    int n = cover_size(argc, argv, 1, 50);
    int *dist = cover_ints((size_t)n * n, 1, 1000);
    cover_start();
    shortest_paths(n, (int (*)[n])dist);
    cover_stop();
    cover_result(dist, sizeof(int) * n * n);
    return cover_end();
}
