// Arrays that are read under data are apart from what is written where the file shows that they are other objects.
//
// RUN: tilepipe-cc %s --tp-stop-after=frontend --tp-print-after=frontend -Rpass-missed=tilepipe \
// RUN:   -o /dev/null 2>&1 | FileCheck %s
// CHECK-NOT: possible-alias

#include <stdlib.h>

static double values[1000], from[100], to[100], more[2][100];
static int first[100], column[1000];

// Parameters of a static function, whose calls are all seen.
// CHECK: nest product in product
static void product(int n, const int row[], const int col[], const double a[], const double x[], double y[]) {
  for (int i = 0; i < n; i++) {
    double sum = 0;
    for (int k = row[i]; k < row[i + 1]; k++)
      sum += a[k] * x[col[k]];
    y[i] = sum;
  }
}
// Handed on, and to itself with both exchanged.
static void again(int turns, int n, double *x, double *y) {
  product(n, first, column, values, x, y);
  if (turns > 0)
    again(turns - 1, n, y, x);
}
// CHECK: nest allocates in allocates
void allocates(int n) {
  double *x = malloc(n * sizeof *x), *y;
  y = (double *)calloc(n, sizeof *y);
  again(3, n, from, to);
  again(3, n, more[0], &from[5]);
  product(n, first, column, values, from + 1, y);
  product(n, first, column, x, from, to);
  for (int i = 0; i < n; i++)
    y[i] = x[column[i]];
  free(x);
  free(y);
}

// A local array, and what came from outside.
// CHECK: nest local in local
static void local(int n, const double *x) {
  double line[1000];
  for (int i = 0; i < n; i++)
    line[i] = x[column[i]];
  product(n, first, column, values, line, to);
}
void starts(int n, const double *x) { local(n, x); }

// An allocation that is kept in a variable of the file.
static double *kept;
void keeps(int n) { kept = malloc(n * sizeof *kept); }
// CHECK: nest reads_kept in reads_kept
void reads_kept(int n) {
  for (int i = 0; i < n; i++)
    to[i] = kept[column[i]];
}

// Through functions of the file.
static void *checked(size_t bytes) {
  void *made = malloc(bytes);
  if (!made)
    exit(1);
  return made;
}
static double *numbers(int n) {
  if (n == 0)
    return 0;
  return (double *)checked(n * sizeof(double));
}
// CHECK: nest makes in makes
double makes(int n) {
  double *x = numbers(n), *y = checked(n * sizeof *y);
  for (int i = 0; i < n; i++)
    y[i] = x[column[i]];
  return y[0];
}
