// What a file declares that the body includes is the body's own, whatever else has its name.
//
// RUN: tilepipe-cc %s --tp-stop-after=frontend --tp-print-after=frontend -Rpass-missed=tilepipe -o /dev/null 2>&1 \
// RUN:   | FileCheck %s
// CHECK-LABEL: nest run in run at
// CHECK-NOT: capture int k
// CHECK-NOT: not parallelized
int run(int n, int k, double (*A)[n]) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < n; j++) {
#include "Inputs/previous.inc"
    }
  return k;
}
