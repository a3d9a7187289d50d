void relax(int n, int m, double **u, double **v, double (*w)[m], int sweeps) {
  for (int t = 0; t < sweeps; t++)
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < m - 1; j++)
        u[i][j] = .25 * (u[i - 1][j] + u[i][j - 1] + u[i][j + 1] + u[i + 1][j] - v[i][j] + w[i][j]);
}
#define MAX(x, y) ((x) > (y) ? (x) : (y))
void align(int n, int m, int **h, int **other, const char *x, const char *y) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++)
      h[i][j] = MAX(MAX(0, h[i - 1][j - 1] + (x[i] == y[j] ? 2 : -1)), MAX(h[i - 1][j] - 1, h[i][j - 1] - 1));
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++)
      other[i][j] = other[i - 1][j] + other[i][j - 1];
}
