// Sums of floating-point numbers keep the program's order: tiles store the terms, which the runtime adds.
//
// RUN: tilepipe-cc %s -o %t.c -Rpass=tilepipe -Rpass-missed=tilepipe -Rpass-analysis=tilepipe 2>&1 | FileCheck %s
// RUN: FileCheck %s --check-prefix=CODE < %t.c
double change(int n, int m, double (*u)[m]) {
  double norm = 0;
  // CHECK: :[[@LINE+2]]:3: remark: loop nest of depth 2 parallelized as region 'change'
  // CHECK: region 'change' runs on threads only: it accumulates 'norm' [tp-threads-only]
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++) {
      double old = u[i][j];
      u[i][j] = 0.5 * (u[i - 1][j] + u[i][j - 1]);
      norm += __builtin_fabs(u[i][j] - old);
    }
  return norm;
}
// CODE: struct tp_change_results {
// CODE: tp_sum tp_sums[1];
// CODE: double norm;
// CODE-LABEL: tp_change_tile_scan(
// CODE: double norm;
// CODE-NEXT: const double tp_none_norm = tp_no_term();
// CODE-NEXT: double *const tp_terms_norm = (double *)tp_results->tp_sums[0].tp_terms;
// CODE: norm = tp_none_norm;
// CODE-NEXT: {
// CODE: norm += __builtin_fabs(u[i][j] - old);
// CODE: { tp_at0_norm = i; tp_at1_norm = j; tp_terms_norm[(tp_at0_norm - tp_first0_norm) * tp_width1_norm + (tp_at1_norm - tp_first1_norm)] = norm; }
// Rows are jammed: the order of the points shows nowhere.
// CODE: tp_change_jam_scan(
// CODE: 1, __builtin_offsetof(struct tp_change_args, tp_results), __builtin_offsetof(struct tp_change_results, tp_sums),
// CODE-LABEL: int tp_change_try(
// CODE-NOT: tp_fuses_sums
// CODE: tp_results->tp_sums[0].tp_result = &tp_results->norm; tp_results->tp_sums[0].tp_is_float = 0; tp_results->tp_sums[0].tp_is_full = 1; tp_results->tp_sums[0].tp_loops = 2; tp_results->tp_sums[0].tp_along = 1;
// CODE-NEXT: tp_results->tp_sums[0].tp_first[0] = 1; tp_results->tp_sums[0].tp_past[0] = (tp_int)n;
// CODE-NEXT: tp_results->tp_sums[0].tp_first[1] = 1; tp_results->tp_sums[0].tp_past[1] = (tp_int)m;
// A product, a triangle, a condition; and a float of another name.
typedef float real;
real squares(int n, real (*a)[50]) {
  real sum = 3;
  // CHECK: :[[@LINE+1]]:3: remark: loop nest of depth 2 parallelized as region 'squares'
  for (int i = 0; i < n; i++)
    for (int j = 0; j < i; j++) {
      if (a[i][j] > 1)
        sum = sum - a[i][j] * a[i][j];
      a[i][j] = 0;
    }
  return sum;
}
// CODE-LABEL: int tp_squares_try(
// CODE: if (tp_fuses_sums())
// CODE-NEXT: return 0;
// CODE-NEXT: tp_is_float = 1; tp_results->tp_sums[0].tp_is_full = 0;
