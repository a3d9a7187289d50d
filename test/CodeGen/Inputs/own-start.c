int own_start(int *, char ***);

void relax(int n, double A[n][n]) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < n; j++)
      A[i][j] = 0.5 * (A[i - 1][j] + A[i][j - 1]);
}

int main(int argc, char **argv) { return own_start(&argc, &argv); }
