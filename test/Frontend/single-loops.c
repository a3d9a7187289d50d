// A single loop is a region, unless its iterations form a chain, or threads have nothing to do.
//
// RUN: tilepipe-cc %s -o %t.c -Rpass=tilepipe -Rpass-missed=tilepipe 2>&1 | FileCheck %s
// RUN: grep -c '^TP_REGION' %t.c | grep -x 6
static double table[100000];
static double f(double x) { return 0.5 * x + 1; }
void accepted(int n, double *restrict a, const double *restrict b, const int *restrict index) {
  // CHECK: :[[@LINE+1]]:3: remark: loop nest of depth 1 parallelized as region 'accepted': no dependences, tiling rows (1) (0)
  for (int i = 0; i < n; i++)
    a[i] = f(b[i]);
  // CHECK: :[[@LINE+1]]:3: remark: loop nest of depth 1 parallelized as region 'accepted_2'
  for (int i = n - 1; i >= 0; i -= 3)
    if (b[i] > 0)
      a[i] = b[index[i]];
  // Distances of 600: as many iterations at a time.
  // CHECK: :[[@LINE+1]]:3: remark: loop nest of depth 1 parallelized as region 'accepted_3': no dependences
  for (int i = 600; i < 1200; i++)
    table[i] = table[i - 600];
  // CHECK: :[[@LINE+1]]:3: remark: loop nest of depth 1 parallelized as region 'accepted_4'
  for (int i = 0; i < 512; i++)
    table[i] = 0;
  int k;
  // CHECK: :[[@LINE+1]]:3: remark: loop nest of depth 1 parallelized as region 'accepted_5'
  for (k = 0; k < n; k++)
    a[k] = k;
  table[k] = 1;
}
void refused(int n, double *a, const double *b, unsigned char few, int from) {
  // CHECK: :[[@LINE+1]]:3: remark: loop not parallelized: its dependences leave nothing to run at the same time {{.*}}[tp-no-band]
  for (int i = 1; i < n; i++)
    a[i] = a[i - 1] * 0.5 + b[i];
  // CHECK: :[[@LINE+1]]:3: remark: loop not parallelized: a single loop of at most 511 iterations is not worth threads [tp-not-worth]
  for (int i = 0; i < 511; i++)
    table[i] = 0;
  // CHECK: :[[@LINE+1]]:3: remark: loop not parallelized: a single loop of at most 255 iterations is not worth threads [tp-not-worth]
  for (int i = 0; i < few; i++)
    table[i] = 0;
  // CHECK: :[[@LINE+1]]:3: remark: loop not parallelized: a single loop of at most 16 iterations is not worth threads [tp-not-worth]
  for (int i = from; i < from + 16; i++)
    table[i] = 0;
  // CHECK: :[[@LINE+1]]:3: remark: loop not parallelized: a single loop that writes nothing is not worth threads [tp-not-worth]
  for (int i = 0; i < n; i++)
    ;
}
void inside(int n, int m, double (*A)[m], double *x) {
  // CHECK: :[[@LINE+1]]:3: remark: loop not parallelized: {{.*}}[tp-no-band]
  for (int t = 0; t < m; t++) {
    // CHECK: :[[@LINE+1]]:5: remark: loop nest of depth 1 parallelized as region 'inside'
    for (int i = 0; i < n; i++)
      A[i][t] = x[i] * x[0];
    x[0] = A[n - 1][t] + x[n - 1 - t];
    // What is to be said of single loops inside is in the analysis.
    for (int i = 1; i < n; i++)
      x[i] = x[i - 1] + 1;
  }
  // CHECK-NOT: loop not parallelized
}
