void score(int n, int m, int w, int *H) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++)
      H[i * w + j] = (H[(i - 1) * w + j] > H[i * w + j - 1] ? H[(i - 1) * w + j] : H[i * w + j - 1]) - H[(i - 1) * w + j - 1];
}
