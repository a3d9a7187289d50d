/* timeline.c - calls of two regions, and what the program touches in between: timeline.c CALLS SIZE [exit|_exit|abort]. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifdef AHEAD
double tp_test_ahead = AHEAD;
#endif

static void sweep(int n, int m, double (*a)[m]) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++)
      a[i][j] = 0.25 * a[i][j] + 0.5 * a[i - 1][j] + 0.25 * a[i][j - 1] + a[i - 1][j - 1] / (1 + a[i][j - 1] * a[i - 1][j]);
}

static void back(int n, int m, double (*a)[m]) {
  for (int i = n - 2; i >= 0; i--)
    for (int j = m - 2; j >= 0; j--)
      a[i][j] = 0.5 * a[i][j] + 0.25 * a[i + 1][j] + 0.25 * a[i][j + 1];
}

int main(int argc, char **argv) {
  int calls = atoi(argv[1]), n = atoi(argv[2]);
  double(*a)[n] = malloc(sizeof(double[n]) * (size_t)n), sum = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      a[i][j] = (i * 31 + j * 17) % 101 / 101.0;
  for (int t = 0; t < calls; t++) {
    sweep(n, n, a);
    sum += a[n - 1][t % n]; /* on the last rank, where arrays stay */
    back(n, n, a);
  }
  for (int i = 0; i < n; i++)
    sum += a[i][i];
  printf("%a\n", sum);
  fflush(stdout);
  if (argc > 3 && strcmp(argv[3], "exit") == 0)
    exit(3);
  if (argc > 3 && strcmp(argv[3], "_exit") == 0)
    _exit(4);
  if (argc > 3 && strcmp(argv[3], "term") == 0)
    system("kill -TERM $PPID; sleep 1");
  return 0;
}
