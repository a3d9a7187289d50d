#include "size.h"

double field[SIZE][SIZE];

void sweep(int n)
{
    for (int i = 1; i < n; i++)
        for (int j = 1; j < n; j++)
            field[i][j] = 0.25 * field[i][j] + 0.5 * field[i - 1][j] - field[i][j - 1] * 0.125;
}
