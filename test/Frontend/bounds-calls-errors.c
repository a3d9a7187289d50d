// Calls in bounds that stand for no expression.
//
// RUN: tilepipe-cc %s --tp-stop-after=frontend -Rpass-missed=tilepipe -o /dev/null 2>&1 \
// RUN:   | FileCheck %s

int rows, unseen(int n);
static int counted(int n) { rows++; return n; }
static int changed(int n) { n++; return n; }
static int global(int n) { return n + rows; }
static int looped(int n) { while (n > 100) return 3; return n; }
static int again(int n) { return n > 0 ? again(n - 1) : n; }
__attribute__((weak)) int replaced(int n) { return n + 1; }

void calls(int n, double (*A)[100]) {
  // CHECK: :[[@LINE+1]]:3: remark: {{.*}}: 'unseen(n)' at {{.*}} [tp-non-affine-bound]
  for (int i = 0; i < unseen(n); i++)
    for (int j = 0; j < n; j++)
      A[i][j] = 1;
  // CHECK: :[[@LINE+1]]:3: remark: {{.*}}: 'counted(n)' at {{.*}} [tp-non-affine-bound]
  for (int i = 0; i < counted(n); i++)
    for (int j = 0; j < n; j++)
      A[i][j] = 1;
  // CHECK: :[[@LINE+1]]:3: remark: {{.*}}: 'changed(n)' at {{.*}} [tp-non-affine-bound]
  for (int i = 0; i < changed(n); i++)
    for (int j = 0; j < n; j++)
      A[i][j] = 1;
  // CHECK: :[[@LINE+1]]:3: remark: {{.*}}: 'global(n)' at {{.*}} [tp-non-affine-bound]
  for (int i = 0; i < global(n); i++)
    for (int j = 0; j < n; j++)
      A[i][j] = 1;
  // CHECK: :[[@LINE+1]]:3: remark: {{.*}}: 'looped(n)' at {{.*}} [tp-non-affine-bound]
  for (int i = 0; i < looped(n); i++)
    for (int j = 0; j < n; j++)
      A[i][j] = 1;
  // CHECK: :[[@LINE+1]]:3: remark: {{.*}}: 'again(n)' at {{.*}} [tp-non-affine-bound]
  for (int i = 0; i < again(n); i++)
    for (int j = 0; j < n; j++)
      A[i][j] = 1;
  // CHECK: :[[@LINE+1]]:3: remark: {{.*}}: 'replaced(n)' at {{.*}} [tp-non-affine-bound]
  for (int i = 0; i < replaced(n); i++)
    for (int j = 0; j < n; j++)
      A[i][j] = 1;
  // CHECK: :[[@LINE+2]]:3: remark: {{.*}}: 'sizeof(local)' at {{.*}}; compute it into a {{.*}} before the nest [tp-
  double local[n + 30][10];
  for (int i = 0; i < (int)(sizeof(local) / sizeof(local[0])); i++)
    for (int j = 0; j < 10; j++)
      local[i][j] = 1;
  A[0][0] = local[n][n];
  typedef int index;
  // CHECK: :[[@LINE+1]]:3: remark: {{.*}}[tp-local-type]
  for (index i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      A[i][j] = 1;
}
