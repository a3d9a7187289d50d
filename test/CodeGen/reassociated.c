// With --tp-fp=reassociate sums and products of floating-point numbers run in parallel. A plan decides their bits: each run
// of one has the same. They are those of another order of operations, so numbers without rounding keep all of theirs:
// zeros with a sign, infinities and NaNs too. Verification allows rounding, and says where it cannot tell.
//
// REQUIRES: gcc
// RUN: gcc -O2 -ffp-contract=off %s -o %t.sequential -lm && %t.sequential exact > %t.expected
// RUN: tilepipe-cc -O2 --tp-fp=reassociate %s -o %t.parallel -lm -Rpass=tilepipe 2>&1 | grep -c 'reassociated: last bits differ' | grep -x 7
// RUN: env TILEPIPE_ALWAYS=1 TILEPIPE_STATS=1 OMP_NUM_THREADS=2 %t.parallel exact > %t.out 2> %t.stats
// RUN: cmp %t.expected %t.out && FileCheck %s < %t.stats
// CHECK-DAG: region=dot {{.*}} ran=6 declined=0
// CHECK-DAG: region=sweep {{.*}} ran=6 declined=0
// CHECK-DAG: region=chain {{.*}} ran=6 declined=0
// CHECK-DAG: region=product {{.*}} ran=6 declined=0
// CHECK-DAG: region=inner {{.*}} ran=6 declined=0
// CHECK-DAG: region=several {{.*}} ran=6 declined=0
// CHECK-DAG: region=chosen {{.*}} ran=6 declined=0
// RUN: env TILEPIPE_ALWAYS=1 TILEPIPE_VERIFY=require TILEPIPE_TILE=5,7 OMP_NUM_THREADS=3 %t.parallel exact | cmp %t.expected -
// RUN: env TILEPIPE_ALWAYS=1 TILEPIPE_BODY=jam TILEPIPE_TILE=4,9 OMP_NUM_THREADS=7 %t.parallel exact | cmp %t.expected -
// RUN: env TILEPIPE_ALWAYS=1 TILEPIPE_HYBRID=fine TILEPIPE_TILE=4,9 OMP_NUM_THREADS=3 %t.parallel exact | cmp %t.expected -
//
// Rounded numbers: whatever threads do meanwhile, and however many the system grants.
// RUN: env TILEPIPE_ALWAYS=1 TILEPIPE_TILE=5,7 OMP_NUM_THREADS=3 %t.parallel > %t.first
// RUN: env TILEPIPE_ALWAYS=1 TILEPIPE_TILE=5,7 OMP_NUM_THREADS=3 %t.parallel | cmp %t.first -
// RUN: env TILEPIPE_ALWAYS=1 TILEPIPE_TILE=5,7 OMP_NUM_THREADS=3 %t.parallel | cmp %t.first -
// No tile function is chosen by timing.
// RUN: tilepipe-cc -O2 --tp-fp=reassociate %s -o %t.c && not grep "_ja[m]\|_ske[w]" %t.c
// RUN: env TILEPIPE_ALWAYS=1 TILEPIPE_TILE=12,30 OMP_NUM_THREADS=3 TILEPIPE_BODY=jam %t.parallel > %t.jam
// RUN: env TILEPIPE_ALWAYS=1 TILEPIPE_TILE=12,30 OMP_NUM_THREADS=3 TILEPIPE_BODY=plain %t.parallel | cmp %t.jam -
// RUN: %t.sequential > %t.rounded
// RUN: not cmp -s %t.first %t.rounded
// RUN: env TILEPIPE_ALWAYS=1 TILEPIPE_VERIFY=require TILEPIPE_TILE=5,7 OMP_NUM_THREADS=3 %t.parallel | cmp %t.rounded -
//
// Terms that cancel each other: what is left is nothing but rounding.
// RUN: env TILEPIPE_ALWAYS=1 TILEPIPE_VERIFY=1 TILEPIPE_TILE=5,7 OMP_NUM_THREADS=3 %t.parallel cancel 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// UNKNOWN: TILEPIPE_VERIFY: region dot ({{.*}}) was not verified: 's' is {{.*}}, sequentially {{.*}}, with another order of operations
// RUN: not env TILEPIPE_ALWAYS=1 TILEPIPE_VERIFY=require TILEPIPE_TILE=5,7 OMP_NUM_THREADS=3 %t.parallel cancel 2>&1 | FileCheck %s --check-prefix=REQUIRED
// REQUIRED: TILEPIPE_VERIFY=require: region dot ({{.*}}) cannot be verified: 's' is
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { N = 41, M = 53 };
static double a[N][M], b[N][M];
static float c[N][M];

static double dot(int n, const double *x, const double *y, double s) {
  for (int i = 0; i < n; i++)
    s += x[i] * y[i];
  return s;
}

static double sweep(int n, int m, double (*u)[m], double s) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++) {
      u[i][j] = 0.5 * (u[i - 1][j] - u[i][j - 1]) + u[i][j];
      s -= u[i][j];
    }
  return s;
}

static float chain(int n, int m, float (*u)[m], float s) {
  for (int i = n - 1; i >= 0; i--)
    for (int j = 0; j <= i; j++)
      s = s + u[i][j] - u[j][i] * 2;
  return s;
}

static double product(int n, const double *x, double p) {
  for (int i = 0; i < n; i++)
    p *= x[i] > 1 ? 2 : x[i] < -1 ? -0.5 : 1;
  return p;
}

static double inner(int n, int m, double (*u)[m], double s) {
  for (int i = 0; i < n; i++)
    for (int j = i; j < m; j++) {
      for (int k = 0; k < j; k++)
        s += u[i][k];
      s = u[i][j] + s;
    }
  return s;
}

static double several(int n, int m, double (*u)[m], double *mean, double s) {
  double t = s;
  float f = 1;
  for (int i = 0; i < n; i++) {
    mean[i] = 0;
    for (int j = 0; j < m; j++)
      mean[i] += u[i][j];
    s += mean[i];
    t -= mean[i] * 2;
    f *= mean[i] < 0 ? -1.0f : 1.0f;
  }
  return s + t * f;
}

static double chosen(int n, const double *x, double s) {
  int count = 0;
  double most = -1e9;
  for (int i = 0; i < n; i++)
    if (x[i] > 0) {
      s += x[i];
      count++;
      most = most < x[i] ? x[i] : most;
    }
  return s * count + most;
}

static void show(const char *name, double value) {
  unsigned long long bits;
  if (value != value)
    value = NAN;
  memcpy(&bits, &value, sizeof bits);
  printf("%s %016llx\n", name, bits);
}

int main(int argc, char **argv) {
  const int exact = argc > 1 && !strcmp(argv[1], "exact"), cancel = argc > 1 && !strcmp(argv[1], "cancel");
  double mean[N];
  int t = 0;
  while (t < 6) {
    int k = N * M;
    while (k-- > 0) {
      const double value = k * 37 % 101 - 50;
      a[k / M][k % M] = exact ? (t == 1 ? -0.0 : value) : value / 7;
      b[k / M][k % M] = exact ? (t == 1 ? 0.0 : k % 5) : 1.0 / (k % 17 + 1);
      c[k / M][k % M] = (float)(exact ? k % 3 : k % 3 * 0.1);
      if (cancel) {
        a[k / M][k % M] = sin(k) * 1e10;
        b[k / M][k % M] = 1;
      }
    }
    if (cancel) { /* minus its sum, but for the rounding */
      double sum = 0;
      for (k = 0; k < N * M - 1; k++) {
        sum += a[k / M][k % M];
        __asm__ volatile("" : "+m"(sum)); /* no region */
      }
      a[N - 1][M - 1] = -sum;
    }
    if (exact && t >= 4)
      a[9][9] = t == 4 ? INFINITY : NAN;
    const double from = exact && t == 1 ? -0.0 : cancel ? 0 : 3;
    show("dot", dot(N * M, a[0], b[0], from));
    show("product", product(N * M / 8, a[0], from));
    show("inner", inner(N, M, a, from));
    show("several", several(N, M, a, mean, from));
    show("chosen", chosen(N * M, a[0], from));
    show("chain", chain(N, M, c, (float)from));
    if (!exact) /* halves of halves are rounded */
      show("sweep", sweep(N, M, a, from));
    else
      sweep(N, M, b, 0);
    t++;
  }
  return 0;
}
