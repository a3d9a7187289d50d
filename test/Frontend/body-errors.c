// Statements and writes that no later stage could keep in order.
//
// RUN: tilepipe-cc %s --tp-stop-after=frontend -Rpass-missed=tilepipe -o /dev/null 2>&1 \
// RUN:   | FileCheck %s

#include <setjmp.h>
jmp_buf back;
double sum, *cursor;
void body(int n, int m, double (*A)[m], volatile int *stop) {
  // CHECK: :[[@LINE+1]]:3: remark: loop not parallelized: 'sum' is declared outside the nest and written in it: 'sum' at [[@LINE+3]]:7; declare it inside the innermost body, or give each iteration of the outer loop an element of an array for it [tp-scalar-written] [-Rpass-missed
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      sum += A[i][j];
  // CHECK: :[[@LINE+1]]:3: remark: loop not parallelized: pointer 'cursor' changes inside the nest: 'cursor' at [[@LINE+3]]:8; index a fixed base pointer instead [tp-pointer-reassigned] [-Rpass-missed
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      *cursor++ = A[i][j];
  // CHECK: :[[@LINE+1]]:3: remark: loop not parallelized: iterator 'j' is changed outside its loop header: 'j' at [[@LINE+3]]:12 [tp-iterator-modified] [-Rpass-missed
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      A[i][j++] = 1;
  // CHECK: :[[@LINE+1]]:3: remark: loop not parallelized: 'last' is declared outside the nest and written in it: 'static double last;' at [[@LINE+3]]:7; declare it inside the innermost body, or give each iteration of the outer loop an element of an array for it [tp-scalar-written] [-Rpass-missed
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      static double last;
      A[i][j] = last;
    }
  // CHECK: :[[@LINE+1]]:3: remark: loop not parallelized: 'break' inside the nest at [[@LINE+4]]:9 [tp-control-flow] [-Rpass-missed
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      if (A[i][j])
        break;
    }
  // CHECK: :[[@LINE+1]]:3: remark: loop not parallelized: 'continue' in an expression inside the nest at [[@LINE+3]]:20 [tp-control-flow] [-Rpass-missed
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      A[i][j] = ({ continue; 1; });
  // CHECK: :[[@LINE+1]]:3: remark: loop not parallelized: 'return' inside the nest at [[@LINE+3]]:7 [tp-control-flow] [-Rpass-missed
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      return;
  // CHECK: :[[@LINE+1]]:3: remark: loop not parallelized: 'longjmp' inside the nest at [[@LINE+3]]:7 [tp-control-flow] [-Rpass-missed
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      longjmp(back, 1);
  // CHECK: :[[@LINE+1]]:3: remark: loop not parallelized: 'break' inside the nest at [[@LINE+5]]:11 [tp-control-flow] [-Rpass-missed
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      do {
        if (A[i][j] > 0)
          break;
        A[i][j] = 1;
      } while (0);
  // CHECK: :[[@LINE+1]]:3: remark: loop not parallelized: 'continue' in 'do ... while (0)' inside the nest at [[@LINE+6]]:13 [tp-control-flow] [-Rpass-missed
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      do {
        switch (j) {
          default:
            continue;
        }
        A[i][j] = 2;
      } while (0);
      A[i][j] += 1;
    }
  // CHECK: :[[@LINE+1]]:3: remark: loop not parallelized: a 'case' in the midst of another statement inside the nest at [[@LINE+6]]:9 [tp-control-flow] [-Rpass-missed
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      switch (j) {
      default:
        if (A[i][j] > 0) {
        case 3:
          A[i][j] = 1;
        }
      }
  // CHECK: :[[@LINE+1]]:3: remark: loop not parallelized: 'break' inside the nest at [[@LINE+5]]:29 [tp-control-flow] [-Rpass-missed
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      switch (j) {
      case 3:
        A[i][j] = ({ if (i) break; 1; });
      }
  // CHECK: :[[@LINE+1]]:3: remark: loop not parallelized: 'goto' inside the nest at [[@LINE+3]]:7 [tp-control-flow] [-Rpass-missed
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      goto end;
  // CHECK: :[[@LINE+1]]:3: remark: loop not parallelized: a label inside the nest at [[@LINE+3]]:5 [tp-label] [-Rpass-missed
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
    inside:
      A[i][j] = 1;
    }
end:
  // CHECK: :[[@LINE+1]]:3: remark: loop not parallelized: inline assembly inside the nest at [[@LINE+3]]:7 [tp-inline-assembly] [-Rpass-missed
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      __asm__("" : "+m"(A[i][j]));
  // CHECK: :[[@LINE+1]]:3: remark: loop not parallelized: an address is taken inside the nest: '&n' at [[@LINE+3]]:17 [tp-address-taken] [-Rpass-missed
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      A[i][j] = &n != 0;
  // CHECK: :[[@LINE+1]]:3: remark: loop not parallelized: an array is used as a pointer: 'A[i]' at [[@LINE+3]]:17 [tp-address-taken] [-Rpass-missed
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      A[i][j] = A[i] == 0;
  // CHECK: :[[@LINE+1]]:3: remark: loop not parallelized: a pointer is used as a value: 'cursor' at [[@LINE+3]]:17 [tp-address-taken] [-Rpass-missed
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      A[i][j] = cursor == 0;
  // CHECK: :[[@LINE+1]]:3: remark: loop not parallelized: the size of an array of the nest: 'sizeof(A[i])' at [[@LINE+3]]:17 [tp-unsupported-expression] [-Rpass-missed
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      A[i][j] = sizeof(A[i]);
  // CHECK: :[[@LINE+1]]:3: remark: loop not parallelized: the function's own name is used: '__func__' at [[@LINE+3]]:17 [tp-unsupported-expression] [-Rpass-missed
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      A[i][j] = __func__[0];
  // CHECK: :[[@LINE+1]]:3: remark: loop not parallelized: '*stop' is volatile or atomic: '*stop' at [[@LINE+3]]:17 [tp-volatile] [-Rpass-missed
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      A[i][j] = *stop;
  // CHECK: :[[@LINE+1]]:3: remark: loop not parallelized: a variable-length type inside the nest: 'double row[m];' at [[@LINE+3]]:7 [tp-unsupported-expression] [-Rpass-missed
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      double row[m];
      A[i][j] = row[0] = 1;
    }
  int address_taken, *p = &address_taken;
  // CHECK: :[[@LINE+1]]:3: remark: loop not parallelized: iterator 'address_taken' may be an element of 'p': 'address_taken = 0' at [[@LINE+1]]:8 [tp-address-taken] [-Rpass-missed
  for (address_taken = 0; address_taken < n; address_taken++)
    for (int j = 0; j < m; j++)
      A[address_taken][j] = *p;
}
