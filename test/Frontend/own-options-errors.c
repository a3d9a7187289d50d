// A function that is compiled under options of its own: emitted functions are not.
//
// RUN: tilepipe-cc %s --tp-stop-after=frontend -Rpass-missed=tilepipe -o /dev/null 2>&1 | FileCheck %s
int optimize(int n);

// CHECK: :[[@LINE+2]]:3: remark: loop not parallelized: the attribute 'optimize' or 'target' compiles its function under options of its own [tp-pragma]
__attribute__((optimize("fast-math"))) void front(int n, double (*A)[n]) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < n; j++)
      A[i][j] = A[i - 1][j] / 3;
}

#define FAST __attribute__((noinline, __optimize__("fast-math")))
void declared(int n, double (*A)[n]) FAST;
int between;
// CHECK: :[[@LINE+2]]:3: remark: loop not parallelized: the attribute 'optimize'
void declared(int n, double (*A)[n]) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < n; j++)
      A[i][j] = A[i - 1][j] / 3;
}
int behind;

// CHECK: :[[@LINE+2]]:3: remark: loop not parallelized: the attribute 'target' compiles its function under options of its own [tp-pragma]
__attribute__((target("avx2,fma"))) void target(int n, double (*A)[n]) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < n; j++)
      A[i][j] = A[i - 1][j] / 3;
}
int last = 0;

// Clang does not know all that `target` says.
// CHECK: :[[@LINE+2]]:3: remark: loop not parallelized: the attribute 'optimize' or 'target'{{ compiles its function under options of its own}}
__attribute__((target("fpmath=387"))) void unknown(int n, double (*A)[n]) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < n; j++)
      A[i][j] = A[i - 1][j] / 3;
}
int behind_unknown = 0;

// CHECK-NOT: options of its own
__attribute__((noinline)) void right(int n, double (*A)[n]) {
  int first = (optimize(1));
  for (int i = first; i < n; i++)
    for (int j = 1; j < n; j++)
      A[i][j] = A[i - 1][j] / 3;
}
