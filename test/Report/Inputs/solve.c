/* The nest of run.json. */
void solve(int n, double (*A)[n])
{
    for (int i = 1; i < n; i++)
        for (int j = 1; j < n; j++)
            A[i][j] += A[i - 1][j] + A[i][j - 1];
    A[0][0] = 0;
}
