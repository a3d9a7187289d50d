// What nests accumulate has the bits of the sequential program, whatever the tiles: sums that wrap around, extremes with
// NaNs and zeros of both signs, single loops, nests that write arrays too, trees.
//
// REQUIRES: gcc
// RUN: gcc -O2 -ffp-contract=off %s -o %t.sequential && %t.sequential > %t.expected
// RUN: tilepipe-cc -O2 %s -o %t.parallel -Rpass=tilepipe 2>&1 | grep -c 'parallelized as region' | grep -x 6
// RUN: env TILEPIPE_ALWAYS=1 TILEPIPE_STATS=1 OMP_NUM_THREADS=2 %t.parallel > %t.out 2> %t.stats
// RUN: cmp %t.expected %t.out && FileCheck %s < %t.stats
// RUN: env TILEPIPE_ALWAYS=1 TILEPIPE_TILE=9,5 OMP_NUM_THREADS=3 %t.parallel | cmp %t.expected -
// RUN: env TILEPIPE_ALWAYS=1 TILEPIPE_TILE=1,1 OMP_NUM_THREADS=7 %t.parallel | cmp %t.expected -
// CHECK-DAG: region=wrapped {{.*}} ran=8 declined=0
// CHECK-DAG: region=mixed {{.*}} ran=8 declined=0
// CHECK-DAG: region=least {{.*}} declined=0
// CHECK-DAG: region=counted {{.*}} ran=8 declined=0
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { N = 37, M = 53 };
static int a[N][M];
static unsigned char bytes[N * M];
static double x[N][M], y[N][M];

static int wrapped(int n, int m, int (*p)[m], int from) {
  int s = from;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      s = s + p[i][j] - (j & 1);
  return s;
}

static unsigned long long mixed(int n, const unsigned char *p) {
  unsigned long long hash = 7;
  short count = 32000;
  unsigned product = 1;
  int most = -1;
  unsigned char common = 255;
  for (int i = 0; i < n; i++) {
    hash ^= p[i] * 77ull << p[i] % 32;
    if (p[i] > 3)
      count++;
    product *= 2 * p[i] + 1;
    most = most > p[i] * 3 ? most : p[i] * 3;
    common &= p[i] | 16;
  }
  return hash + count + product + most + common;
}

static double relax(int n, int m, double (*u)[m], double (*v)[m], double most) {
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < m - 1; j++) {
      v[i][j] = 0.25 * (u[i - 1][j] + u[i + 1][j] + u[i][j - 1] + u[i][j + 1]);
      double change = fabs(v[i][j] - u[i][j]);
      if (change > most)
        most = change;
    }
  return most;
}

static double least(int n, const double *p, double from) {
  for (int i = 0; i < n; i++)
    from = p[i] < from ? p[i] : from;
  return from;
}

static double sorted(int n, int m, double (*u)[m], double from) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      u[i][j] = i % 3 == 0 ? 0.0 : -u[i][j] * 0.5;
      if (from < u[i][j])
        from = u[i][j];
    }
  return from;
}

static int counted(int n, int m, double (*u)[m], double *row) {
  int large = 0;
  for (int i = 0; i < n; i++) {
    row[i] = 0;
    for (int j = 0; j < m; j++)
      row[i] += u[i][j];
    for (int j = 0; j < m; j++)
      large += u[i][j] > 1;
  }
  return large;
}

static void show(const char *name, double value) {
  unsigned long long bits;
  memcpy(&bits, &value, sizeof bits);
  printf("%s %016llx\n", name, bits);
}

int main(void) {
  int k = N * M;
  while (k-- > 0) {
    a[k / M][k % M] = (k & 1 ? 1 : -1) * (2000000000 - k); // sums of even columns alone overflow
    bytes[k] = (k * 7919 >> 3) % 251;
    x[k / M][k % M] = k * 37 % 101 - 30.5;
  }
  double row[N];
  int t = 0;
  while (t < 8) {
    printf("%d %llu\n", wrapped(N, M, a, t - 5), mixed(N * M, bytes));
    show("relax", relax(N, M, x, y, t == 5 ? NAN : t == 6 ? -1.0 : t == 7 ? -0.0 : 0.0));
    show("least", least(N * M, x[0], t == 2 ? NAN : t == 3 ? -0.0 : 1e9));
    printf("%d\n", counted(N, M, x, row));
    show("row", row[t]);
    x[t][t] = t % 2 ? NAN : -0.0;
    t++;
  }
  show("sorted", sorted(N, M, y, -1.0));
  show("sorted", sorted(N, M, y, 0.0));
  memset(y, 0, sizeof y);
  y[3][7] = -0.0;
  show("zeros", least(N * M, y[0], 5));
  y[0][0] = y[0][1] = 1;
  for (k = 2; k < 150; k++)
    y[k / M][k % M] = -0.0;
  show("zeros", least(N * M, y[0], 5));
  return 0;
}
