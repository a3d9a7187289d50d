// Files without loops, and loops of headers only.
//
// RUN: tilepipe-cc %s --tp-stop-after=frontend --tp-print-after=frontend -Rpass-missed=tilepipe \
// RUN:   -o /dev/null 2>&1 | FileCheck %s --allow-empty
// CHECK-NOT: {{nest|remark}}

#include <complex.h>
#include <math.h>
#include <stdio.h>
int main(void) { return printf("%g\n", sqrt(2.0)) < 0; }
