void checked(int n, double (*A)[41]) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j <= i; j++)
      A[i][j] = A[i - 1][j] + A[i][j - 1];
}
