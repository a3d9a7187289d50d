// Names that code in front of the function does not have.
//
// RUN: tilepipe-cc %s --tp-stop-after=frontend -Rpass-missed=tilepipe -o /dev/null 2>&1 \
// RUN:   | FileCheck %s

void names(int n, double (*A)[10]) {
  typedef int local_int;
  enum { LOCAL = 3 };
  struct local { double x; } value = {1};
  struct local cells[10][10];
  extern int elsewhere;
  extern double array_elsewhere[10][10];
  // CHECK: :[[@LINE+1]]:3: remark: loop not parallelized: a type of the body is declared inside the function: '(local_int)i' at [[@LINE+3]]:17; declare it at file scope [tp-local-type] [-Rpass-missed
  for (int i = 0; i < n; i++)
    for (int j = 0; j < 10; j++)
      A[i][j] = (local_int)i;
  // CHECK: :[[@LINE+1]]:3: remark: loop not parallelized: a type of the body is declared inside the function: 'struct local copy = {i};' at [[@LINE+3]]:7; declare it at file scope [tp-local-type] [-Rpass-missed
  for (int i = 0; i < n; i++)
    for (int j = 0; j < 10; j++) {
      struct local copy = {i};
      A[i][j] = copy.x;
    }
  // CHECK: :[[@LINE+1]]:3: remark: loop not parallelized: a type of the body is declared inside the function: 'sizeof(struct local)' at [[@LINE+3]]:17; declare it at file scope [tp-local-type] [-Rpass-missed
  for (int i = 0; i < n; i++)
    for (int j = 0; j < 10; j++)
      A[i][j] = sizeof(struct local);
  // CHECK: :[[@LINE+1]]:3: remark: loop not parallelized: an enumeration is declared inside the function: 'LOCAL' at [[@LINE+3]]:17; declare it at file scope [tp-local-type] [-Rpass-missed
  for (int i = 0; i < n; i++)
    for (int j = 0; j < 10; j++)
      A[i][j] = LOCAL;
  // CHECK: :[[@LINE+1]]:3: remark: loop not parallelized: its type is declared inside the function: 'value' at [[@LINE+3]]:17; declare it at file scope [tp-local-type] [-Rpass-missed
  for (int i = 0; i < n; i++)
    for (int j = 0; j < 10; j++)
      A[i][j] = value.x;
  // CHECK: :[[@LINE+1]]:3: remark: loop not parallelized: 'elsewhere' is declared extern inside the function: 'elsewhere' at [[@LINE+3]]:17; declare it at file scope [tp-local-type] [-Rpass-missed
  for (int i = 0; i < n; i++)
    for (int j = 0; j < 10; j++)
      A[i][j] = elsewhere;
  // CHECK: :[[@LINE+1]]:3: remark: loop not parallelized: 'array_elsewhere' is declared extern inside the function: 'array_elsewhere[i][j]' at [[@LINE+3]]:17; declare it at file scope [tp-local-type] [-Rpass-missed
  for (int i = 0; i < n; i++)
    for (int j = 0; j < 10; j++)
      A[i][j] = array_elsewhere[i][j];
  (void)cells;
}
