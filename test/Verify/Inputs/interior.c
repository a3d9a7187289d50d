void f(int n, int m, const char *a, const char *b, int (*H)[m]) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      if (i == 0 || j == 0)
        H[i][j] = 0;
      else if (a[i - 1] == b[j - 1])
        H[i][j] = H[i - 1][j - 1] + 1;
      else
        H[i][j] = H[i - 1][j] > H[i][j - 1] ? H[i - 1][j] : H[i][j - 1];
}
