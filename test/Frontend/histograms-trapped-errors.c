// Where a sum that leaves its type is noticed, sums of a part of the iterations would be.
//
// RUN: tilepipe-cc -ftrapv %s -o %t.c -Rpass=tilepipe -Rpass-missed=tilepipe 2>&1 | FileCheck %s --implicit-check-not="parallelized as"
// RUN: tilepipe-cc %s -o %t.c -Rpass=tilepipe 2>&1 | grep "parallelized as region 'trapped'"
int t[64];
void trapped(int n, const int *restrict key) {
  // CHECK: :[[@LINE+1]]:3: {{.*}}[tp-non-affine-subscript]
  for (int i = 0; i < n; i++)
    t[key[i]]++;
}
