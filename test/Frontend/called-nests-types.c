// Variables that stand for parameters have the types that these have where the function is: what names them there may be
// something else at the call.
//
// RUN: tilepipe-cc %s --tp-print-after=frontend -o %t.c 2>&1 | FileCheck %s
// RUN: gcc -O2 -Wall -Wextra -Werror -c %t.c -I %include -o /dev/null
typedef double number;
static void grow(int n, double *a, number more) {
  for (int i = 1; i < n; i++)
    a[i] = 1 + a[i] * more;
}
#define number int
// CHECK: double more_{{[0-9]+}} = (0.5 * t); for
void grows(int n, int steps, double *a) {
  number k = steps;
  for (int t = 0; t < k; t++)
    grow(n, a, 0.5 * t);
}

// `bool` is a macro here, and one value of `int` is not one of `_Bool`.
static void lift(int n, double *a, _Bool odd) {
  for (int i = 1; i < n; i++)
    a[i] = a[i - 1] * 0.5 + odd;
}
#define bool int
// CHECK: _Bool odd_{{[0-9]+}} = (t & 4); for
void lifts(int n, int steps, double *a) {
  bool k = steps;
  for (int t = 0; t < k; t++)
    lift(n, a, t & 4);
}
