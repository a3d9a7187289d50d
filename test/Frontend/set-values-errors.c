// Variables whose value is not that of one assignment in front of all reads.
//
// RUN: tilepipe-cc %s --tp-stop-after=frontend -Rpass-missed=tilepipe -o /dev/null 2>&1 \
// RUN:   | FileCheck %s

void twice(int n, double (*A)[n]) {
  int k;
  // CHECK: :[[@LINE+1]]:3: remark: {{.*}}not affine{{.*}}'k' {{.*}} [tp-non-affine-subscript]
  for (int i = 1; i < n; i++)
    for (int j = 1; j < n; j++) {
      k = j;
      if (A[0][j] > 0)
        k = j - 1;
      A[i][k] = 0;
    }
}
void stepped(int n, double (*A)[n]) {
  int k, s;
  // CHECK: :[[@LINE+1]]:3: remark: {{.*}}not affine{{.*}} [tp-non-affine-subscript]
  for (int i = 1; i < n; i++)
    for (int j = 1; j < n; j++) {
      s = i;
      k = s + 1;
      s = j;
      A[i][k] = s;
    }
}
void from_data(int n, double (*A)[n], const int *index) {
  int k;
  // CHECK: :[[@LINE+1]]:3: remark: {{.*}}not affine{{.*}} [tp-non-affine-subscript]
  for (int i = 1; i < n; i++)
    for (int j = 1; j < n; j++) {
      k = index[j];
      A[i][k] = 0;
    }
}
void labelled(int n, double (*A)[n]) {
  int k;
  // CHECK: :[[@LINE+1]]:3: remark: {{.*}} [tp-{{.*}}]
  for (int i = 1; i < n; i++)
    for (int j = 1; j < n; j++) {
      k = j;
    again:
      A[i][k] = 0;
      if (A[i - 1][j] > 0)
        goto again;
    }
}
int kept(int n, double (*A)[n]) {
  int k = 0;
  // CHECK: :[[@LINE+1]]:3: remark: {{.*}}'k' is declared outside the nest and written in it{{.*}} [tp-scalar-written]
  for (int i = 1; i < n; i++) {
    k = i - 1;
    for (int j = 1; j < n; j++)
      A[i][j] = A[k][j];
  }
  return k;
}
