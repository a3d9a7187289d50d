// Skewed coordinates multiply: spaces with symbols near the ends of the integers are declined before
// anything overflows. Unit rows multiply nothing and test nothing.
// RUN: tilepipe-cc %s -o %t.tp.c && FileCheck %s < %t.tp.c
// RUN: mpicc -O1 -Wall -Wextra -Werror -fopenmp -I %include -c %t.tp.c -o %t.o
// CHECK-LABEL: void tp_{{skewed}}_bounds(
// CHECK: if (tp_max({{.*}}n{{.*}}) > ((tp_int)1 << 40)) { /* too large for {{skewed}} coordinates */
// CHECK: tp_out->tp_hi[0] = (tp_int)1 << 62;
void skewed(long n, long m, double *restrict x, long stride) {
  for (long i = 1; i < n; i++)
    for (long j = 1; j < m - 1; j++)
      x[j] = x[j - 1] + x[j + 1] * (double)stride;
}
// Loop variables that are ints must not be wrapped by the first value of an empty loop either.
// CHECK-LABEL: void tp_{{of_ints}}_bounds(
// CHECK: if (tp_max({{.*}}n{{.*}}) > ((tp_int)1 << 27)) { /* too large for {{skewed}} coordinates */
void of_ints(int n, int m, double *restrict x) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m - 1; j++)
      x[j] = x[j - 1] + x[j + 1];
}
// CHECK-LABEL: void tp_{{straight}}_bounds(
// CHECK-NOT: too large for {{skewed}}
// CHECK: {{^}}}
void straight(long n, long m, double x[n][m]) {
  for (long i = 1; i < n; i++)
    for (long j = 1; j < m - 1; j++)
      x[i][j] = x[i - 1][j] + x[i][j - 1];
}
