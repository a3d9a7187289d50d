void relax(int n, int m, double **u, double **v, double (*w)[m], int sweeps) {
  for (int t = 0; t < sweeps; t++)
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < m - 1; j++)
        u[i][j] = .25 * (u[i - 1][j] + u[i][j - 1] + u[i][j + 1] + u[i + 1][j] - v[i][j] + w[i][j]);
}
