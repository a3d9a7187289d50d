// Text that the backend compiler might read differently from Clang.
//
// RUN: tilepipe-cc %s --tp-stop-after=frontend -Rpass-missed=tilepipe -o /dev/null 2>&1 \
// RUN:   | FileCheck %s

#ifdef __clang__
#define STEP 1
#else
#define STEP 2
#endif
void text(double (*A)[10]) {
  // CHECK: :[[@LINE+1]]:3: remark: loop not parallelized: '#if' on '__clang__' may show other text to the backend compiler; move the directive in front of the function [tp-local-macro] [-Rpass-missed
  for (int i = 0; i < 10; i++)
    for (int j = 0; j < 10; j++) {
#ifdef __clang__
      A[i][j] = 1;
#else
      A[i][j] = 2;
#endif
    }
  // CHECK: :[[@LINE+1]]:3: remark: loop not parallelized: macro 'STEP' may mean something else in front of the function; move the directive in front of the function [tp-local-macro] [-Rpass-missed
  for (int i = 0; i < 10; i++)
    for (int j = 0; j < 10; j += STEP)
      A[i][j] = 1;
  // CHECK: :[[@LINE+1]]:3: remark: loop not parallelized: macro '__clang_major__' may mean something else in front of the function; move the directive in front of the function [tp-local-macro] [-Rpass-missed
  for (int i = 0; i < 10; i++)
    for (int j = 0; j < 10; j++)
      A[i][j] = __clang_major__;
}
