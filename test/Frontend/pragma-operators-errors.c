// The text of a pragma is that of its own operand: a macro's parameter is not known, and a string further
// down is another's. Comments in a pragma are none of its words.
// RUN: tilepipe-cc %s --tp-stop-after=frontend -Rpass=tilepipe -Rpass-missed=tilepipe -o /dev/null 2>&1 | FileCheck %s
#define SAY(text) _Pragma(#text)
int printf(const char *, ...);
void operands(int n, double (*A)[n]) {
  SAY(GCC ivdep)
  // CHECK: :[[@LINE+1]]:3: remark: loop not parallelized: a pragma directly before the nest needs the loop behind it [tp-pragma]
  for (int i = 1; i < n; i++)
    for (int j = 1; j < n; j++)
      A[i][j] += A[i][j - 1];
  printf("GCC diagnostic\n");
  SAY(tilepipe off)
  // CHECK: :[[@LINE+1]]:3: remark: loop not parallelized: '#pragma tilepipe off' stands in front of it [tp-off]
  for (int i = 1; i < n; i++)
    for (int j = 1; j < n; j++)
      A[i][j] += A[i][j - 1];
#pragma tilepipe off /* a comment
                        of two lines */
  // CHECK: :[[@LINE+1]]:3: remark: loop not parallelized: '#pragma tilepipe off' stands in front of it [tp-off]
  for (int i = 1; i < n; i++)
    for (int j = 1; j < n; j++)
      A[i][j] += A[i][j - 1];
  _Pragma(L"tilepipe /* \"a\" */ off" /* nothing */ )
  // CHECK: :[[@LINE+1]]:3: remark: loop not parallelized: '#pragma tilepipe off' stands in front of it [tp-off]
  for (int i = 1; i < n; i++)
    for (int j = 1; j < n; j++)
      A[i][j] += A[i][j - 1];
}
void warnings(int n, double (*A)[n]) {
  // CHECK: :[[@LINE+1]]:3: remark: loop not parallelized: '#pragma GCC diagnostic ignored "-Wunused"' inside the nest has no counterpart there [tp-pragma]
  for (int i = 1; i < n; i++)
    for (int j = 1; j < n; j++) {
#pragma GCC diagnostic ignored "-Wunused"
      A[i][j] += A[i][j - 1];
    }
  // CHECK: :[[@LINE+1]]:3: remark: loop not parallelized: '#pragma GCC diagnostic push' inside the nest has no counterpart there [tp-pragma]
  for (int i = 1; i < n; i++) {
    for (int j = 1; j < n; j++) {
#pragma GCC diagnostic push
      A[i][j] += A[i][j - 1];
    }
#pragma GCC diagnostic pop
  }
}
