static double a[200][90], b[200][90], c[200][200];

void rows(int n, int m, const double *restrict w, int size) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j <= i; j++) {
      c[i][j] = 0;
      for (int k = 1; k < m; k++)
        c[i][j] += a[i][k] * b[j][k - 1] + w[j * size + k] * a[i][k - 1];
    }
}
