// A compiler knows elements and members that the text fills with numbers, like variables. What it computes of them
// itself has another rounding; emitted functions get such memory only when they run.
//
// RUN: tilepipe-cc %s --tp-no-verify -Rpass=tilepipe -Rpass-missed=tilepipe -o %t.c 2>&1 | grep -v tp-depth | FileCheck %s
#include <math.h>
#include <complex.h>
#include <stdio.h>
#include <stdlib.h>
static double A[60][70];
static double complex Z[60][70];
struct par {
  double dt, w[3];
};
// CHECK: remark: loop not parallelized: call of 'cbrt' with values that do not change in the nest: {{.*}}: 'cbrt(w[0])'
void local(void) {
  double w[4] = {0.1, 1.7};
  for (int i = 1; i < 60; i++)
    for (int j = 1; j < 70; j++)
      A[i][j] = A[i - 1][j] * 0.5 + cbrt(w[0]);
}
static double zeros[4];
// CHECK: remark: loop not parallelized: call of 'cbrt'
void never(void) {
  for (int i = 1; i < 60; i++)
    for (int j = 1; j < 70; j++)
      A[i][j] = A[i - 1][j] * 0.5 + cbrt(zeros[1] + 0.3);
}
// CHECK: remark: loop not parallelized: call of 'exp'
void member(void) {
  struct par p = {.w = {0.3}};
  for (int i = 1; i < 60; i++)
    for (int j = 1; j < 70; j++)
      A[i][j] = A[i - 1][j] * 0.5 + exp(p.w[0]);
}
// CHECK: remark: loop not parallelized: call of 'exp'
void pointer(void) {
  struct par s, *p = &s; p->dt = 0.1;
  for (int i = 1; i < 60; i++)
    for (int j = 1; j < 70; j++)
      A[i][j] = A[i - 1][j] * 0.5 + exp(s.dt);
}
// CHECK: remark: loop not parallelized: call of 'cbrt'
void heap(void) {
  double *w = malloc(8); w[0] = 0.1;
  for (int i = 1; i < 60; i++)
    for (int j = 1; j < 70; j++)
      A[i][j] = A[i - 1][j] * 0.5 + cbrt(w[0]);
  free(w);
}
// CHECK: remark: loop not parallelized: call of 'sin'
static void callee(const double *w) {
  for (int i = 1; i < 60; i++)
    for (int j = 1; j < 70; j++)
      A[i][j] = A[i - 1][j] * 0.5 + sin(w[1]);
}
void caller(void) { double w[4] = {0.1, 1.7}; callee(w); }
static void fill(double *w) { w[0] = 0.1; }
// CHECK: remark: loop not parallelized: call of 'sin'
void filled(void) {
  double w[4]; fill(w);
  for (int i = 1; i < 60; i++)
    for (int j = 1; j < 70; j++)
      A[i][j] = A[i - 1][j] * 0.5 + sin(w[0]);
}
// CHECK: remark: loop not parallelized: a product or quotient of complex values that do not change in the nest: {{.*}}: 'a / b'
void quotient(void) {
  double complex a = 1.1 + 2.3 * _Complex_I, b = 0.7 - 1.9 * _Complex_I;
  for (int i = 1; i < 60; i++)
    for (int j = 1; j < 70; j++)
      Z[i][j] = Z[i - 1][j] * 0.5 + a / b;
}
// CHECK: remark: loop not parallelized: a product or quotient of complex values
void product(void) {
  double complex w[2] = {1.1 + 2.3 * _Complex_I, 0.7 - 1.9 * _Complex_I};
  for (int i = 1; i < 60; i++)
    for (int j = 1; j < 70; j++)
      Z[i][j] = Z[i - 1][j] * 0.5 + w[0] * w[1];
}
// CHECK: remark: loop not parallelized: a product or quotient of complex values
void literal(void) {
  double complex w = (double complex){1.5};
  for (int i = 1; i < 60; i++)
    for (int j = 1; j < 70; j++)
      Z[i][j] = Z[i - 1][j] * 0.5 + w * w;
}
// CHECK: remark: loop not parallelized: call of 'pow'
void power(void) {
  double w[2] = {2, 0.01};
  for (int i = 1; i < 60; i++)
    for (int j = 1; j < 70; j++)
      A[i][j] = A[i - 1][j] * 0.5 + pow(A[i][j - 1], w[0]);
}
static double half(double x) { return x / 2; }
// CHECK: remark: loop not parallelized: call of 'exp'
void called(void) {
  double w[2]; w[0] = half(0.2);
  for (int i = 1; i < 60; i++)
    for (int j = 1; j < 70; j++)
      A[i][j] = A[i - 1][j] * 0.5 + exp(w[0]);
}

// Nobody knows these, or the operation rounds the same everywhere.
// CHECK: parallelized as region 'unknown'
void unknown(const double *w) {
  for (int i = 1; i < 60; i++)
    for (int j = 1; j < 70; j++)
      A[i][j] = A[i - 1][j] * 0.5 + cbrt(w[0]);
}
// CHECK: parallelized as region 'input'
void input(int n) {
  double w[4]; for (int k = 0; k < 4; k++) w[k] = atof(getenv("X"));
  for (int i = 1; i < 60; i++)
    for (int j = 1; j < 70; j++)
      A[i][j] = A[i - 1][j] * 0.5 + cbrt(w[0]);
}
// CHECK: parallelized as region 'table'
void table(void) {
  static double t[70]; for (int j = 0; j < 70; j++) t[j] = 0.1 * j;
  for (int i = 1; i < 60; i++)
    for (int j = 1; j < 70; j++)
      A[i][j] = A[i - 1][j] * 0.5 + t[j] * 0.25;
}
// CHECK: parallelized as region 'exact'
void exact(void) {
  double w[2] = {0.1, 0.01};
  for (int i = 1; i < 60; i++)
    for (int j = 1; j < 70; j++)
      A[i][j] = A[i - 1][j] * 0.5 + w[0] * A[i][j - 1] - w[1];
}
// CHECK: parallelized as region 'vary'
void vary(void) {
  for (int i = 1; i < 60; i++)
    for (int j = 1; j < 70; j++)
      Z[i][j] = Z[i - 1][j] * 0.5 + Z[i][j - 1] * Z[i - 1][j] / 3.0;
}
// CHECK: parallelized as region 'cparam'
void cparam(double complex a, double complex b) {
  for (int i = 1; i < 60; i++)
    for (int j = 1; j < 70; j++)
      Z[i][j] = Z[i - 1][j] * 0.5 + a / b;
}
// CHECK: parallelized as region 'params'
void params(struct par *p) {
  for (int i = 1; i < 60; i++)
    for (int j = 1; j < 70; j++)
      A[i][j] = A[i - 1][j] * 0.5 + exp(p->dt);
}
static double read_in[4], listed[4];
double *const list[] = {listed};
// CHECK: parallelized as region 'others'
void others(void) {
  scanf("%lf", &read_in[0]);
  for (int i = 1; i < 60; i++)
    for (int j = 1; j < 70; j++)
      A[i][j] = A[i - 1][j] * 0.5 + exp(read_in[0]) + exp(listed[0]);
}
// A compiler unrolls the nest as a whole, and knows what it stores.
// CHECK: remark: loop not parallelized: call of 'cbrt' with values that do not change in the nest: {{.*}}: 'cbrt(x.v[i][j])'
struct table { double v[3][3]; };
static struct table roots(struct table x) {
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++)
      x.v[i][j] = cbrt(x.v[i][j]);
  return x;
}
double rooted(void) { struct table x = {{{.1, .2}, {.3, .7}}}; return roots(x).v[1][1]; }
// CHECK: parallelized as region 'long_roots'
static void long_roots(double (*x)[70]) {
  for (int i = 0; i < 60; i++)
    for (int j = 0; j < 70; j++)
      x[i][j] = cbrt(x[i][j]);
}
void long_rooted(double *out) { double x[60][70] = {{.1, .2}, {.3, .7}}; long_roots(x); *out = x[1][1]; }
