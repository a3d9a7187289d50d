// One refusal names what else stands in the way.
// RUN: tilepipe-cc %s --tp-stop-after=frontend -Rpass-missed=tilepipe -o /dev/null 2>&1 | FileCheck %s
int printf(const char *, ...);
int rand(void);
double several(int n, double (*A)[n]) {
  double sum = 0, most = 0;
  float count = 0;
  // CHECK: :[[@LINE+1]]:3: remark: loop not parallelized: 'sum' is declared outside the nest and written in it: 'sum' at [[@LINE+3]]:7; declare it {{.*}} for it; more obstacles: 'count' at [[@LINE+4]]:7 (scalar-written), 'most' at [[@LINE+7]]:9 (scalar-written), 'return' inside the nest at [[@LINE+9]]:9 (control-flow) [tp-scalar-written] [-Rpass-missed
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      sum = sum * 2 + A[i][j];
      count++;
      count++;
      if (A[i][j] >= most)
        most = A[i][j] + 1;
      if (A[i][j] > 2)
        return 0;
    }
  // Calls are obstacles beside others, and beside each other.
  // CHECK: :[[@LINE+1]]:3: remark: loop not parallelized: 'break' inside the nest at [[@LINE+5]]:9; more obstacles: 'count' at [[@LINE+6]]:7 (scalar-written), 'printf("%d\n", i)' at [[@LINE+3]]:7 (unknown-call), 'rand()' at [[@LINE+7]]:17 (unknown-call) [tp-control-flow]
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      printf("%d\n", i);
      if (A[i][j] > 3)
        break;
      count = count * 2 + 1;
      A[i][j] = rand();
    }
  // CHECK: :[[@LINE+1]]:3: remark: loop not parallelized: {{.*}} 'rand()' at [[@LINE+3]]:17; make {{.*}}; more obstacles: 'printf("%d\n", i)' at [[@LINE+4]]:7 (unknown-call) [tp-unknown-call]
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      A[i][j] = rand();
      printf("%d\n", i);
    }
  // CHECK: :[[@LINE+1]]:3: remark: loop not parallelized: a pragma inside the nest: '#pragma acc loop' [tp-pragma]
  for (int i = 1; i < n; i++) {
#pragma acc loop
    for (int j = 1; j < n; j++)
      A[i][j] += A[i - 1][j];
  }
  return sum + most + count;
}
