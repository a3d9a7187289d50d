void sweep(int n, int m, short (*A)[m])
{
    for (int i = 1; i < n; i++)
        for (int j = 1; j < m; j++)
            A[i][j] = A[i - 1][j] + A[i][j - 1] - A[i - 1][j - 1];
}
