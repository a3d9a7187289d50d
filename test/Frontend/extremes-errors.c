// Extremes whose order shows, and companions that are more than that.
//
// RUN: tilepipe-cc %s -o %t.c -Rpass=tilepipe -Rpass-missed=tilepipe 2>&1 | FileCheck %s --implicit-check-not="parallelized as"
// RUN: cmp %s %t.c
#include <math.h>
#define MAX(a, b) ((a) > (b) ? (a) : (b))
double other(double a, double b);
__attribute__((weak)) double larger(double a, double b) { return a > b ? a : b; }
static double second(double a, double b) { return a > b ? b : b; }
static float shorter(float a, float b) { return a > b ? a : b; }
double nan_taken(int n, int m, double (*u)[m]) {
  double error = 0;
  // CHECK: :[[@LINE+1]]:3: {{.*}}'error' is declared outside the nest and takes the place of a NaN in it{{.*}}; write 'if (value > error) error = value;'{{.*}}[tp-scalar-written]
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < m - 1; j++) {
      double now = 0.5 * (u[i - 1][j] + u[i][j - 1]);
      error = MAX(error, fabs(now - u[i][j]));
      u[i][j] = now;
    }
  return error;
}
double values(int n, const double *a, float *b) {
  double twice = 0, rounded = 0, weak = 0, none = 0, narrow = 0, both = 0;
  // One NaN may hide behind another one of the same iteration.
  // CHECK: :[[@LINE+1]]:3: {{.*}}'twice' at {{.*}}[tp-scalar-written]
  for (int i = 1; i < n; i++) {
    twice = MAX(twice, a[i]);
    twice = MAX(twice, a[i - 1]);
  }
  // The first step rounds what was there before.
  // CHECK: :[[@LINE+1]]:3: {{.*}}'rounded' at {{.*}}[tp-scalar-written]
  for (int i = 0; i < n; i++)
    rounded = fmaxf(rounded, b[i]);
  // CHECK: :[[@LINE+1]]:3: {{.*}}[tp-
  for (int i = 0; i < n; i++)
    weak = larger(weak, a[i]);
  // CHECK: :[[@LINE+1]]:3: {{.*}}'none' at {{.*}}[tp-scalar-written]
  for (int i = 0; i < n; i++)
    none = second(none, a[i]);
  // CHECK: :[[@LINE+1]]:3: {{.*}}'narrow' at {{.*}}[tp-scalar-written]
  for (int i = 0; i < n; i++)
    narrow = shorter(narrow, b[i]);
  // CHECK: :[[@LINE+1]]:3: {{.*}}'both' at {{.*}}[tp-scalar-written]
  for (int i = 0; i < n; i++)
    both = fmax(both, a[i] - both);
  return twice + rounded + weak + none + narrow + both;
}
int companions(int n, const double *a, int *out) {
  double last = a[0], read = a[0], loose = a[0], two = a[0];
  int at = 0, seen = 0, free = 0, some = 0;
  // The last one of equal values.
  // CHECK: :[[@LINE+1]]:3: {{.*}}'last' at {{.*}}[tp-scalar-written]
  for (int i = 0; i < n; i++)
    if (a[i] <= last)
      last = a[i], at = i;
  // CHECK: :[[@LINE+1]]:3: {{.*}}'read' at {{.*}}[tp-scalar-written]
  for (int i = 0; i < n; i++) {
    if (a[i] < read)
      read = a[i], seen = i;
    out[i] = seen;
  }
  // CHECK: :[[@LINE+1]]:3: {{.*}}'loose' at {{.*}}[tp-scalar-written]
  for (int i = 0; i < n; i++) {
    if (a[i] < loose)
      loose = a[i], free = i;
    if (i == 7)
      free = 0;
  }
  // Not everywhere set.
  // CHECK: :[[@LINE+1]]:3: {{.*}}'two' at {{.*}}[tp-scalar-written]
  for (int i = 0; i < n; i++) {
    if (a[i] < two)
      two = a[i], some = i;
    if (2 * a[i] < two)
      two = 2 * a[i];
  }
  return at + seen + free + some;
}
