/* Needleman-Wunsch: global alignment in one linear table, both halves of the diagonals apart. sizes: 6000 */
#include "coverage.h"

static int best_of(int a, int b, int c)
{
    int k = a <= b ? b : a;
    return k <= c ? c : k;
}

static void align(int n, int penalty, int *table, const int *reference)
{
    for (int i = 0; i < n - 2; i++)
        for (int idx = 0; idx <= i; idx++) {
            int at = (idx + 1) * n + (i + 1 - idx);
            table[at] = best_of(table[at - 1 - n] + reference[at], table[at - 1] - penalty, table[at - n] - penalty);
        }
    for (int i = n - 3; i >= 0; i--)
        for (int idx = 0; idx <= i; idx++) {
            int at = (n - idx - 2) * n + idx + n - i - 2;
            table[at] = best_of(table[at - 1 - n] + reference[at], table[at - 1] - penalty, table[at - n] - penalty);
        }
}

int main(int argc, char **argv)
{
    int n = cover_size(argc, argv, 1, 60);
    int *table = bench_alloc(sizeof(int) * n * n), *reference = cover_ints((size_t)n * n, 1, 24);
    for (int i = 0; i < n; i++)
        table[i] = table[i * n] = -10 * i;
    cover_start();
    align(n, 10, table, reference);
    cover_stop();
    cover_result(table, sizeof(int) * n * n);
    return cover_end();
}
