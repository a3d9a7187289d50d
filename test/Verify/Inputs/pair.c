void heat(int T, int n, double (*a)[500]) {
  for (int t = 0; t < T; t++)
    for (int i = 1; i < n - 1; i++)
      a[(t + 1) % 2][i] = 0.25 * (a[t % 2][i - 1] + a[t % 2][i + 1] + a[t % 2][i]);
}
