// Exchanges of pointers that are not every iteration's, or not all that happens to the pointers.
//
// RUN: tilepipe-cc %s -Rpass-missed=tilepipe --tp-stop-after=frontend 2>&1 | FileCheck %s
#define SWEEP(a, b) for (int i = 1; i < n - 1; i++) b[i] = 0.5 * (a[i - 1] + a[i + 1]);
double *volatile kept;

// Under a condition.
// CHECK: :[[@LINE+2]]:3: remark: loop not parallelized: pointer 'a' changes inside the nest{{.*}}[tp-pointer-reassigned]
void condition(int steps, int n, double *a, double *b) {
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++)
      b[i] = 0.5 * (a[i - 1] + a[i + 1]);
    if (t % 3) {
      double *c = a;
      a = b;
      b = c;
    }
  }
}
// Both point to one place afterwards.
// CHECK: :[[@LINE+2]]:3: remark: loop not parallelized: pointer 'a' changes inside the nest{{.*}}[tp-pointer-reassigned]
void both(int steps, int n, double *a, double *b) {
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++)
      b[i] = 0.5 * (a[i - 1] + a[i + 1]);
    a = b;
  }
}
// The address of one is taken.
// CHECK: :[[@LINE+4]]:3: remark: loop not parallelized: pointer 'a' changes inside the nest{{.*}}[tp-pointer-reassigned]
void look(double **);
void address(int steps, int n, double *a, double *b) {
  look(&a);
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++)
      b[i] = 0.5 * (a[i - 1] + a[i + 1]);
    double *c = a;
    a = b;
    b = c;
  }
}
// Some iterations skip it.
// CHECK: :[[@LINE+2]]:3: remark: loop not parallelized: {{.*}}
void skipped(int steps, int n, double *a, double *b) {
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++)
      b[i] = 0.5 * (a[i - 1] + a[i + 1]);
    if (a[0] > 1)
      continue;
    double *c = a;
    a = b;
    b = c;
  }
}
// An inner loop exchanges them.
// CHECK: :[[@LINE+2]]:3: remark: loop not parallelized: pointer 'a' changes inside the nest{{.*}}[tp-pointer-reassigned]
void inner(int steps, int n, double *a, double *b) {
  for (int s = 0; s < 3; s++)
    for (int t = 0; t < steps; t++) {
      for (int i = 1; i < n - 1; i++)
        b[i] = 0.5 * (a[i - 1] + a[i + 1]) + s;
      double *c = a;
      a = b;
      b = c;
    }
}
// What is computed from a pointer on one side is used on the other one.
// CHECK: :[[@LINE+2]]:3: remark: loop not parallelized: pointer 'a' changes inside the nest{{.*}}[tp-pointer-reassigned]
void across(int steps, int n, double *a, double *b) {
  for (int t = 0; t < steps; t++) {
    double *old = a, *c;
    for (int i = 1; i < n - 1; i++)
      b[i] = 0.5 * (a[i - 1] + a[i + 1]);
    c = a, a = b, b = c;
    for (int i = 1; i < n - 1; i++)
      a[i] += old[i];
  }
}
// The same with a number.
// CHECK: :[[@LINE+2]]:3: remark: loop not parallelized: pointer 'a' changes inside the nest{{.*}}[tp-pointer-reassigned]
void number(int steps, int n, double *a, double *b) {
  for (int t = 0; t < steps; t++) {
    double *c, first = a[0];
    for (int i = 1; i < n - 1; i++)
      b[i] = 0.5 * (a[i - 1] + a[i + 1]);
    c = a, a = b, b = c;
    for (int i = 1; i < n - 1; i++)
      a[i] += first;
  }
}
// Other elements.
// CHECK: :[[@LINE+2]]:3: remark: loop not parallelized: pointer '{{[a-d]}}' changes inside the nest{{.*}}[tp-pointer-reassigned]
void moved(int steps, int n, double *a, double *b) {
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++)
      b[i] = 0.5 * (a[i - 1] + a[i + 1]);
    double *c = a;
    a = b + 1;
    b = c;
  }
}
// The temporary is read behind the nest.
// CHECK: :[[@LINE+3]]:3: remark: loop not parallelized: pointer '{{[a-d]}}' changes inside the nest{{.*}}[tp-pointer-reassigned]
double *later(int steps, int n, double *a, double *b) {
  double *c = 0;
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++)
      b[i] = 0.5 * (a[i - 1] + a[i + 1]);
    c = a;
    a = b;
    b = c;
  }
  return c;
}
