// Scalars whose value leaves an iteration.
//
// RUN: tilepipe-cc %s --tp-stop-after=frontend -Rpass-missed=tilepipe -o /dev/null 2>&1 \
// RUN:   | FileCheck %s

double later(int n, double (*A)[n]) {
  double t = 0;
  // CHECK: :[[@LINE+1]]:3: remark: {{.*}}'t' is declared outside the nest and written in it{{.*}} [tp-scalar-written]
  for (int i = 1; i < n; i++)
    for (int j = 1; j < n; j++)
      t = A[i][j], A[i][j] = t + 1;
  return t;
}
void carried(int n, double (*A)[n]) {
  double t = 0;
  // CHECK: :[[@LINE+1]]:3: remark: {{.*}}'t' is declared outside the nest and written in it{{.*}} [tp-scalar-written]
  for (int i = 1; i < n; i++)
    for (int j = 1; j < n; j++) {
      A[i][j] += t;
      t = A[i][j];
    }
}
void sometimes(int n, double (*A)[n]) {
  double t = 0;
  // CHECK: :[[@LINE+1]]:3: remark: {{.*}}'t' is declared outside the nest and written in it{{.*}} [tp-scalar-written]
  for (int i = 1; i < n; i++)
    for (int j = 1; j < n; j++) {
      if (A[i][j] > 0)
        t = A[i][j];
      A[i][j] = t;
    }
}
void bound(int n, double (*A)[n]) {
  int last = n;
  // CHECK: :[[@LINE+1]]:3: remark: {{.*}}'last' {{.*}} [tp-{{.*}}]
  for (int i = 1; i < n; i++)
    for (int j = 1; j < last; j++) {
      last = n - 1;
      A[i][j] = last;
    }
}
void around(int n, double (*A)[n]) {
  double t = 0;
  for (int k = 0; k < 3; k++) {
    A[0][k] = t;
    // CHECK: :[[@LINE+1]]:5: remark: {{.*}}'t' is declared outside the nest and written in it{{.*}} [tp-scalar-written]
    for (int i = 1; i < n; i++)
      for (int j = 1; j < n; j++) {
        t = A[i - 1][j];
        A[i][j] = t;
      }
  }
}
void keep(double *);
void reached(int n, double (*A)[n]) {
  double t;
  keep(&t);
  // CHECK: :[[@LINE+1]]:3: remark: {{.*}}'t' is declared outside the nest and written in it{{.*}} [tp-scalar-written]
  for (int i = 1; i < n; i++)
    for (int j = 1; j < n; j++)
      t = A[i - 1][j], A[i][j] = t;
}
double global;
void everywhere(int n, double (*A)[n]) {
  // CHECK: :[[@LINE+1]]:3: remark: {{.*}}'global' is declared outside the nest and written in it{{.*}} [tp-scalar-written]
  for (int i = 1; i < n; i++)
    for (int j = 1; j < n; j++)
      global = A[i - 1][j], A[i][j] = global;
}
void kept(int n, double (*A)[n]) {
  static double t;
  A[0][0] = t;
  // CHECK: :[[@LINE+1]]:3: remark: {{.*}}'t' is declared outside the nest and written in it{{.*}} [tp-scalar-written]
  for (int i = 1; i < n; i++)
    for (int j = 1; j < n; j++)
      t = A[i - 1][j], A[i][j] = t;
}
int jumps(int n, double (*A)[n]) {
  double t = 1;
  int k = 0;
again:
  // CHECK: :[[@LINE+1]]:3: remark: {{.*}}'t' is declared outside the nest and written in it{{.*}} [tp-scalar-written]
  for (int i = 1; i < n; i++)
    for (int j = 1; j < n; j++)
      t = A[i - 1][j], A[i][j] = t;
  if (k++ < 2)
    goto again;
  if (k > 5)
    goto out;
  return 0;
out:
  return t > 0;
}
