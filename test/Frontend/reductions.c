// Variables that a nest only accumulates in, where the order changes no bit.
//
// RUN: tilepipe-cc %s -o %t.c -Rpass=tilepipe -Rpass-missed=tilepipe -Rpass-analysis=tilepipe 2>&1 | FileCheck %s
// RUN: FileCheck %s --check-prefix=CODE < %t.c
#define MAX(x, y) ((x) > (y) ? (x) : (y))
int sum(int n, int m, int (*a)[m]) {
  int s = 0;
  // CHECK: :[[@LINE+2]]:3: remark: loop nest of depth 2 parallelized as region 'sum'
  // CHECK-NOT: region 'sum' runs on threads only
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      s += a[i][j];
  return s;
}
// CODE: struct tp_sum_results {
// CODE-NEXT: int tp_ran;
// CODE-NEXT: unsigned int s;
// CODE: tp_sum_tile_scan(
// CODE: unsigned int s = 0;
// CODE: s += a[i][j];
// CODE: TP_COMBINE_ADD(tp_results->s, s);
// Other ranks have parts of it.
// CODE: static void tp_sum_part(void *tp_r) {
// CODE: tp_results->s = 0;
// CODE: static void tp_sum_join(void *tp_r, const void *tp_p) {
// CODE: const __typeof__(tp_part->s) s = tp_part->s;
// CODE-NEXT: TP_COMBINE_ADD(tp_results->s, s);
// CODE: __builtin_offsetof(struct tp_sum_args, tp_results), 0, sizeof(struct tp_sum_results), tp_sum_part, tp_sum_join,
// CODE: TP_OTHERWISE_TAKE(struct tp_sum_results, (tp_results.s = s), tp_sum_run({{.*}}, &tp_results), (s = tp_results.s), ((TP_CHECK(s, int, s))))
// Iterators of old C that nobody reads behind the nest.
int old(int n, int m, int (*a)[m]) {
  int i, j, s = 0;
  // CHECK: :[[@LINE+1]]:3: remark: loop nest of depth 2 parallelized as region 'old'
  for (i = 0; i < n; i++)
    for (j = 0; j < m; j++)
      s += a[i][j];
  for (i = 0; i < 3; i++)
    s ^= i;
  return s;
}
// CODE: TP_OTHERWISE_TAKE(struct tp_old_results, (tp_results.s = s), tp_old_run({{.*}}, &tp_results), (s = tp_results.s), ((TP_CHECK(s, int, s))))
long all(int n, const unsigned char *a, const long *b) {
  unsigned long hash = 1;
  short count = 0;
  long product = 1, least = b[0], most = b[0];
  unsigned char common = 255, some = 0;
  // CHECK: :[[@LINE+1]]:3: remark: loop nest of depth 1 parallelized as region 'all'
  for (int i = 0; i < n; i++) {
    hash ^= a[i] * 31ul;
    if (a[i] > 7)
      count++;
    product = 3 * product * b[i];
    least = b[i] < least ? b[i] : least;
    most = MAX(most, b[i]);
    common &= a[i];
    some = some | a[i];
  }
  return hash + count + product + least + most + common + some;
}
// CODE-LABEL: tp_all_tile_scan(
// CODE: unsigned long hash = 0;
// CODE: unsigned int count = 0;
// CODE: unsigned long long product = 1;
// CODE: unsigned char common = -1, some = 0;
// CODE: TP_RESULT_SO_FAR(least, tp_results->least);
// CODE: TP_COMBINE_XOR(tp_results->hash, hash);
// CODE: TP_COMBINE_MULTIPLY(tp_results->product, product);
// CODE: TP_COMBINE_MIN(tp_results->least, least);
double change(int n, int m, double (*a)[m], double (*b)[m]) {
  double most = 0;
  // CHECK: :[[@LINE+1]]:3: remark: loop nest of depth 2 parallelized as region 'change'
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++) {
      double before = a[i][j];
      a[i][j] = 0.5 * (before + b[i][j]);
      double now = __builtin_fabs(a[i][j] - before);
      if (now > most)
        most = now;
    }
  return most;
}
// The nest has changed elements by then.
// CODE-LABEL: int tp_change_try(
// CODE: if (!(tp_results->most >= 0))
// CODE-NEXT: return 0;
// CODE: return tp_region_run(
float least(int n, const float *a, const int *row) {
  float x = a[0];
  // CHECK: :[[@LINE+1]]:3: remark: loop nest of depth 1 parallelized as region 'least': region of 1 loop and 1 statement
  for (int i = 0; i < n; i++) {
    int k = row[i];
    while (k-- > 0)
      x = a[k] < x ? a[k] : x;
  }
  return x;
}
// CODE-LABEL: int tp_least_try(
// CODE: const float tp_start_x = tp_results->x;
// CODE: tp_ran = tp_region_run(
// CODE-NEXT: if (tp_results->x == 0 && tp_start_x != 0)
// CODE-NEXT: tp_results->tp_unsure = 1;
// CODE-NEXT: return tp_results->tp_unsure && tp_ran == 1 ? 0 : tp_ran;
