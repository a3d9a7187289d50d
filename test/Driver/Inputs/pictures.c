/* Nests for pages with pictures: a plane, a space of three dimensions, skewed rows, a triangle, several statements, one loop,
   and a loop that no pipeline can run. */
void plane(int n, int m, double (*A)[m]) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++)
      A[i][j] += A[i - 1][j] + A[i][j - 1]; /* a < b && "c" > d */
}

void space(int n, double (*A)[n][n]) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < n; j++)
      for (int k = 1; k < n; k++)
        A[i][j][k] += A[i - 1][j][k] + A[i][j - 1][k] + A[i][j][k - 1];
}

void skewed(int t, int n, double *A) {
  for (int k = 0; k < t; k++)
    for (int i = 1; i < n - 1; i++)
      A[i] = 0.33 * (A[i - 1] + A[i] + A[i + 1]);
}

void triangle(int n, double (*A)[n]) {
  for (int i = 1; i < n; i++)
    for (int j = i; j < n; j++)
      A[i][j] = A[i - 1][j] + A[i][j - 1];
}

void statements(int t, int n, double *restrict A, double *restrict B) {
  for (int k = 0; k < t; k++) {
    for (int i = 1; i < n - 1; i++)
      B[i] = 0.33 * (A[i - 1] + A[i] + A[i + 1]);
    for (int i = 1; i < n - 1; i++)
      A[i] = B[i];
  }
}

void line(int n, double *A) {
  for (int i = 0; i < n; i++)
    A[i] = i;
}

void chain(int n, double *A) {
  for (int i = 1; i < n; i++)
    A[i] = A[i - 1] * A[i];
}
