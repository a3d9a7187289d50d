// Extremes and the places of them have the bits of the sequential program, whatever the tiles: NaNs in front of the nest
// and in it, zeros of both signs, equal values. The program's own loop is the reference of a verification.
//
// REQUIRES: gcc
// RUN: gcc -O2 -ffp-contract=off %s -o %t.sequential -lm && %t.sequential > %t.expected
// RUN: tilepipe-cc -O2 %s -o %t.parallel -lm -Rpass=tilepipe 2>&1 | grep -c 'parallelized as region' | grep -x 9
// RUN: env TILEPIPE_ALWAYS=1 TILEPIPE_STATS=1 OMP_NUM_THREADS=2 %t.parallel > %t.out 2> %t.stats
// RUN: cmp %t.expected %t.out && FileCheck %s < %t.stats
// RUN: env TILEPIPE_ALWAYS=1 TILEPIPE_TILE=9,5 OMP_NUM_THREADS=3 %t.parallel | cmp %t.expected -
// RUN: env TILEPIPE_ALWAYS=1 TILEPIPE_TILE=1,1 OMP_NUM_THREADS=7 %t.parallel | cmp %t.expected -
// RUN: env OMP_NUM_THREADS=1 %t.parallel | cmp %t.expected -
// RUN: env TILEPIPE_ALWAYS=1 TILEPIPE_VERIFY=require TILEPIPE_TILE=4,3 OMP_NUM_THREADS=3 %t.parallel | cmp %t.expected -
// CHECK-DAG: region=single {{.*}} ran={{[1-9]}}
// CHECK-DAG: region=jacobi {{.*}} ran={{[1-9]}}
// CHECK-DAG: region=relax {{.*}} ran={{[1-9]}}
// CHECK-DAG: region=place {{.*}} ran=11 declined=0
// CHECK-DAG: region=whole {{.*}} ran=11 declined=0
// CHECK-DAG: region=rows {{.*}} ran=11 declined=0
#include <math.h>
#include <stdio.h>
#include <string.h>
#define MAX(a, b) ((a) > (b) ? (a) : (b))

enum { N = 37, M = 53 };
static double x[N][M], y[N][M];
static float f[N * M];
static int whole_numbers[N * M];

static double larger(double a, double b) { return a > b ? a : b; }

static void show(const char *name, double value) {
  unsigned long long bits;
  memcpy(&bits, &value, sizeof bits);
  printf("%s %016llx\n", name, bits);
}

static void single(int n, const double *p, double from) {
  double most = from, least = from, latest = from, chosen = from;
  for (int i = 0; i < n; i++) {
    most = fmax(most, p[i]);
    least = fmin(p[i], least);
    if (p[i] >= latest)
      latest = p[i];
  }
  for (int i = 0; i < n; i++)
    chosen = larger(chosen, p[i]);
  // gcc exchanges operands of fmax in some loops: the sign of a zero is not its caller's to know.
  show("most", most + 0.0), show("least", least + 0.0), show("latest", latest), show("chosen", chosen);
}

static float narrow(int n, const float *p, float from) {
  for (int i = 0; i < n; i++)
    from = fmaxf(from, fabsf(p[i]));
  return from;
}

static double jacobi(int n, int m, double (*u)[m], double (*v)[m], double error) {
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < m - 1; j++) {
      v[i][j] = 0.25 * (u[i - 1][j] + u[i + 1][j] + u[i][j - 1] + u[i][j + 1]);
      error = MAX(error, fabs(v[i][j] - u[i][j]));
    }
  return error;
}

static double relax(int n, int m, double (*u)[m], double error) {
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < m - 1; j++) {
      double now = 0.25 * (u[i - 1][j] + u[i + 1][j] + u[i][j - 1] + u[i][j + 1]), change = now - u[i][j];
      error = fmax(error, change * change);
      u[i][j] = now;
    }
  return error;
}

static int place(int n, int m, double (*u)[m], double from) {
  int row = -1, column = -1;
  for (int i = n - 1; i >= 0; i--)
    for (int j = 0; j < m; j += 2)
      if (u[i][j] < from) {
        from = u[i][j];
        row = i, column = j;
      }
  show("from", from);
  return row * 1000 + column;
}

static long whole(int n, const int *p, int from) {
  long at = 5;
  unsigned char low = 9;
  for (int i = 0; i < n; i++)
    if (from < p[i])
      at = 3L * i, from = p[i], low = p[i] * 7;
  return at * 1000 + from + low;
}

static int rows(int n, int m, double (*u)[m], double *sum) {
  double least = 1e9, most = 0;
  int at = -1;
  for (int i = 0; i < n; i++) {
    sum[i] = 0;
    for (int j = 0; j < m; j++)
      sum[i] += u[i][j];
    if (sum[i] < least) {
      least = sum[i];
      at = i;
    }
    most = fmax(most, fabs(sum[i]));
  }
  show("most of rows", most);
  return at;
}

int main(void) {
  double sum[N];
  const double starts[] = {0, 1e300, -1e300, NAN, -0.0, 40, INFINITY, -INFINITY, 0, 0, 0};
  for (int t = 0; t < 11; t++) {
    for (int k = 0; k < N * M; k++) {
      x[k / M][k % M] = t == 9 ? (k % 5 ? 0.0 : -0.0) : t == 10 ? (k % 7 ? -0.0 : 0.0) : k * 37 % 101 - 30.5;
      f[k] = t == 10 ? -0.0f : x[k / M][k % M];
      whole_numbers[k] = k * 37 % 101;
    }
    if (t > 1 && t < 9)
      x[t][t] = x[2 * t][t + 7] = f[t * M] = t % 2 ? NAN : -0.0;
    if (t == 8)
      x[N - 1][M - 1] = NAN;
    single(N * M, x[0], starts[t]);
    show("narrow", narrow(N * M, f, starts[t]));
    show("jacobi", jacobi(N, M, x, y, starts[t]));
    printf("%d %ld\n", place(N, M, x, starts[t] == 0 ? 1e9 : starts[t]), whole(N * M, whole_numbers, t * 10 - 5));
    printf("%d\n", rows(N, M, x, sum));
    show("relax", relax(N, M, x, starts[t]));
    show("x", x[5][t + 1]);
  }
  return 0;
}
