// A compiler that knows a call's values computes it with a rounding of its own, in the program alone.
//
// RUN: tilepipe-cc %s --tp-stop-after=frontend -Rpass=tilepipe -Rpass-missed=tilepipe -o /dev/null 2>&1 | FileCheck %s
#include <math.h>

static double scaled(double w) { return cbrt(w) * 2; }

// CHECK: :[[@LINE+3]]:3: remark: loop not parallelized: call of 'exp' with values that do not change in the nest: {{.*}}: 'exp(-dt)' at [[@LINE+5]]:{{[0-9]+}}; assign its value to a variable in front of the nest [tp-folded-call]
void captured(int n, double (*A)[n]) {
  double dt = 0.1;
  for (int i = 1; i < n; i++)
    for (int j = 1; j < n; j++)
      A[i][j] = A[i - 1][j] * exp(-dt);
}

// CHECK: remark: loop not parallelized: call of 'scaled' with values
void inside(int n, double (*A)[n], double w) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < n; j++)
      A[i][j] = A[i - 1][j] * scaled(w);
}

// CHECK: remark: loop not parallelized: call of 'pow' with values{{.*}}[tp-folded-call]
void power(int n, double (*A)[n]) {
  double p = 2.0;
  for (int i = 1; i < n; i++)
    for (int j = 1; j < n; j++)
      A[i][j] = pow(A[i - 1][j], p);
}

// Loops that are unrolled as a whole.
// CHECK: remark: loop not parallelized: call of 'cbrt' with values
void unrolled(int n, double (*A)[n][4]) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < n; j++)
      for (int k = 0; k < 4; k++)
        A[i][j][k] = A[i - 1][j][k] + cbrt(0.45 + k);
}

// CHECK: remark: loop not parallelized: call of 'weight' with values
static double weight(double x, int k) {
  double y = 0.5;
  y += k;
  return x + tanh(y);
}
void deeper(int n, double (*A)[n][4]) {
  const int count = 4;
  for (int i = 1; i < n; i++)
    for (int j = 1; j < n; j++)
      for (int k = 0; k < count; k++)
        A[i][j][k] = weight(A[i - 1][j][k], k);
}

static const double table[4] = {0.1, 0.2, 0.3, 0.4};
// CHECK: remark: loop not parallelized: call of 'sin' with values
void constants(int n, double (*A)[n][4]) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < n; j++)
      for (int k = 3; k >= 0; k--)
        A[i][j][k] = A[i - 1][j][k] + sin(table[k]);
}

// CHECK: remark: loop not parallelized: call of 'exp' with values
void own(int n, double (*A)[n], double dt) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < n; j++) {
      double half = dt / 2, x;
      x = -half;
      A[i][j] = A[i - 1][j] * exp(x);
    }
}

// The exponent is known to those who look at the calls.
// CHECK: remark: loop not parallelized: call of 'pow' with values
static void raised(int n, double (*A)[n], double p) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < n; j++)
      A[i][j] = pow(A[i - 1][j], p);
}
static double exponent;
// CHECK: remark: loop not parallelized: call of 'pow' with values
void global(int n, double (*A)[n]) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < n; j++)
      A[i][j] = pow(A[i - 1][j], exponent);
}
void callers(int n, double (*A)[n]) {
  const double square = 2;
  raised(n, A, square);
  exponent = 0.5;
  global(n, A);
}

// CHECK-NOT: call of
void longer(int n, double (*A)[n][1000]) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < n; j++)
      for (int k = 0; k < 1000; k++)
        A[i][j][k] = A[i - 1][j][k] * cbrt(k) + sin(table[k % 4] * j) + weight(A[i - 1][j][k], n - k);
}
void right(int n, double (*A)[n], double gamma, const double *w) {
  const double third = 1.0 / 3, e = exp(-gamma);
  for (int i = 1; i < n; i++) {
    double weight = w[i];
    for (int j = 1; j < n; j++) {
      double x = A[i - 1][j] * e;
      A[i][j] = pow(x, gamma) + pow(x, third) + exp(-gamma * j) + sin(weight) + cos(2.0) + sqrt(gamma) + exp(gamma * w[j]);
    }
  }
}
