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
  // CHECK: :[[@LINE+1]]:3: remark: loop not parallelized: '#if' on '__clang__' may show other text to the backend compiler [tp-local-macro] [-Rpass-missed
  for (int i = 0; i < 10; i++)
    for (int j = 0; j < 10; j++) {
#ifdef __clang__
      A[i][j] = 1;
#else
      A[i][j] = 2;
#endif
    }
  // CHECK: :[[@LINE+1]]:3: remark: loop not parallelized: macro 'STEP' may mean something else in front of the function [tp-local-macro] [-Rpass-missed
  for (int i = 0; i < 10; i++)
    for (int j = 0; j < 10; j += STEP)
      A[i][j] = 1;
  // CHECK: :[[@LINE+1]]:3: remark: loop not parallelized: macro '__clang_major__' may mean something else in front of the function [tp-local-macro] [-Rpass-missed
  for (int i = 0; i < 10; i++)
    for (int j = 0; j < 10; j++)
      A[i][j] = __clang_major__;
}

#if __has_builtin(__builtin_bitreverse32)
#define BY_BUILTIN 1
#else
#define BY_BUILTIN 2
#endif
void builtins(double (*A)[10]) {
  // CHECK: :[[@LINE+1]]:3: remark: loop not parallelized: macro '__has_builtin' may mean something else in front of the function [tp-local-macro] [-Rpass-missed
  for (int i = 0; i < 10; i++)
    for (int j = 0; j < 10; j++) {
#if __has_builtin(__builtin_bitreverse32)
      A[i][j] = 1;
#else
      A[i][j] = 2;
#endif
    }
  // CHECK: :[[@LINE+1]]:3: remark: loop not parallelized: macro 'BY_BUILTIN' may mean
  for (int i = 0; i < 10; i++)
    for (int j = 0; j < 10; j += BY_BUILTIN)
      A[i][j] = 1;
}

// A test that stands in a macro.
#define HAS(x) __has_builtin(x)
#if HAS(__builtin_bitreverse32)
#define BY_MACRO 1
#else
#define BY_MACRO 2
#endif
#define IS_CLANG defined(__clang__)
#if IS_CLANG
#define BY_DEFINED 1
#else
#define BY_DEFINED 2
#endif
// Macros that say which compiler it is, one of them where Clang does not look.
#ifdef __clang__
#define CLANG 1
#else
#define CLANG 0
# define GCC 1
#endif
#if CLANG
#define BY_NAME 1
#else
#define BY_NAME 2
#endif
#ifdef GCC
#define BY_SKIPPED 2
#else
#define BY_SKIPPED 1
#endif
void macros(double (*A)[10]) {
  // CHECK: :[[@LINE+1]]:3: remark: loop not parallelized: macro 'BY_MACRO' may mean
  for (int i = 0; i < 10; i++)
    for (int j = 0; j < 10; j += BY_MACRO)
      A[i][j] = 1;
  // CHECK: :[[@LINE+1]]:3: remark: loop not parallelized: macro 'BY_DEFINED' may mean
  for (int i = 0; i < 10; i++)
    for (int j = 0; j < 10; j += BY_DEFINED)
      A[i][j] = 1;
  // CHECK: :[[@LINE+1]]:3: remark: loop not parallelized: macro 'BY_NAME' may mean
  for (int i = 0; i < 10; i++)
    for (int j = 0; j < 10; j += BY_NAME)
      A[i][j] = 1;
  // CHECK: :[[@LINE+1]]:3: remark: loop not parallelized: macro 'BY_SKIPPED' may mean
  for (int i = 0; i < 10; i++)
    for (int j = 0; j < 10; j += BY_SKIPPED)
      A[i][j] = 1;
}

// Declarations that Clang has read for itself.
#ifdef __clang__
enum { ENUMERATOR = 1 };
typedef float number;
#else
enum { ENUMERATOR = 2 };
typedef double number;
#endif
enum { INDIRECT = 0, FOLLOWS = BY_NAME };
typedef number same;
struct point {
#if CLANG
  int more;
#endif
  double x;
};
static int identity(int j) {
#ifdef __clang__
  return j;
#else
  return 0;
#endif
}
void declarations(double (*A)[10], same (*B)[10], struct point (*P)[10]) {
  // CHECK: :[[@LINE+1]]:3: remark: loop not parallelized: the declaration of '' depends on '#if', which may be another for the backend compiler [tp-local-macro]
  for (int i = 0; i < 10; i++)
    for (int j = 0; j < 10; j += ENUMERATOR)
      A[i][j] = 1;
  // CHECK: :[[@LINE+1]]:3: remark: loop not parallelized: the declaration of '' depends on 'BY_NAME', which
  for (int i = 0; i < 10; i++)
    for (int j = INDIRECT; j < 10; j++)
      A[i][j] = 1;
  // CHECK: :[[@LINE+1]]:3: remark: loop not parallelized: the declaration of 'number' depends on '#if', which
  for (int i = 0; i < 10; i++)
    for (int j = 0; j < 10; j++)
      B[i][j] = 1;
  // CHECK: :[[@LINE+1]]:3: remark: loop not parallelized: the declaration of 'point' depends on '#if', which
  for (int i = 0; i < 10; i++)
    for (int j = 0; j < 10; j++)
      P[i][j].x = 1;
  // CHECK: :[[@LINE+1]]:3: remark: loop not parallelized: the declaration of 'identity' depends on '#if', which
  for (int i = 0; i < 10; i++)
    for (int j = 0; j < 10; j++)
      A[i][identity(j)] = 1;
}
