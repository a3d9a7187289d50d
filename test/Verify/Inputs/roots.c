float sqrtf(float);
void cubes(int n, int m, int l, float (*A)[m][l], float (*B)[l]) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++)
      for (int k = 1; k < l; k++)
        A[i][j][k] = sqrtf(A[i - 1][j][k]) + sqrtf(A[i][j - 1][k]) + sqrtf(A[i][j][k - 1]) + B[j - 1][k];
}
