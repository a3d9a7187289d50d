void wave(int n, int steps, double (*u)[n][n]) {
  for (int t = 1; t < steps; t++)
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < n - 1; j++)
        u[(t + 1) % 3][i][j] = 2 * u[t % 3][i][j] - u[(t + 2) % 3][i][j] +
                               0.1 * (u[t % 3][i + 1][j] + u[t % 3][i - 1][j] + u[t % 3][i][j + 1] +
                                      u[t % 3][i][j - 1] - 4 * u[t % 3][i][j]);
}
