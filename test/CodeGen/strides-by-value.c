// The text of loops whose step is no constant: what runs, and what the start asks.
// RUN: tilepipe-cc %s -o %t.c --tp-emit-proof=%t.proof
// RUN: FileCheck --input-file=%t.c %s
// RUN: FileCheck --input-file=%t.proof %s --check-prefix=PROOF
// PROOF: region blocks: proved
//
// A loop of another stride, or over all coordinates, is no proof of it.
// RUN: sed 's/tp_n0 += (tp_int)high/tp_n0 += (tp_int)wide/' %t.c > %t.other.c
// RUN: tilepipe-cc %s -o %t.2.c --tp-verify-emitted=%t.other.c -Rpass-missed=tilepipe 2>&1 | FileCheck %s --check-prefix=OTHER
// RUN: sed 's/tp_stride(\(.*\), 1, (tp_int)high)/tp_stride(\1, 2, (tp_int)high)/' %t.c > %t.first.c
// RUN: tilepipe-cc %s -o %t.2.c --tp-verify-emitted=%t.first.c -Rpass-missed=tilepipe 2>&1 | FileCheck %s --check-prefix=FIRST
// RUN: sed 's/tp_stride(\(.*\), 1, (tp_int)high)/\1/; s/tp_n0 += (tp_int)high/tp_n0++/' %t.c > %t.all.c
// RUN: tilepipe-cc %s -o %t.2.c --tp-verify-emitted=%t.all.c -Rpass-missed=tilepipe 2>&1 | FileCheck %s --check-prefix=FIRST
// OTHER: no proof was found {{.*}}loop whose step is not that of its stride
// FIRST: no proof was found {{.*}}iterations of 'ii' that are not a step apart
#define LEAST(a, b) ((a) < (b) ? (a) : (b))
void blocks(int n, int m, int high, int wide, double (*A)[m]) {
  for (int ii = 1; ii < n; ii += high)
    for (int jj = 1; jj < m; jj += wide)
      for (int i = ii; i < LEAST(ii + high, n); i++)
        for (int j = jj; j < LEAST(jj + wide, m); j++)
          A[i][j] = 0.5 * (A[i - 1][j] + A[i][j - 1]);
}
// Points are not counted, for not all coordinates are points. What they do is.
// CHECK-NOT: tp_blocks_points
// CHECK-LABEL: void tp_blocks_tile_scan(
// CHECK: tp_int tp_n0;
// CHECK: for (tp_n0 = tp_stride(tp_max({{.*}}), 1, (tp_int)high); tp_n0 <= tp_last0; tp_n0 += (tp_int)high) {
// CHECK: for (tp_n1 = tp_stride(tp_max({{.*}}), 1, (tp_int)wide); tp_n1 <= tp_last1; tp_n1 += (tp_int)wide) {
// CHECK: ii = (int)(tp_n0);
// CHECK: for (int i = ii; i < LEAST(ii + high, n); i++)
// CHECK-LABEL: static double tp_blocks_work(
// CHECK: for (tp_c1 = tp_stride(tp_max({{.*}}, 1, high); tp_c1 <= {{.*}}; tp_c1 += high)
// CHECK-LABEL: static TP_COLD int tp_blocks_try(
// CHECK-DAG: if ({{.*}}wide{{.*}}) /* the step 'wide' is not positive, or very large */
// CHECK-DAG: if ({{.*}}high{{.*}}) /* the step 'high' is not positive, or very large */
// CHECK-DAG: /* iterator 'ii' may wrap */
