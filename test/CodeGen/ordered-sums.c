// Sums of floating-point numbers have the bits of the sequential program, whatever the tiles: beside a sweep in place, under
// a condition, subtracted, of floats, over a triangle, downwards with a step, in one statement of several, by calls, of
// zeros with a sign, NaNs and infinities. Where numbers are rounded down -0.0 is not neutral, and the region declines.
//
// REQUIRES: gcc
// RUN: gcc -O2 -ffp-contract=off %s -o %t.sequential -lm && %t.sequential > %t.expected
// RUN: tilepipe-cc -O2 %s -o %t.parallel -lm -Rpass=tilepipe 2>&1 | grep -c 'parallelized as region' | grep -x 8
// RUN: env TILEPIPE_ALWAYS=1 TILEPIPE_STATS=1 OMP_NUM_THREADS=2 %t.parallel > %t.out 2> %t.stats
// RUN: cmp %t.expected %t.out && FileCheck %s < %t.stats
// RUN: env TILEPIPE_ALWAYS=1 TILEPIPE_VERIFY=require TILEPIPE_TILE=9,5 OMP_NUM_THREADS=3 %t.parallel | cmp %t.expected -
// RUN: env TILEPIPE_ALWAYS=1 TILEPIPE_TILE=2,1 OMP_NUM_THREADS=7 %t.parallel | cmp %t.expected -
// RUN: env TILEPIPE_ALWAYS=1 TILEPIPE_BODY=jam OMP_NUM_THREADS=2 %t.parallel | cmp %t.expected -
// RUN: %t.sequential down > %t.expected
// RUN: env TILEPIPE_ALWAYS=1 TILEPIPE_STATS=1 OMP_NUM_THREADS=2 %t.parallel down 2> %t.stats | cmp %t.expected -
// RUN: FileCheck %s --check-prefix=DOWN < %t.stats
// RUN: %t.sequential flush > %t.expected
// RUN: env TILEPIPE_ALWAYS=1 TILEPIPE_STATS=1 OMP_NUM_THREADS=2 %t.parallel flush 2> %t.stats | cmp %t.expected -
// RUN: FileCheck %s --check-prefix=DOWN < %t.stats
// CHECK-DAG: region=sweep {{.*}} ran=8 declined=0 {{.*}} sums=
// CHECK-DAG: region=short_ones {{.*}} ran=8 declined=0
// CHECK-DAG: region=triangle {{.*}} ran=8 declined=0
// CHECK-DAG: region=strided {{.*}} ran=8 declined=0
// CHECK-DAG: region=rows {{.*}} ran=8 declined=0
// CHECK-DAG: region=called {{.*}} ran=8 declined=0
// CHECK-DAG: region=inside {{.*}} ran=8 declined=0
// CHECK-DAG: region=repeated {{.*}} ran=8 declined=0
// DOWN: region=sweep {{.*}} ran=0 declined=8 reason="floating-point numbers are rounded down or flushed to zero"
#include <fenv.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#ifdef __SSE2__
#include <xmmintrin.h>
#endif

enum { N = 37, M = 53 };
typedef float real;
static double x[N][M], y[N][M];
static real z[N][M];

static double sweep(int n, int m, double (*u)[m], double sum) {
  double large = 0;
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < m - 1; j++) {
      double old = u[i][j];
      u[i][j] = 0.25 * (u[i - 1][j] + u[i + 1][j] + u[i][j - 1] + u[i][j + 1]);
      double change = u[i][j] - old;
      sum += change * change;
      if (change > 0.5)
        large = u[i][j] + large;
    }
  return sum + large;
}

static real short_ones(int n, int m, real (*u)[m], real sum) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++) {
      u[i][j] = u[i - 1][j] * 0.5f + u[i][j - 1] * 0.25f;
      sum = sum - u[i][j];
    }
  return sum;
}

static double triangle(int n, int m, double (*u)[m], double (*v)[m], double sum) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j <= i; j++) {
      v[i][j] = 0.5 * u[i][j];
      if (u[i][j] < 3)
        sum += v[i][j];
    }
  return sum;
}

static double strided(int n, int m, double (*u)[m], double sum) {
  for (int i = n - 2; i > 0; i -= 2)
    for (int j = m - 2; j >= 0; j -= 3) {
      u[i][j] = u[i][j + 1] + u[i][j] * 0.125;
      sum = u[i][j] + sum;
    }
  return sum;
}

static double rows(int n, int m, double (*u)[m], double *row, double sum) {
  for (int i = 0; i < n; i++) {
    row[i] = 0;
    for (int j = 0; j < m; j++)
      row[i] += u[i][j];
    sum -= row[i] / 3;
  }
  return sum;
}

static double called(int n, const double *p, double sum) {
  for (int i = 0; i < n; i++)
    sum += exp(-p[i] * p[i]);
  return sum;
}

static double inside(int n, int m, double (*u)[m], double sum) {
  for (int i = 0; i < n; i++) {
    double product = 1;
    for (int j = 0; j < m; j++)
      product = product * 0.5 + u[i][j];
    sum += product;
  }
  return sum;
}

static double repeated(int steps, int n, double *u, double sum) {
  for (int t = 0; t < steps; t++)
    for (int i = 1; i < n - 1; i++) {
      u[i] = (u[i - 1] + u[i + 1]) * 0.5;
      sum += u[i];
    }
  return sum;
}

static void show(const char *name, double value) {
  unsigned long long bits;
  if (value != value)
    value = NAN;
  memcpy(&bits, &value, sizeof bits);
  printf("%s %016llx\n", name, bits);
}

int main(int argc, char **argv) {
  if (argc > 1 && strcmp(argv[1], "down") == 0)
    fesetround(FE_DOWNWARD);
#ifdef __SSE2__
  if (argc > 1 && strcmp(argv[1], "flush") == 0)
    _mm_setcsr(_mm_getcsr() | 0x8000);
#endif
  int k = N * M;
  while (k-- > 0) {
    x[k / M][k % M] = k * 37 % 101 - 30.5;
    y[k / M][k % M] = 1.0 / (k + 1);
    z[k / M][k % M] = k % 7 * 0.3f;
  }
  double row[N];
  int t = 0;
  while (t < 8) {
    double from = t == 1 ? -0.0 : t == 2 ? 1e300 : t == 3 ? 5e-324 : t == 4 ? -INFINITY : t == 5 ? NAN : 0.1;
    show("sweep", sweep(N, M, x, from));
    show("short", short_ones(N, M, z, (real)from));
    show("triangle", triangle(N, M, x, y, from));
    show("strided", strided(N, M, y, from));
    show("rows", rows(N, M, x, row, from));
    show("called", called(N * M, x[0], from));
    show("inside", inside(N, M, y, from));
    show("repeated", repeated(6, N * M, y[0], from));
    x[t + 1][t] = t == 6 ? INFINITY : t % 2 ? -0.0 : 1e-310;
    t++;
  }
  return 0;
}
