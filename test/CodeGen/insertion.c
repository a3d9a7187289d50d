// The user's file keeps every character: what the result has more than the input are whole lines in
// front of the function and the call in front of the nest.
// RUN: tilepipe-cc %s -o %t.c
// RUN: not diff %s %t.c > %t.diff
// RUN: not grep '^<' %t.diff
// RUN: grep -v CHECK %t.c | FileCheck %s
#define AT(i, j) a[(i) * ld + (j)]	/* tabs	stay */
void sweep(int n, int m, int ld, double *a) {
  for (int i = 1; i < n; i++) // a comment
    for (int j = 1; j < m; j++)
      AT(i, j) = /* two */ AT(i - 1, j)
                 + AT(i, j - 1);
}
// CHECK: #include <tilepipe/runtime.h>
// CHECK: void tp_sweep_tile_scan(const tp_box *__restrict tp_b, 
// CHECK: for (i = tp_max(1, tp_b->tp_lo[0]); i <= tp_last0; i++) {
// CHECK: for (j = tp_max(1, tp_b->tp_lo[1]); j <= tp_last1; j++) {
// CHECK: AT(i, j) = /* two */ AT(i - 1, j)
// CHECK: static void tp_sweep_pipeline(tp_cpu *tp_c, const void *tp_v) {
// CHECK: tp_begin(tp_c, tp_s);
// CHECK: tp_sweep_variants[tp_kind(tp_c)].tp_tile(&tp_b, tp_v);
// CHECK: tp_end(tp_c, tp_s);
// CHECK: void sweep(int n, int m, int ld, double *a) {
// CHECK-NEXT: {{^}}  TP_OTHERWISE(tp_sweep_run({{.*}}))
// CHECK-NEXT: {{^}}  for (int i = 1; i < n; i++) // a comment
