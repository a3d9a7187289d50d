/* joined.c - variables that nests accumulate in, by ranks: each operator, several types, places of extremes, NaNs and zeros of
 * both signs. Prints what the nests find, for several sizes, starts and data. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static int whole(int n, int m, int (*a)[m], int s) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      s += a[i][j];
  return s;
}

static short narrow(int n, int m, int (*a)[m], short s) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      s += a[i][j];
  return s;
}

static unsigned long product(int n, int m, int (*a)[m], unsigned long p) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      p *= 2 * a[i][j] + 1;
  return p;
}

static long bits(int n, int m, int (*a)[m], unsigned all, unsigned any, unsigned odd) {
  long count = 3;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      all &= a[i][j] | 16;
      any |= a[i][j];
      odd ^= a[i][j];
      if (a[i][j] % 3 == 0)
        count++;
    }
  return ((count * 31 + all) * 31 + any) * 31 + odd;
}

static double extremes(int n, int m, double (*x)[m], double least, float most) {
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < m - 1; j++) {
      if (x[i][j] < least)
        least = x[i][j];
      if ((float)x[i][j - 1] > most)
        most = (float)x[i][j - 1];
    }
  return least * 3 + most;
}

static double defect(int n, int m, double (*x)[m]) {
  double most = 0;
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < m - 1; j++) {
      double d = fabs(x[i][j] - 0.25 * (x[i - 1][j] + x[i + 1][j] + x[i][j - 1] + x[i][j + 1]));
      if (d > most)
        most = d;
    }
  return most;
}

static double greatest(int n, int m, double (*x)[m], double most) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      most = fmax(most, x[i][j]);
  return most;
}

static double unordered(int n, int m, double (*x)[m], double most) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      most = most > x[i][j] ? most : x[i][j];
  return most;
}

static void place(int n, int m, double (*x)[m], int *row, int *column, double *value) {
  double most = -1e300;
  int r = -1, c = -1;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      if (x[i][j] > most) {
        most = x[i][j];
        r = i;
        c = j;
      }
  *row = r;
  *column = c;
  *value = most;
}

/* A sweep that also counts: faces, results and a part. */
static int sweep(int n, int m, double (*x)[m], double bound) {
  int above = 0;
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++) {
      x[i][j] = 0.5 * (x[i - 1][j] + x[i][j - 1]) + 0.001 * (i - j);
      if (x[i][j] > bound)
        above++;
    }
  return above;
}

static void show(int n, int m, unsigned seed, int kind) {
  int(*a)[m] = malloc(sizeof(int[n][m]));
  double(*x)[m] = malloc(sizeof(double[n][m]));
  if (!a || !x)
    exit(1);
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      seed = seed * 1664525u + 1013904223u;
      a[i][j] = (int)(seed >> 8) - (1 << 23);
      x[i][j] = kind == 1 ? (seed >> 20 & 1 ? 0.0 : -0.0) : (int)(seed >> 12) % 1000 * 0.125;
      if (kind == 2 && seed >> 24 == 7)
        x[i][j] = NAN;
      if (kind == 3)
        x[i][j] = -fabs(x[i][j]);
    }
  int row, column;
  double value;
  place(n, m, x, &row, &column, &value);
  printf("%d %d %d: %d %d %lu %ld", n, m, kind, whole(n, m, a, 5), narrow(n, m, a, 7), product(n, m, a, 3), bits(n, m, a, ~0u, 1, 9));
  printf(" %a %a %a %a", extremes(n, m, x, 50, -20), defect(n, m, x), greatest(n, m, x, 3), greatest(n, m, x, -1000));
  printf(" %a %a %a", unordered(n, m, x, 3), unordered(n, m, x, -0.0), greatest(n, m, x, NAN));
  printf(" %d %d %a", row, column, value);
  printf(" %d", sweep(n, m, x, 20));
  printf(" %a %a\n", x[n - 1][m - 1], defect(n, m, x));
  free(a);
  free(x);
}

int main(void) {
  static const int size[][2] = {{97, 61}, {5, 400}, {400, 5}, {130, 131}};
  for (int s = 0; s < 4; s++)
    for (int kind = 0; kind < 4; kind++)
      for (unsigned seed = 1; seed < 4; seed++)
        show(size[s][0], size[s][1], seed, kind);
  return 0;
}
