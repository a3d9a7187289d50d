// Loops that macros begin or end: the file is translated again with these macros expanded.
//
// RUN: tilepipe-cc %s -Rpass=tilepipe -Rpass-missed=tilepipe -o %t.c 2>&1 | FileCheck %s
// RUN: FileCheck %s --check-prefix=TEXT <%t.c
// RUN: tilepipe-cc %s --tp-print-after=verify -o %t.c 2>&1 | FileCheck %s --check-prefix=ONCE

#define LOW 1
#define SWEEP_START(lo, hi) for (int i = lo; i < hi; i++) { for (int j = LOW; j < 100; j++) {
#define SWEEP_END }}
#define EACH(i, n) for (int i = 0; i < (n); i++)

// Both ends of the frame are macros'. Lines keep their numbers.
void step(int n, double (*restrict a)[100], const double (*restrict b)[100])
{
  // CHECK: :[[@LINE+1]]:3: remark: loop nest of depth 2 parallelized as region 'step'
  SWEEP_START(LOW,
              n)
    a[i][j] = b[i - LOW][j] + b[i][j - 1];
  SWEEP_END
}
// TEXT: TP_OTHERWISE(tp_step_run(
// TEXT-NEXT: for ( int i = 1 ; i < n ; i ++ ) { for ( int j = 1 ; j < 100 ; j ++ ) {
// TEXT: a[i][j] = b[i - LOW][j] + b[i][j - 1];
// TEXT-NEXT: } }

// A header alone; loops beside it are what they were.
void each(int n, int m, double (*a)[m])
{
  // CHECK: :[[@LINE+1]]:3: remark: loop nest of depth 2 parallelized as region 'each'
  EACH(i, n) EACH(j, m) a[i][j] = 0;
  // CHECK: :[[@LINE+1]]:3: remark: loop nest of depth 2 parallelized as region 'each_2'
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++)
      a[i][j] += a[i - 1][j] * a[i][j - 1];
}

// In a function without such loops macros stay, and its nests are not translated again.
// ONCE: region other
// ONCE-NOT: region other
#define BEGIN {
#define END }
void other(int n, int m, double (*a)[m])
{
  // CHECK: :[[@LINE+1]]:3: remark: loop nest of depth 2 parallelized as region 'other'
  for (int i = 1; i < n; i++) BEGIN
    for (int j = 1; j < m; j++)
      a[i][j] += LOW * a[i - 1][j];
  END
}
// TEXT-LABEL: void other(
// TEXT: for (int i = 1; i < n; i++) BEGIN
