double change(int n, int m, double (*u)[m]) {
  double norm = 0;
  float small = 1;
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++) {
      double old = u[i][j];
      u[i][j] = 0.5 * (u[i - 1][j] + u[i][j - 1]);
      norm += (u[i][j] - old) * 0.5;
      small -= (float)i;
    }
  return norm + small;
}

double below(int n, int m, double (*u)[m]) {
  double sum = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j <= i; j++) {
      u[i][j] = 2 * u[i][j];
      sum += u[i][j];
    }
  return sum;
}
