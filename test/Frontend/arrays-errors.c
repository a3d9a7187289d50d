// Memory that is no array of arithmetic elements reached through a variable.
//
// RUN: tilepipe-cc %s --tp-stop-after=frontend -Rpass-missed=tilepipe -o /dev/null 2>&1 \
// RUN:   | FileCheck %s

struct cell { double v; int bits : 3; };
union both { double d; long l; };
typedef double vector __attribute__((vector_size(16)));
struct image { double pixel[10][10]; } image;
_Thread_local double per_thread[10][10];
void arrays(int n, double **rows, struct cell (*cells)[n], union both (*unions)[n],
            volatile double (*v)[n], _Atomic int (*a)[n], vector (*vectors)[n],
            struct image *pointer, double (*A)[n]) {
  // CHECK: :[[@LINE+1]]:3: remark: loop not parallelized: memory is reached through a pointer that is no variable: 'rows[i]' at [[@LINE+3]]:7; copy the pointer into a local variable before the nest [tp-unsupported-expression] [-Rpass-missed
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      rows[i][j] = 1;
  // CHECK: :[[@LINE+1]]:3: remark: loop not parallelized: elements of type 'struct cell' are not supported, only arithmetic ones: 'cells[i][j].v' at [[@LINE+3]]:7 [tp-element-type] [-Rpass-missed
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      cells[i][j].v = 1;
  // CHECK: :[[@LINE+1]]:3: remark: loop not parallelized: elements of type 'struct cell' are not supported, only arithmetic ones: 'cells[i][j].bits' at [[@LINE+3]]:7 [tp-element-type] [-Rpass-missed
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      cells[i][j].bits = 1;
  // CHECK: :[[@LINE+1]]:3: remark: loop not parallelized: elements of type 'union both' are not supported, only arithmetic ones: 'unions[i][j].d' at [[@LINE+3]]:17 [tp-element-type] [-Rpass-missed
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
  // CHECK: :[[@LINE+1]]:3: remark: loop not parallelized: memory is reached through something else than an array or pointer variable: 'pointer->pixel' at [[@LINE+3]]:7; copy the pointer into a local variable before the nest [tp-unsupported-expression] [-Rpass-missed
  for (int i = 0; i < 10; i++)
    for (int j = 0; j < 10; j++)
      pointer->pixel[i][j] = 1;
  // CHECK: :[[@LINE+1]]:3: remark: loop not parallelized: 'image' is declared outside the nest and written in it: 'image.pixel[i][j]' at [[@LINE+3]]:7; declare it inside the innermost body, or store into an array [tp-scalar-written] [-Rpass-missed
  for (int i = 0; i < 10; i++)
    for (int j = 0; j < 10; j++)
      image.pixel[i][j] = 1;
  // CHECK: :[[@LINE+1]]:3: remark: loop not parallelized: 'per_thread' is thread-local: 'per_thread[i][j]' at [[@LINE+3]]:7 [tp-unsupported-expression] [-Rpass-missed
  for (int i = 0; i < 10; i++)
    for (int j = 0; j < 10; j++)
      per_thread[i][j] = 1;
}
