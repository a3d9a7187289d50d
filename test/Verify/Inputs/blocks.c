enum { N = 300 };
double A[N][N], B[N][N], R[N], S[N];
void plate(int steps) {
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < N - 1; i++)
      for (int j = 1; j < N - 1; j++)
        B[i][j] = 0.2 * (A[i][j - 1] + A[i][j + 1] + A[i + 1][j] + A[i - 1][j]);
    for (int i = 1; i < N - 1; i++)
      for (int j = 1; j < N - 1; j++)
        A[i][j] = B[i][j];
  }
}
void rod(int steps) {
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < N - 1; i++)
      S[i] = 0.3 * (R[i - 1] + R[i] + R[i + 1]);
    for (int i = 1; i < N - 1; i++)
      R[i] = S[i];
  }
}
