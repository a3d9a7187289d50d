// A constant that another file may override is read when the nest starts.
//
// RUN: tilepipe-cc %s --tp-stop-after=frontend --tp-print-after=frontend -o /dev/null 2>&1 | FileCheck %s
extern const int before __attribute__((weak));
const int here = 1, before = 2, by_pragma = 3;
const int weak __attribute__((weak)) = 4;
#pragma weak by_pragma
// CHECK-LABEL: nest shifted in shifted at
// CHECK-DAG: capture int weak = weak{{.*}} (reachable)
// CHECK-DAG: capture int before = before{{.*}} (reachable)
// CHECK-DAG: capture int by_pragma = by_pragma{{.*}} (reachable)
// CHECK-NOT: capture int here
// CHECK: read {{.*}}{ S[i0, i1] -> A[-1 + i0, -weak + i1]
void shifted(double (*A)[100]) {
  for (int i = here; i < 100; i++)
    for (int j = weak; j < 100; j++)
      A[i][j] = A[i - here][j - weak] + A[i - before][j] + A[i - by_pragma][j];
}
