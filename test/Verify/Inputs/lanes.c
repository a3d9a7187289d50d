void score(int n, int m, const char *a, const char *b, int (*H)[m]) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++)
      if (a[i] == b[j])
        H[i][j] = H[i - 1][j - 1] + 2;
      else
        H[i][j] = (H[i - 1][j] > H[i][j - 1] ? H[i - 1][j] : H[i][j - 1]) - 1;
}
