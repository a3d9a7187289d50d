// A declaration behind the last statement of a loop's body is a statement: what it reads belongs to the nest.
//
// RUN: tilepipe-cc %s -o %t.c -Rpass=tilepipe -Rpass-missed=tilepipe 2>&1 | FileCheck %s
// RUN: %cc_seq -Wno-unused %t.c %tilepipe_flags -c -o %t.o
// RUN: tilepipe-cc %s --tp-no-verify -o %t.c && %cc_seq -Wno-unused %t.c %tilepipe_flags -c -o %t.o

double A[50][50], c[50];

// CHECK: :[[@LINE+2]]:3: remark: loop nest of depth 2 parallelized as region 'read': region of 2 loops and 2 statements
void read(int n) {
  for (int i = 1; i < n; i++) {
    for (int j = 1; j < n; j++)
      A[i][j] += A[i - 1][j];
    double last = c[i];
  }
}

// CHECK: :[[@LINE+2]]:3: remark: loop nest of depth 2 parallelized as region 'empty': region of 2 loops and 2 statements
void empty(int n) {
  for (int i = 1; i < n; i++) {
    for (int j = 1; j < n; j++)
      A[i][j] += A[i - 1][j];
    int last;
  }
}
