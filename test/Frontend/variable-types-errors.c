// Sizes in variably modified types are evaluated where the type stands.
//
// RUN: tilepipe-cc %s --tp-stop-after=frontend -Rpass-missed=tilepipe -o /dev/null 2>&1 \
// RUN:   | FileCheck %s

void in_body(int n, int m, int (*A)[m], int (*B)[m]) {
  // CHECK: :[[@LINE+1]]:3: remark: {{.*}}a variable-length type inside the nest: 'typedef int row[A[i - 1][j]++];' at [[@LINE+3]]:7 [tp-unsupported-expression]
  for (int i = 1; i < n; i++)
    for (int j = 0; j < m; j++) {
      typedef int row[A[i - 1][j]++];
      B[i][j] = A[i][j];
    }
  // CHECK: :[[@LINE+1]]:3: remark: {{.*}}a variable-length type inside the nest: 'int (*rows)[A[i - 1][j]++] = 0;' at [[@LINE+3]]:7
  for (int i = 1; i < n; i++)
    for (int j = 0; j < m; j++) {
      int (*rows)[A[i - 1][j]++] = 0;
      B[i][j] = A[i][j];
    }
  // CHECK: :[[@LINE+1]]:3: remark: {{.*}}a variable-length type inside the nest: '(int (*)[A[i - 1][j]++])0' at [[@LINE+3]]:
  for (int i = 1; i < n; i++)
    for (int j = 0; j < m; j++)
      B[i][j] = A[i][j] + (int)(long)(int (*)[A[i - 1][j]++])0;
  // CHECK: :[[@LINE+1]]:3: remark: {{.*}}a variable-length type inside the nest: 'sizeof(__typeof__(int (*)[A[i - 1][j]++]))' at [[@LINE+3]]:
  for (int i = 1; i < n; i++)
    for (int j = 0; j < m; j++)
      B[i][j] = A[i][j] + (int)sizeof(__typeof__(int (*)[A[i - 1][j]++]));
}
void in_header(int n, int m, int (*A)[m]) {
  // CHECK: :[[@LINE+1]]:3: remark: {{.*}}'sizeof(int (*)[n++])' at {{.*}} [tp-non-affine-bound]
  for (int i = 0; i < (int)sizeof(int (*)[n++]); i++)
    for (int j = 0; j < m; j++)
      A[i][j] = i + j;
}

// The value that the nest leaves in w is read as a size.
double row_length(int n, int m, double (*A)[m], double *buffer) {
  int w = 3;
  // CHECK: :[[@LINE+1]]:3: remark: {{.*}}'w' is declared outside the nest and written in it{{.*}} [tp-scalar-written]
  for (int i = 1; i < n; i++)
    for (int j = 0; j < m; j++) {
      w = i + j;
      A[i][j] = A[i - 1][j] + w;
    }
  double (*rows)[w] = (void *)buffer;
  return rows[1][0];
}
double cast(int n, int m, double (*A)[m], double *buffer) {
  int w = 3;
  // CHECK: :[[@LINE+1]]:3: remark: {{.*}}'w' is declared outside the nest and written in it{{.*}} [tp-scalar-written]
  for (int i = 1; i < n; i++)
    for (int j = 0; j < m; j++) {
      w = i + j;
      A[i][j] = A[i - 1][j] + w;
    }
  return ((double (*)[w])buffer)[1][0];
}
double name(int n, int m, double (*A)[m], double *buffer) {
  int w = 3;
  // CHECK: :[[@LINE+1]]:3: remark: {{.*}}'w' is declared outside the nest and written in it{{.*}} [tp-scalar-written]
  for (int i = 1; i < n; i++)
    for (int j = 0; j < m; j++) {
      w = i + j;
      A[i][j] = A[i - 1][j] + w;
    }
  typedef double (*rows)[w];
  return ((rows)buffer)[1][0];
}

static int count;
static int counts(int x) { int (*rows)[++count] = 0; return x; }
static double touches(const double *p, int i, char unused[count++]) { return p[i - 1]; }
static double converts(const double *p, int i) { return p[i - 1] + (int)(long)(char (*)[count++])0; }
static double declares(const double *p, int i) { typedef char row[count++]; return p[i - 1]; }
void in_callee(int n, int m, int (*A)[m], double (*B)[m]) {
  // CHECK: :[[@LINE+1]]:3: remark: {{.*}}call of 'counts', which writes 'count'{{.*}} [tp-impure-call]
  for (int i = 1; i < n; i++)
    for (int j = 0; j < m; j++)
      A[i][j] = counts(A[i - 1][j]);
  // CHECK: :[[@LINE+1]]:3: remark: {{.*}}call of 'touches', which writes 'count'{{.*}} [tp-impure-call]
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++)
      B[i][j] = touches(B[i], j, 0);
  // CHECK: :[[@LINE+1]]:3: remark: {{.*}}call of 'converts', which has a conversion to a type of variable length{{.*}} [tp-impure-call]
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++)
      B[i][j] = converts(B[i], j);
  // CHECK: :[[@LINE+1]]:3: remark: {{.*}}call of 'declares', which declares 'row', a type of variable length{{.*}} [tp-impure-call]
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++)
      B[i][j] = declares(B[i], j);
}
