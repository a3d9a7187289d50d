// Macros that frame loops and cannot be expanded: the text would mean something else.
//
// RUN: tilepipe-cc %s -Rpass=tilepipe -Rpass-missed=tilepipe -DWHAT=1 -o %t.c 2>&1 | FileCheck %s
// RUN: tilepipe-cc %s -Rpass=tilepipe -Rpass-missed=tilepipe -DWHAT=2 -o %t.c 2>&1 | FileCheck %s
// RUN: tilepipe-cc %s -Rpass=tilepipe -Rpass-missed=tilepipe -DWHAT=3 -o %t.c 2>&1 | FileCheck %s
// RUN: tilepipe-cc %s -Rpass=tilepipe -Rpass-missed=tilepipe -DWHAT=4 -o %t.c 2>&1 | FileCheck %s
// CHECK: remark: loop not parallelized: part of the nest's frame comes from a macro{{.*}} [tp-macro-loop]
// CHECK-NOT: as region

#if WHAT == 1 // hangs on its line
#define EACH(i, n) for (int i = __LINE__; i < (n); i++)
#elif WHAT == 2 // would be expanded a second time: m names itself
#define EACH(i, n) for (int i = 1; i < (n); i++)
#elif WHAT == 3 // has a pragma
#define EACH(i, n) _Pragma("omp simd") for (int i = 1; i < (n); i++)
#else // tells compilers apart
#define EACH(i, n) for (int i = __clang__; i < (n); i++)
#endif

void each(int n, int p, double (*a)[100], int m)
{
#if WHAT == 2
#define m (m - 1)
#endif
  EACH(i, n)
    EACH(j, m)
      a[i][j] += p * a[i - 1][j];
}
