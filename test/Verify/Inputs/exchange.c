double *exchange(int steps, int n, double *a, double *b) {
  double *tmp;
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++)
      b[i] = 0.5 * (a[i - 1] + a[i + 1]);
    tmp = a;
    a = b;
    b = tmp;
    for (int i = 1; i < n - 1; i++)
      b[i] += a[i];
  }
  return a;
}
