// Headers that step several variables: the one that the condition names is the iterator, the others follow it.
// RUN: tilepipe-cc %s -o %t.c -Rpass=tilepipe -Rpass-missed=tilepipe 2>&1 | FileCheck %s
// RUN: FileCheck --input-file=%t.c --check-prefix=TEXT %s
// RUN: tilepipe-cc %s -o /dev/null --tp-print-after=frontend | FileCheck %s --check-prefix=PRINT
//
// A follower of another value is no proof.
// RUN: sed 's/ j = (int)(.*jg.*);/ j = (int)(jg);/' %t.c > %t.wrong.c
// RUN: tilepipe-cc %s -o %t.2.c --tp-verify-emitted=%t.wrong.c -Rpass-missed=tilepipe 2>&1 | FileCheck %s --check-prefix=WRONG
// WRONG: no proof was found {{.*}}body that is run while 'j' is not what the user's loop makes of it
#define LEAST(a, b) ((a) < (b) ? (a) : (b))

// Of a block, by places in the whole and in the block.
void block(int n, int size, int jj, int ii, const double *restrict from, double *restrict to) {
  int i, j, ig, jg;
  // CHECK: [[@LINE+1]]:3: remark: loop nest of depth 2 parallelized as region 'block': no dependences
  for (jg = jj, j = 0; jg < LEAST(jj + size, n); j++, jg++)
    for (ig = ii, i = 0; ig < LEAST(ii + size, n); i++, ig++)
      to[size * j + i] = from[n * jg + ig];
}
// PRINT-LABEL: nest block
// PRINT: loop int jg step 1
// PRINT-NEXT: followed by int j, value {{.*}} { S[i0, i1] -> [(-jj + i0)] }
// TEXT-LABEL: void tp_block_tile_scan(
// TEXT: j = (int)({{.*}}jg{{.*}});
// TEXT: i = (int)({{.*}}ig{{.*}});
// TEXT: to[size * j + i] = from[n * jg + ig];

// From both ends, by two.
void turned(int n, double (*restrict A)[n], double (*restrict B)[n]) {
  // CHECK: [[@LINE+1]]:3: remark: loop nest of depth 2 parallelized as region 'turned': no dependences
  for (int i = 0, k = n - 1; i < n; i += 2, k--)
    for (int j = n - 1, l = 0; j >= 0; j--, ++l)
      A[k][l] = B[i][j];
}

// Two statements; one variable follows in several loops.
void beside(int n, int m, double (*restrict A)[m], double (*restrict B)[m], double *restrict c) {
  int i, j, k;
  // CHECK: [[@LINE+1]]:3: remark: loop nest of depth 2 parallelized as region 'beside': region of 3 loops and 2 statements
  for (i = 0; i < n; i++) {
    for (j = 1, k = 0; j < m; j++, k++)
      A[i][j] = B[i][k];
    for (j = 0, k = m; j < m - 1; j++, k--)
      A[i][j] = A[i][j] + c[k];
  }
}

// In a statement's own text.
void sums(int n, int m, int (*restrict A)[m], int *restrict c) {
  // CHECK: [[@LINE+1]]:3: remark: loop nest of depth 1 parallelized as region 'sums'
  for (int i = 0; i < n; i++) {
    int sum = 0;
    for (int j = 0, k = m - 1; j < m; j++, k--)
      sum += A[i][j] * A[i][k];
    c[i] = sum;
  }
}

void used(int n, double (*A)[n], int *left) {
  int i, j, k;
  // CHECK: [[@LINE+1]]:3: remark: loop not parallelized: 'k', which is stepped beside the iterator, is used behind the nest
  for (i = 0, k = 1; i < n; i++, k++)
    for (j = 0; j < n; j++)
      A[i][j] = k;
  *left = k;
}
void both(int n, double (*A)[n]) {
  // CHECK: [[@LINE+1]]:3: remark: loop not parallelized: the condition does not name one of the header's variables alone
  for (int i = 0, k = n; i < k; i++, k--)
    for (int j = 0; j < n; j++)
      A[i][j] = k;
}
void unstepped(int n, double (*A)[n]) {
  // CHECK: [[@LINE+1]]:3: remark: loop not parallelized: the header does not step each of its variables by a constant
  for (int i = 0, k = n; i < n; i++)
    for (int j = 0; j < n; j++)
      A[i][j] = k;
}
void changed(int n, double (*A)[n]) {
  // CHECK: [[@LINE+1]]:3: remark: loop not parallelized: {{.*}}'k'
  for (int i = 0, k = n; i < n; i++, k--)
    for (int j = 0; j < n; j++) {
      A[i][j] = k;
      k = j;
    }
}
