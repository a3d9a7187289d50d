void relax(int steps, int n, double (*u)[n], double (*f)[n]) {
  for (int t = 0; t < steps; t++)
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < n - 1; j++)
        u[i][j] = .5 * u[i][j] + .25 * (u[i - 1][j] + u[i][j - 1] + u[i][j + 1] + u[i + 1][j] - f[i][j]);
}
