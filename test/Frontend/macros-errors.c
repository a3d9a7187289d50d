// Directives and macros that would give the nest's text another meaning in front of its function.
//
// RUN: tilepipe-cc %s --tp-stop-after=frontend -Rpass-missed=tilepipe -o /dev/null 2>&1 \
// RUN:   | FileCheck %s

#define LOOP(i) for (int i = 0; i < 10; i++)
#define HEAD(i) (int i = 0; i < 10; i++)
#define FREE _Pragma("GCC ivdep") for
#define FIRST A[0][0] = 1; for
#define NAMED(i) for
#define GLOBAL 1
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
void words(double (*A)[10]) {
  // A macro that is the keyword and nothing else stands where it would; others hold more, or may.
  // CHECK: :[[@LINE+1]]:3: remark: loop not parallelized: part of the nest's frame comes from a macro; {{.*}} [tp-macro-loop]
  FREE (int i = 0; i < 10; i++)
    for (int j = 0; j < 10; j++)
      A[i][j] = 1;
  // CHECK: :[[@LINE+1]]:3: remark: loop not parallelized: part of the nest's frame comes from a macro; {{.*}} [tp-macro-loop]
  FIRST (int i = 0; i < 10; i++)
    for (int j = 0; j < 10; j++)
      A[i][j] = 1;
  // CHECK: :[[@LINE+1]]:3: remark: loop not parallelized: part of the nest's frame comes from a macro; {{.*}} [tp-macro-loop]
  NAMED(i) (int i = 0; i < 10; i++)
    for (int j = 0; j < 10; j++)
      A[i][j] = 1;
}
void meanings(double (*A)[10]) {
  // CHECK: :[[@LINE+1]]:3: remark: loop not parallelized: macro '__LINE__' may mean something else in front of the function [tp-local-macro] [-Rpass-missed
  for (int i = 0; i < 10; i++)
    for (int j = 0; j < 10; j++)
      A[i][j] = __LINE__;
  // CHECK: :[[@LINE+1]]:3: remark: loop not parallelized: macro 'GLOBAL' changes inside the nest [tp-local-macro] [-Rpass-missed
  for (int i = 0; i < 10; i++)
    for (int j = 0; j < 10; j++) {
      A[i][j] = GLOBAL;
#undef GLOBAL
#define GLOBAL 2
      A[i][j] += GLOBAL;
    }
  // CHECK: :[[@LINE+1]]:3: remark: loop not parallelized: macro 'COLUMNS' changes inside the nest [tp-local-macro] [-Rpass-missed
  for (int i = 0; i < 10; i++)
#define COLUMNS 10
    for (int j = 0; j < COLUMNS; j++)
      A[i][j] = COLUMNS;
}
void groups(double (*A)[10]) {
  // CHECK: :[[@LINE+1]]:3: remark: loop not parallelized: an '#if' group begins or ends inside the body [tp-local-macro] [-Rpass-missed
  for (int i = 0; i < 10; i++)
    for (int j = 0; j < 10; j++) {
      A[i][j] = 1;
#if 1
      A[i][j] += 1;
    }
#else
    }
#endif
}
