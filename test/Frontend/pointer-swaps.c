// Pointers that every iteration of the outermost loop exchanges are other names of the arrays they point to before it.
//
// RUN: tilepipe-cc %s --tp-print-after=frontend --tp-stop-after=frontend | FileCheck %s
// RUN: tilepipe-cc %s -Rpass=tilepipe -Rpass-missed=tilepipe -o %t.c 2>&1 | FileCheck --check-prefix=REMARK %s
// RUN: sed '/^ *\/\/ /d' %t.c | FileCheck --check-prefix=EMITTED %s
#define SWAP(x, y) do { double *swap_ = x; x = y; y = swap_; } while (0)

// CHECK-LABEL: nest two in two
// CHECK: exchanged pointers a b
// CHECK: array a : double {{.*}} written
// CHECK: array b : double {{.*}} written
// REMARK: region 'two': region of 2 loops and 1 statement
// EMITTED-LABEL: void tp_two_tile_scan(
// EMITTED-SAME: double *__restrict tp_p_{{[ab]}}, double *__restrict tp_p_{{[ab]}}
// EMITTED: const tp_int tp_turn0 = ((tp_int)t - (0)) % 2;
// EMITTED: double *const tp_at0_0 = tp_turn0 == 0 ? tp_p_a : tp_p_b;
// EMITTED: double *const tp_at0_1 = tp_turn0 == 0 ? tp_p_b : tp_p_a;
// EMITTED: double *const a = tp_at0_0;
// EMITTED: TP_OTHERWISE_THEN(tp_two_run(
// EMITTED-SAME: a = tp_turn == 0 ? tp_p0 : tp_p1; b = tp_turn == 0 ? tp_p1 : tp_p0;
double *two(int steps, int n, double *a, double *b) {
  double *tmp;
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++)
      b[i] = 0.5 * (a[i - 1] + a[i + 1]);
    tmp = a;
    a = b;
    b = tmp;
  }
  b[0] = 1;
  return a;
}
// Three pointers, declared where they are exchanged; the loop runs down.
// CHECK-LABEL: nest three in three
// CHECK: exchanged pointers a b c
// EMITTED-LABEL: void tp_three_tile_scan(
// EMITTED: % 3;
// EMITTED: double (*const tp_at0_1)[tp_b_1] = tp_turn0 == 0 ? tp_p_b : tp_turn0 == 1 ? tp_p_c : tp_p_a;
double three(int steps, int n, int m, double (*a)[m], double (*b)[m], double (*c)[m]) {
  for (int t = steps; t > 0; t--) {
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < m - 1; j++)
        c[i][j] = 2 * b[i][j] - a[i][j] + 0.1 * (b[i - 1][j] + b[i + 1][j] + b[i][j - 1] + b[i][j + 1]);
    double (*first)[m] = a;
    a = b;
    b = c;
    c = first;
  }
  return a[1][1] + b[1][1] + c[1][1];
}
// A macro between two sweeps: the second one has them exchanged. Nobody reads them behind the nest.
// CHECK-LABEL: nest between in between
// CHECK: exchanged pointers a (dead behind) b (dead behind)
// EMITTED-LABEL: void tp_between_tile_scan(
// EMITTED: double *const a = tp_at0_0;
// EMITTED: double *const a = tp_at0_1;
// EMITTED: TP_OTHERWISE(tp_between_run(
void between(int steps, int n, double *restrict a, double *restrict b) {
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++)
      b[i] = 0.5 * (a[i - 1] + a[i + 1]);
    SWAP(a, b);
    for (int i = 1; i < n - 1; i++)
      a[i] += 0.25 * b[i];
  }
}
// Twice in a body: the next iteration begins as this one did.
// CHECK-LABEL: nest twice in twice
// CHECK: exchanged pointers a (dead behind)
// CHECK: exchanged pointers b (dead behind)
// EMITTED: double *const tp_at0_0 = tp_p_a;
void twice(int steps, int n, double *restrict a, double *restrict b) {
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++)
      b[i] = 0.5 * (a[i - 1] + a[i + 1]);
    SWAP(a, b);
    for (int i = 1; i < n - 1; i++)
      b[i] = 0.5 * (a[i - 1] + a[i + 1]);
    SWAP(a, b);
  }
}
