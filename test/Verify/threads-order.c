// Of a region for threads every two points that touch an element are in order: no search for the nearest ones.
// RUN: tilepipe-cc %s -o %t.c --tp-emit-proof=%t.proof -Rpass=tilepipe 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: FileCheck %s < %t.proof
//
// Threads that do not wait along the first row are no proof of it.
// RUN: sed 's/"k;i;j", {1, 1, 1}/"k;i;j", {0, 1, 1}/' %t.c > %t.wrong.c
// RUN: tilepipe-cc %s -o %t.2.c --tp-verify-emitted=%t.wrong.c -Rpass-missed=tilepipe 2>&1 | FileCheck %s --check-prefix=WRONG
// WRONG: no proof was found {{.*}}obligation 2, {{.*}}order of A reaches at most 0 along row 0
#define N 64

// REMARK: remark: loop nest of depth 3 parallelized as region 'eliminate': {{.*}}affine distances
// CHECK-LABEL: region eliminate: proved
// CHECK: order: order of A
// CHECK: 1 every dependence goes forward: proved
// CHECK: order of A goes forward in tp_eliminate_tile
// CHECK: 2 no dependence passes over a tile: proved
// WRONG: [tp-not-proved]
void eliminate(int n, double (*restrict A)[N]) {
  for (int k = 0; k < n; k++)
    for (int i = k + 1; i < n; i++) {
      A[i][k] /= A[k][k];
      for (int j = k + 1; j < n; j++)
        A[i][j] -= A[i][k] * A[k][j];
    }
}
