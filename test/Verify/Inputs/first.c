/* The first of the greatest values, and one that a NaN may take the place of. */
int first(int n, int m, double (*a)[m], double best) {
  int at = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      if (a[i][j] > best) {
        best = a[i][j];
        at = 100 * i + j;
      }
  return at;
}
double greatest(int n, const double *a) {
  double most = 0;
  for (int i = 0; i < n; i++)
    most = most > a[i] ? most : a[i];
  return most;
}
