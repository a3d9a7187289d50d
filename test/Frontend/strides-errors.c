// Loops whose step is no constant, refused.
// RUN: tilepipe-cc %s -o /dev/null -Rpass=tilepipe -Rpass-missed=tilepipe 2>&1 | FileCheck %s
#define LEAST(a, b) ((a) < (b) ? (a) : (b))

// The block below is read one row too high.
void chain(int n, int block, double *restrict a) {
  // CHECK: [[@LINE+1]]:3: remark: loop not parallelized: its dependences leave nothing to run at the same time {{.*}} [tp-no-band]
  for (int ii = block; ii < n; ii += block)
    for (int i = ii; i < LEAST(ii + block, n); i++)
      a[i] = a[i] * 0.5 + a[i - block];
}
// Blocks overlap.
void overlap(int n, int block, double *restrict a) {
  // CHECK: [[@LINE+1]]:3: remark: loop not parallelized: its dependences leave nothing to run at the same time {{.*}} [tp-no-band]
  for (int ii = 0; ii < n; ii += block)
    for (int i = ii; i < LEAST(ii + block + 1, n); i++)
      a[i] = a[i] * 0.5 + 1.0;
}
// The step changes.
void grows(int n, int block, double *restrict a) {
  // CHECK: [[@LINE+1]]:3: remark: loop not parallelized: 'block' is declared outside the nest and written in it
  for (int ii = 0; ii < n; ii += block) {
    for (int i = ii; i < LEAST(ii + block, n); i++)
      a[i] = a[i] * 0.5;
    block++;
  }
}
void read(int n, const int *step, double *restrict a) {
  // CHECK: [[@LINE+1]]:3: remark: loop not parallelized: the iterator's step is neither a constant nor a value that is fixed during the nest: 'step[ii]' at [[@LINE+1]]:34 [tp-loop-form]
  for (int ii = 0; ii < n; ii += step[ii])
    a[ii] = a[ii] * 0.5 + 1.0;
}
// It may pass over its end.
void unequal(int n, int block, double *restrict a) {
  // CHECK: [[@LINE+1]]:3: remark: loop not parallelized: a step that is no constant may pass over the end of a '!=': 'ii != n' at [[@LINE+1]]:20 [tp-loop-form]
  for (int ii = 0; ii != n; ii += block)
    for (int i = ii; i < ii + block; i++)
      a[i] = a[i] * 0.5;
}
// How far it got shows behind the nest.
int left(int n, int block, double *restrict a) {
  int ii;
  // CHECK: [[@LINE+1]]:3: remark: loop not parallelized: 'ii' is used behind the nest
  for (ii = 0; ii < n; ii += block)
    for (int i = ii; i < LEAST(ii + block, n); i++)
      a[i] = a[i] * 0.5;
  return ii;
}
// Its runs have different coordinates.
void uneven(int n, int block, double (*A)[n]) {
  // CHECK: [[@LINE+1]]:3: remark: loop not parallelized: a loop whose step is no constant starts elsewhere from run to run: 'i + 1' at [[@LINE+2]]:18 [tp-loop-form]
  for (int i = 0; i < n; i++)
    for (int j = i + 1; j < n; j += block)
      A[j][i] = A[j][i] + 1.0;
}
void widening(int n, double (*A)[n]) {
  // CHECK: [[@LINE+1]]:3: remark: loop not parallelized: the iterator's step is neither a constant nor a value that is fixed during the nest: '(i + 1)' at [[@LINE+2]]:33 [tp-loop-form]
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j += (i + 1))
      A[j][i] = A[j][i] + 1.0;
}
// Pointers that are exchanged as often as it runs.
void exchanged(int n, int m, int block, double *restrict a, double *restrict b) {
  // CHECK: [[@LINE+1]]:3: remark: loop not parallelized: {{.*}} [tp-pointer-reassigned]
  for (int t = 0; t < n; t += block) {
    for (int i = 1; i < m - 1; i++)
      b[i] = a[i - 1] + a[i + 1];
    double *last = a;
    a = b;
    b = last;
  }
}
// Terms of sums have places without gaps.
double sum(int n, int m, int block, double (*A)[m]) {
  double all = 0;
  // CHECK: [[@LINE+1]]:3: remark: loop not parallelized: {{.*}} [tp-scalar-written]
  for (int i = 0; i < n; i += block)
    for (int j = 0; j < m; j++) {
      A[i][j] = A[i][j] * 0.5;
      all += A[i][j];
    }
  return all;
}
