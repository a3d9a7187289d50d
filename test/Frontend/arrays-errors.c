// Memory that is no array of arithmetic elements reached through a variable or a member.
//
// RUN: tilepipe-cc %s --tp-stop-after=frontend -Rpass-missed=tilepipe -o /dev/null 2>&1 \
// RUN:   | FileCheck %s

struct cell { double v; int bits : 3; };
union both { double d; long l; };
typedef double vector __attribute__((vector_size(16)));
_Thread_local double per_thread[10][10];
void arrays(int n, double ****rows, struct cell (*cells)[n], union both (*unions)[n],
            volatile double (*v)[n], _Atomic int (*a)[n], vector (*vectors)[n],
            double (*A)[n]) {
  // CHECK: :[[@LINE+1]]:3: remark: loop not parallelized: memory is reached through a pointer that is an array's element: 'rows[i][j][0]' at [[@LINE+3]]:7 [tp-unsupported-expression] [-Rpass-missed
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      rows[i][j][0][0] = 1;
  // CHECK: :[[@LINE+1]]:3: remark: loop not parallelized: elements of type 'bit field' are not supported, only arithmetic ones: 'cells[i][j].bits' at [[@LINE+3]]:7 [tp-element-type] [-Rpass-missed
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      cells[i][j].bits = 1;
  // CHECK: :[[@LINE+1]]:3: remark: loop not parallelized: elements of type 'union' are not supported, only arithmetic ones: 'unions[i][j].d' at [[@LINE+3]]:17 [tp-element-type] [-Rpass-missed
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      A[i][j] = unions[i][j].d;
  // CHECK: :[[@LINE+1]]:3: remark: loop not parallelized: 'v[i][j]' is volatile or atomic: 'v[i][j]' at [[@LINE+3]]:7 [tp-volatile] [-Rpass-missed
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      v[i][j] = 1;
  // CHECK: :[[@LINE+1]]:3: remark: loop not parallelized: 'a[i][j]' is volatile or atomic: 'a[i][j]' at [[@LINE+3]]:7 [tp-volatile] [-Rpass-missed
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      a[i][j] = 1;
  // CHECK: :[[@LINE+1]]:3: remark: loop not parallelized: elements of type 'vector' are not supported, only arithmetic ones: 'vectors[i][j]' at [[@LINE+3]]:23 [tp-element-type] [-Rpass-missed
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      vectors[i][j] = vectors[i][j] + vectors[i][j];
  // CHECK: :[[@LINE+1]]:3: remark: loop not parallelized: 'per_thread' is thread-local: 'per_thread[i][j]' at [[@LINE+3]]:7 [tp-unsupported-expression] [-Rpass-missed
  for (int i = 0; i < 10; i++)
    for (int j = 0; j < 10; j++)
      per_thread[i][j] = 1;
}
