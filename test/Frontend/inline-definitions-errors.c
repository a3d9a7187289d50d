// Inline definitions beside which another one may run.
//
// RUN: tilepipe-cc %s -std=gnu89 -DEXTERN_INLINE='extern inline' --tp-stop-after=frontend \
// RUN:   -Rpass-missed=tilepipe -o /dev/null 2>&1 | FileCheck %s
// RUN: tilepipe-cc %s -std=gnu11 -DEXTERN_INLINE='extern inline __attribute__((gnu_inline))' \
// RUN:   --tp-stop-after=frontend -Rpass-missed=tilepipe -o /dev/null 2>&1 | FileCheck %s
// RUN: tilepipe-cc %s -std=gnu11 -DEXTERN_INLINE=inline -DONCE --tp-stop-after=frontend \
// RUN:   -Rpass-missed=tilepipe -o /dev/null 2>&1 | FileCheck %s
//
// One that surely runs: static, always inlined, or the external definition itself.
//
// RUN: tilepipe-cc %s -std=gnu11 -DEXTERN_INLINE='static inline' -DONCE --tp-stop-after=frontend \
// RUN:   -Rpass-missed=tilepipe -o /dev/null 2>&1 | FileCheck %s --allow-empty --check-prefix=NONE
// RUN: tilepipe-cc %s -std=gnu11 -DONCE --tp-stop-after=frontend -Rpass-missed=tilepipe -o /dev/null \
// RUN:   -DEXTERN_INLINE='extern inline __attribute__((gnu_inline, always_inline))' 2>&1 \
// RUN:   | FileCheck %s --allow-empty --check-prefix=NONE
// RUN: tilepipe-cc %s -std=gnu11 -DEXTERN_INLINE='extern inline' -DONCE --tp-stop-after=frontend \
// RUN:   -Rpass-missed=tilepipe -o /dev/null 2>&1 | FileCheck %s --allow-empty --check-prefix=NONE
// NONE-NOT: remark

static int count;
EXTERN_INLINE double half(double x) { return x * 0.5; }
EXTERN_INLINE int below(int n) { return n - 1; }
#ifndef ONCE
double half(double x) { count++; return x * 0.5; }
int below(int n) { return n - 2; }
#endif
void nests(int n, int m, double (*A)[m]) {
  int i, j;
  // CHECK: :[[@LINE+1]]:3: remark: {{.*}}call of 'half': has an inline definition that need not be the one that runs{{.*}} [tp-unknown-call]
  for (i = 1; i < n; i++)
    for (j = 0; j < m; j++)
      A[i][j] = half(A[i - 1][j]);
  // CHECK: :[[@LINE+1]]:3: remark: {{.*}}'below(n)'{{.*}} [tp-non-affine-bound]
  for (i = 1; i < below(n); i++)
    for (j = 0; j < m; j++)
      A[i][j] = A[i - 1][j];
}
