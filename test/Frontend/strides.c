// Loops whose step is a value that is fixed during the nest. Blocks run as a whole: no set of isl's says which coordinates
// are iterations, but any two of them are a step apart.
// RUN: tilepipe-cc %s -o /dev/null -Rpass=tilepipe -Rpass-analysis=tilepipe -Rpass-missed=tilepipe 2>&1 | FileCheck %s
// RUN: tilepipe-cc %s -o /dev/null --tp-print-after=frontend,analysis | FileCheck %s --check-prefix=PRINT
#define LEAST(a, b) ((a) < (b) ? (a) : (b))
#define GREATEST(a, b) ((a) > (b) ? (a) : (b))

void product(int n, int block, const double *restrict a, const double *restrict b, double *restrict c) {
  // CHECK: [[@LINE+2]]:3: remark: loop nest of depth 3 parallelized as region 'product': region of 6 loops and 1 statement, affine distances
  // CHECK: [[@LINE+1]]:3: remark: region 'product' runs on threads only: the step of its loop over 'jj' is no constant [tp-threads-only]
  for (int ii = 0; ii < n; ii += block)
    for (int kk = 0; kk < n; kk += block)
      for (int jj = 0; jj < n; jj += block)
        for (int i = ii; i < LEAST(ii + block, n); i++)
          for (int k = kk; k < LEAST(kk + block, n); k++)
            for (int j = jj; j < LEAST(jj + block, n); j++)
              c[i * n + j] += a[i * n + k] * b[k * n + j];
  // PRINT-LABEL: nest product
  // PRINT: loop int ii step 1, value { S[i0, i1, i2, i3, i4, i5, i6] -> [(i1)] }, strided from {{.*}}{ [(0)] } by {{.*}}{ [(block)] }
  // Only blocks of one column of the second loop depend on each other.
  // PRINT: order {{.*}} { S[0, i1, 0, i3, 0, i5, 0] -> S[0, i1, 0, o3, 0, i5, 0] : {{.*}} block + i3 <= o3
}

void down(int n, long block, double *restrict a, const double *restrict b) {
  // CHECK: [[@LINE+1]]:3: remark: loop nest of depth 1 parallelized as region 'down': region of 2 loops and 1 statement, no dependences
  for (int ii = n - 1; ii >= 0; ii = ii - block)
    for (int i = ii; i > GREATEST(ii - block, -1); i--)
      a[i] = a[i] * 0.5 + b[i];
}

struct grid {
  int n, block;
  double *u;
};
void members(const struct grid *g, double *restrict v) {
  // CHECK: [[@LINE+1]]:3: remark: loop nest of depth 1 parallelized as region 'members'
  for (int ii = 0; ii < g->n; ii += g->block)
    for (int i = ii; i < LEAST(ii + g->block, g->n); i++)
      v[i] += 2.0 * g->u[i];
}

// Loops that start at the iterator of a loop with the same step have its coordinates.
void upper(int n, int block, double (*A)[n]) {
  // CHECK: [[@LINE+1]]:3: remark: loop nest of depth 2 parallelized as region 'upper'
  for (int ii = 0; ii < n; ii += block)
    for (int jj = ii + block; jj < n; jj += block)
      for (int i = ii; i < LEAST(ii + block, n); i++)
        for (int j = jj; j < LEAST(jj + block, n); j++)
          A[i][j] *= 2.0;
}

// Two loops over the same blocks, in a loop over time.
void passes(int steps, int n, int block, double *restrict a, double *restrict b) {
  // CHECK: [[@LINE+1]]:3: remark: loop nest of depth 2 parallelized as region 'passes': region of 5 loops and 2 statements, time loop included
  for (int t = 0; t < steps; t++) {
    for (int ii = 0; ii < n; ii += block)
      for (int i = ii; i < LEAST(ii + block, n); i++)
        a[i] = b[i] * 0.5 + a[i];
    for (int ii = 0; ii < n; ii += block)
      for (int i = ii; i < LEAST(ii + block, n); i++)
        b[i] = a[i] - b[i];
  }
}

// In a statement's own text such a loop may start anywhere.
void rests(int n, int m, int step, double (*A)[m], double *restrict sum) {
  // CHECK: [[@LINE+1]]:3: remark: loop nest of depth 1 parallelized as region 'rests'
  for (int i = 0; i < n; i++) {
    double all = 0;
    for (int j = i; j < m; j += step)
      all += A[i][j];
    sum[i] = all;
  }
}
