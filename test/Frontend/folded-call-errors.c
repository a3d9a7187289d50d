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

// CHECK-NOT: call of
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
