// Directives and macros that would give the nest's text another meaning in front of its function.
//
// RUN: tilepipe-cc %s --tp-stop-after=frontend -Rpass-missed=tilepipe -o /dev/null 2>&1 \
// RUN:   | FileCheck %s

#define LOOP(i) for (int i = 0; i < 10; i++)
#define HEAD(i) (int i = 0; i < 10; i++)
#define GLOBAL 1
#define USES_LATER LATER
void frames(double (*A)[10]) {
  // CHECK: :[[@LINE+1]]:3: remark: loop not parallelized: part of the nest's frame comes from a macro; write the loop headers and the body's ends out [tp-macro-loop] [-Rpass-missed
  LOOP(i)
    for (int j = 0; j < 10; j++)
      A[i][j] = 1;
  // CHECK: :[[@LINE+1]]:3: remark: loop not parallelized: part of the nest's frame comes from a macro at [[@LINE+2]]:5; write the loop headers and the body's ends out [tp-macro-loop] [-Rpass-missed
  for (int i = 0; i < 10; i++)
    LOOP(j) A[i][j] = 1;
  // CHECK: :[[@LINE+1]]:3: remark: loop not parallelized: part of the nest's frame comes from a macro; write the loop headers and the body's ends out [tp-macro-loop] [-Rpass-missed
  for HEAD(i)
    for (int j = 0; j < 10; j++)
      A[i][j] = 1;
}
void meanings(double (*A)[10]) {
#define LOCAL 5
#define LATER 6
#undef GLOBAL
  int GLOBAL = 0;
  // CHECK: :[[@LINE+1]]:3: remark: loop not parallelized: macro 'LOCAL' may mean something else in front of the function; move the directive in front of the function [tp-local-macro] [-Rpass-missed
  for (int i = 0; i < 10; i++)
    for (int j = 0; j < 10; j++)
      A[i][j] = LOCAL;
  // CHECK: :[[@LINE+1]]:3: remark: loop not parallelized: macro 'LATER' may mean something else in front of the function; move the directive in front of the function [tp-local-macro] [-Rpass-missed
  for (int i = 0; i < 10; i++)
    for (int j = 0; j < 10; j++)
      A[i][j] = USES_LATER;
  // CHECK: :[[@LINE+1]]:3: remark: loop not parallelized: macro 'GLOBAL' may mean something else in front of the function; move the directive in front of the function [tp-local-macro] [-Rpass-missed
  for (int i = 0; i < 10; i++)
    for (int j = 0; j < 10; j++)
      A[i][j] = GLOBAL;
  // CHECK: :[[@LINE+1]]:3: remark: loop not parallelized: macro '__LINE__' may mean something else in front of the function; move the directive in front of the function [tp-local-macro] [-Rpass-missed
  for (int i = 0; i < 10; i++)
    for (int j = 0; j < 10; j++)
      A[i][j] = __LINE__;
}
void groups(double (*A)[10]) {
#if 1
  // CHECK: :[[@LINE+1]]:3: remark: loop not parallelized: an '#if' group begins or ends inside the nest; move the directive in front of the function [tp-local-macro] [-Rpass-missed
  for (int i = 0; i < 10; i++)
#else
  for (int i = 1; i < 10; i++)
#endif
    for (int j = 0; j < 10; j++)
      A[i][j] = 1;
}
