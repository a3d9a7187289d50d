// The loops inside a nest without a proof are tried.
// RUN: tilepipe-cc %s -o %t.all.c --tp-emit-proof=%t.all -Rpass=tilepipe 2>&1 | FileCheck %s --check-prefix=ALL
// RUN: tilepipe-cc %s -o %t.c --tp-emit-proof=%t.proof --tp-proof-quota=20000 -Rpass=tilepipe -Rpass-missed=tilepipe 2>&1 | FileCheck %s
// RUN: FileCheck %s --check-prefix=PROOF < %t.proof
// ALL: remark: loop nest of depth 3 parallelized as region 'deep'
// PROOF: region deep: not proved
// PROOF: region deep: proved
void deep(int steps, int n, double (*A)[n]) {
  // CHECK: [[@LINE+1]]:3: remark: loop not parallelized: no proof was found {{.*}} [tp-not-proved]
  for (int t = 0; t < steps; t++)
    // CHECK-NEXT: [[@LINE+1]]:5: remark: loop nest of depth 2 parallelized as region 'deep'
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < n - 1; j++)
        A[i][j] = (A[i - 1][j - 1] + A[i - 1][j] + A[i - 1][j + 1] + A[i][j - 1] + A[i][j] +
                   A[i][j + 1] + A[i + 1][j - 1] + A[i + 1][j] + A[i + 1][j + 1]) / 9;
}

// A nest that is read as a whole only after another reading was refused stays as it is meanwhile.
// CHECK: [[@LINE+2]]:3: remark: loop nest of depth 2 parallelized as region 'swept'
void swept(int n, int m, int *restrict a) {
  for (int i = n - 1; i >= 10; i--)
    for (int j = m; j <= 24; j++)
      a[j] = (a[j] > a[j + 1] ? a[j] : a[j + 1]) % 100 - 1;
}
