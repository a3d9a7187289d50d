extern double field[400][400];
void fill(int n);

void fill(int n)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            field[i][j] = i + 0.5 * j;
}
