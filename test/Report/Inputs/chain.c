void chain(int n, double *A)
{
    for (int i = 1; i < n; i++)
        A[i] += A[i - 1];
}
