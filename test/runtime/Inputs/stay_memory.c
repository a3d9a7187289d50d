/* stay_memory.c - arrays that regions fill and sweep, one pair after the other: each is freed before the next one is made. */
#include <stdio.h>
#include <stdlib.h>

static void fill(int n, double (*a)[n], double (*b)[n], int number) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      a[i][j] = i * 3 % 17 + j % 5 + number;
      b[i][j] = i;
    }
}

static void sweep(int n, double (*restrict b)[n], double (*restrict a)[n]) {
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < n - 1; j++)
      b[i][j] = 0.25 * (a[i - 1][j] + a[i + 1][j] + a[i][j - 1] + a[i][j + 1]);
}

int main(int count, char **words) {
  int n = count > 2 ? atoi(words[1]) : 100, pairs = count > 2 ? atoi(words[2]) : 2;
  for (int k = 0; k < pairs; k++) {
    int m = n + 8 * k; /* other addresses and sizes each time */
    double(*a)[m] = malloc(sizeof(double[m][m])), (*b)[m] = malloc(sizeof(double[m][m]));
    if (!a || !b)
      return 1;
    fill(m, a, b, k);
    for (int step = 0; step < 4; step++)
      sweep(m, step % 2 ? a : b, step % 2 ? b : a);
    printf("%.17g %.17g\n", a[m / 2][m / 3], b[m - 2][7]);
    free(a);
    free(b);
  }
  return 0;
}
