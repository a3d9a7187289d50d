// Hints for compilers may stand in front of loops of a nest. The call goes in front of the first one, the tiles have none
// of those between loops.
//
// RUN: tilepipe-cc %s -o %t.c -Rpass=tilepipe -Rpass-missed=tilepipe 2>&1 | FileCheck %s --implicit-check-not="not parallelized"
// RUN: FileCheck %s --check-prefix=TEXT --input-file=%t.c
// RUN: gcc -fsyntax-only -Werror -Wno-unknown-pragmas -I %S/../../include %t.c
// RUN: tilepipe-cc -O1 -Wall -Werror -Wno-unknown-pragmas -c %s -o %t.o
//
// Line numbers stay where lines must keep theirs.
// RUN: not tilepipe-cc -O1 -DWRONG -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=LINE

void inside(int n, double (*A)[n]) {
  // CHECK: :[[@LINE+1]]:3: remark: loop nest of depth 2 parallelized as region 'inside'
  for (int i = 1; i < n; i++) {
#pragma ivdep
    for (int j = 1; j < n; j++)
      A[i][j] += A[i - 1][j] + A[i][j - 1];
  }
}

// TEXT: {{^void before\(}}
// TEXT-NEXT: {{^  TP_OTHERWISE\(tp_before_run}}
// TEXT-NEXT: #pragma ivdep
// TEXT-NEXT: #pragma vector always
void before(int n, double (*A)[n]) {
#pragma ivdep
#pragma vector always
  // CHECK: :[[@LINE+1]]:3: remark: loop nest of depth 2 parallelized as region 'before'
  for (int i = 1; i < n; i++)
    for (int j = 1; j < n; j++)
      A[i][j] += A[i - 1][j] + A[i][j - 1];
  if (n > 2)
#pragma GCC ivdep
    // CHECK: :[[@LINE+1]]:5: remark: loop nest of depth 2 parallelized as region 'before_2'
    for (int i = 1; i < n; i++)
#pragma GCC unroll 4
      for (int j = 1; j < n; j++)
        A[i][j] += A[i - 1][j];
#pragma clang loop vectorize(enable)
  // CHECK: :[[@LINE+1]]:3: remark: loop nest of depth 2 parallelized as region 'before_3'
  for (int i = 1; i < n; i++)
    for (int j = 1; j < n; j++)
      A[i][j] += A[i - 1][j];
#ifdef WRONG
  // LINE: loop-hints.c:[[@LINE+1]]:3: error:
  not_declared = 1;
#endif
}

#define TOGETHER _Pragma("GCC ivdep")
void trees(int n, double (*A)[n], double *s) {
  TOGETHER
  // CHECK: :[[@LINE+1]]:3: remark: loop nest of depth 2 parallelized as region 'trees': region of 3 loops and 3 statements
  for (int i = 1; i < n; i++) {
    s[i] = 0;
#pragma unroll(4)
    for (int k = 0; k < n; k++)
      s[i] += A[i][k];
    TOGETHER for (int j = 1; j < n; j++)
      A[i][j] = A[i - 1][j] + s[i];
  }
  // Loops of a statement's text keep theirs.
  // CHECK: :[[@LINE+1]]:3: remark: loop nest of depth 2 parallelized as region 'trees_2'
  for (int i = 1; i < n; i++)
    for (int j = 1; j < n; j++) {
      double t = 0;
#pragma GCC unroll 3
      for (int k = 0; k < 3; k++)
        t += A[i - 1][j] * k;
      A[i][j] += t;
    }
}

static void relax(int n, double (*A)[n], double (*B)[n]) {
#pragma GCC ivdep
  for (int i = 1; i < n - 1; i++)
#pragma GCC unroll 2
    for (int j = 1; j < n - 1; j++)
      B[i][j] = A[i - 1][j] + A[i + 1][j] + A[i][j - 1];
}
void called(int n, int steps, double (*A)[n], double (*B)[n]) {
  // CHECK: :[[@LINE+1]]:3: remark: {{.*}} region of 5 loops and 2 statements,{{.*}} 4 loops of called functions included
  for (int t = 0; t < steps; t++) {
    relax(n, A, B);
    relax(n, B, A);
  }
}
