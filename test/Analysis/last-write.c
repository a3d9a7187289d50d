// A nest repeated in time: each value comes from the step before, and from no earlier one.
// RUN: tilepipe-cc %s -o /dev/null --tp-stop-after=analysis --tp-print-after=analysis | FileCheck %s
// CHECK: grow
// CHECK-NEXT: flow array 0 (1,0)
// CHECK-NEXT: output array 0 (1,0)
// CHECK-NEXT: live-in
void grow(int steps, int n, double *a) {
  for (int t = 0; t < steps; t++)
    for (int i = 0; i < n; i++)
      a[i] = 0.5 * a[i] + 1.0;
}
