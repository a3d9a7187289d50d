// What the explicit style has no text for stays the user's loop, with a reason.
//
// RUN: tilepipe-cc -O2 --tp-style=explicit -Rpass-missed=tilepipe %s -o %t.c 2> %t.err && FileCheck %s < %t.err
// RUN: cmp %s %t.c
//
// mpirun would run a file without text once per rank.
// RUN: tilepipe-cc -O2 --tp-style=explicit %s -o %t.c 2>&1 | FileCheck %s --check-prefix=NOTEXT
// NOTEXT: {{^}}tilepipe-cc: warning: the explicit style has no text for any loop of '{{.*}}explicit-errors.c', and mpirun would run the program once per rank: start it without [no-text]{{$}}
// NOTEXT-NOT: {{.}}
//
// It writes C, and nothing else.
// RUN: not tilepipe-cc --tp-style=explicit -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=COMPILE
// RUN: not tilepipe-cc --tp-style=explicit %s -o %t 2>&1 | FileCheck %s --check-prefix=COMPILE
// COMPILE: tilepipe-cc: error: '--tp-style=explicit' writes one C file: tilepipe-cc --tp-style=explicit in.c -o out.c [option]
// RUN: not tilepipe-cc --tp-style=short %s -o %t.c 2>&1 | FileCheck %s --check-prefix=VALUE
// VALUE: tilepipe-cc: error: invalid value 'short' in '--tp-style=short': expected runtime or explicit

void sums(int n, double A[n][n], double *s) {
  double sum = *s;
  // CHECK: [[# @LINE + 1]]:3: remark: loop not parallelized: the explicit style has no text for it: only threads can run it
  for (int i = 1; i < n; i++)
    for (int j = 1; j < n; j++) {
      A[i][j] = A[i - 1][j] / A[i][j - 1];
      sum += A[i][j];
    }
  *s = sum;
}

void one(int n, double *restrict a, const double *restrict b) {
  // CHECK: [[# @LINE + 1]]:3: remark: {{.*}}it has one loop{{.*}}[tp-explicit-style]
  for (int i = 0; i < n; i++)
    a[i] = 2 * b[i] * b[i] / (1 + b[i]);
}

void outlives(int n, double A[n][n], int *at) {
  int i, j = 0;
  // CHECK: [[# @LINE + 1]]:3: remark: {{.*}}an iterator's value is read behind the nest{{.*}}[tp-explicit-style]
  for (i = 1; i < n; i++)
    for (j = 1; j < n; j++)
      A[i][j] = A[i - 1][j] / A[i][j - 1];
  *at = j;
}
