// The greatest and the least value, however they are written.
//
// RUN: tilepipe-cc %s -o %t.c -Rpass=tilepipe -Rpass-missed=tilepipe 2>&1 | FileCheck %s --implicit-check-not="not parallelized"
// RUN: FileCheck %s --check-prefix=CODE < %t.c
#include <math.h>
#define MAX(a, b) ((a) > (b) ? (a) : (b))
static inline double larger(double a, double b) { return a > b ? a : b; }
static double smaller(double a, double b) {
  if (a < b)
    return a;
  return b;
}
double library(int n, const double *a, const float *b) {
  double most = -INFINITY;
  float least = INFINITY, wide = 0;
  // CHECK: :[[@LINE+1]]:3: remark: loop nest of depth 1 parallelized as region 'library'
  for (int i = 0; i < n; i++) {
    most = fmax(fmax(most, a[i]), 2 * a[i]);
    least = fminf(a[i], least);
    wide = fmax(wide, b[i]);
  }
  return most + least + wide;
}
// A NaN before the nest may be replaced by any of the elements. Zeros of both signs may be either.
// CODE-LABEL: int tp_library_try(
// CODE: if (tp_results->most != tp_results->most)
// CODE-NEXT: return 0;
// CODE: tp_ran = tp_region_run(
// CODE-NEXT: if (tp_results->most == 0)
// CODE-NEXT: tp_results->tp_unsure = 1;
// CODE: return tp_results->tp_unsure && tp_ran == 1 ? 0 : tp_ran;
double functions(int n, const double *a) {
  double most = a[0], least = a[0], last = a[0];
  // CHECK: :[[@LINE+1]]:3: remark: loop nest of depth 1 parallelized as region 'functions'
  for (int i = 0; i < n; i++) {
    most = larger(most, a[i]);
    least = smaller(a[i], least);
    if (a[i] >= last)
      last = a[i];
  }
  return most + least + last;
}
// smaller() takes no NaN for the least value, larger() does.
// CODE-LABEL: tp_functions_tile_scan(
// CODE: tp_nan_most = 0;
// CODE: {
// CODE: most = larger(most, a[i]);
// CODE: tp_nan_most |= most != most;
// CODE-NOT: tp_nan_least
// CODE: TP_COMBINE_MAX(tp_results->most, most);
// CODE-NEXT: TP_COMBINE_OR(tp_results->tp_nan_most, tp_nan_most);
double jacobi(int n, int m, double (*a)[m], double (*b)[m]) {
  double error = 0;
  // CHECK: :[[@LINE+1]]:3: remark: loop nest of depth 2 parallelized as region 'jacobi'
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < m - 1; j++) {
      b[i][j] = 0.25 * (a[i - 1][j] + a[i + 1][j] + a[i][j - 1] + a[i][j + 1]);
      error = MAX(error, fabs(b[i][j] - a[i][j]));
    }
  return error;
}
// The nest reads nothing that it overwrites: where a NaN is taken the program's own loop decides.
// CODE-LABEL: int tp_jacobi_try(
// CODE: if (tp_results->error != tp_results->error || (tp_results->error == 0 && __builtin_signbit(tp_results->error)))
// CODE: if (tp_results->tp_nan_error)
// CODE-NEXT: tp_results->tp_unsure = 1;
double relax(int n, int m, double (*u)[m]) {
  double error = 0;
  // CHECK: :[[@LINE+1]]:3: remark: loop nest of depth 2 parallelized as region 'relax': distances (0,1) (1,0)
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < m - 1; j++) {
      double now = 0.25 * (u[i - 1][j] + u[i + 1][j] + u[i][j - 1] + u[i][j + 1]), change = fabs(now - u[i][j]);
      error = fmax(error, change);
      u[i][j] = now;
    }
  return error;
}
// Of values without a sign all zeros are alike.
// CODE-LABEL: int tp_relax_try(
// CODE: __builtin_signbit(tp_results->error)
// CODE: return tp_region_run(
int pair(int n, int m, const double (*a)[m], int *column) {
  double best = a[0][0];
  int row = 0, at;
  // CHECK: :[[@LINE+1]]:3: remark: loop nest of depth 2 parallelized as region 'pair'
  for (int i = n - 1; i >= 0; i--)
    for (int j = 0; j < m; j += 2)
      if (fabs(a[i][j]) > best) {
        at = j;
        best = fabs(a[i][j]), row = i;
      }
  *column = at;
  return row;
}
// CODE: struct tp_pair_results {
// CODE-NEXT: int tp_ran, tp_lock;
// CODE-NEXT: double best, tp_from_best;
// CODE-NEXT: int tp_took_best, at, row;
// CODE-NEXT: tp_int tp_at0_best, tp_at1_best;
// CODE-LABEL: tp_pair_tile_scan(
// CODE: best = tp_results->tp_from_best;
// CODE: tp_was_best = best;
// CODE: if (best > tp_was_best) { tp_took_best = 1; tp_at0_best = tp_c0; tp_at1_best = tp_c1; }
// CODE: if (best > tp_results->best || (best == tp_results->best && (tp_at0_best < tp_results->tp_at0_best ||
// CODE: TP_UNLOCK(tp_results->tp_lock);
// CODE: (best = tp_results.best, tp_results.tp_took_best ? (void)(at = tp_results.at) : (void)0, tp_results.tp_took_best ? (void)(row = tp_results.row) : (void)0)
int tree(int n, int m, double (*a)[m], double *sum) {
  double least = 1e300, most = 0;
  int where = -1;
  // CHECK: :[[@LINE+1]]:3: remark: loop nest of depth {{.*}} parallelized as region 'tree'
  for (int i = 0; i < n; i++) {
    sum[i] = 0;
    for (int j = 0; j < m; j++)
      sum[i] += a[i][j];
    if (sum[i] < least) {
      least = sum[i];
      where = i;
    }
    most = fmax(most, sum[i] * sum[i]);
  }
  return where + (most > 5);
}
