/* Variables that nests accumulate in. */
int total(int n, int m, int (*a)[m]) {
  int s = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      if (a[i][j] > 3)
        s += a[i][j];
  return s;
}
double least(int n, const double *a) {
  double x = a[0];
  for (int i = 1; i < n; i++)
    x = a[i] < x ? a[i] : x;
  return x;
}
