// Options that say what signed arithmetic does when it leaves its type: iterators may wrap, and
// that is tested before a start.
//
// RUN: tilepipe-cc %s -fwrapv --tp-stop-after=frontend --tp-print-after=frontend -o /dev/null 2>&1 \
// RUN:   | FileCheck %s --check-prefix=WRAPS
// RUN: tilepipe-cc %s -fno-strict-overflow --tp-stop-after=frontend --tp-print-after=frontend \
// RUN:   -o /dev/null 2>&1 | FileCheck %s --check-prefix=WRAPS
// RUN: tilepipe-cc %s -ftrapv --tp-stop-after=frontend --tp-print-after=frontend -o /dev/null 2>&1 \
// RUN:   | FileCheck %s --check-prefix=WRAPS
// RUN: tilepipe-cc %s -fwrapv -fno-wrapv --tp-stop-after=frontend --tp-print-after=frontend \
// RUN:   -o /dev/null 2>&1 | FileCheck %s --check-prefix=UNDEFINED

// WRAPS: assume not {{.*}} (iterator 'i' may wrap)
// UNDEFINED-NOT: assume not
void stepped(int a, int b, int m, double (*A)[m]) {
  for (int i = a; i < b; i += 1000)
    for (int j = 0; j < m; j++)
      A[i][j] += j;
}

// WRAPS: assume not {{.*}}2147483647{{.*}} in 'i < next(n)')
static inline int next(int n) { return n + 1; }
void called(int n, int m, double (*B)[m]) {
  for (int i = 0; i < next(n); i++)
    for (int j = 0; j < m; j++)
      B[i][j] += j;
}
