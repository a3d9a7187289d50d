// Functions that are expressions under another name, in bounds, conditions and subscripts.
//
// RUN: tilepipe-cc %s --tp-stop-after=frontend --tp-print-after=frontend -Rpass-missed=tilepipe \
// RUN:   -o /dev/null 2>&1 | FileCheck %s

static int least(int a, int b) { return a < b ? a : b; }
static inline int most(int a, int b) {
  if (a > b)
    return a;
  else
    return b;
}
static int clamp(int i, int low, int high) {
  const int above = most(i, low);
  { return least(above, high); }
}
static unsigned at(unsigned i, unsigned j, unsigned m) { return i * m + j; }

// CHECK-LABEL: nest bounds in bounds at
// CHECK: domain [m, n] -> { S[i0, i1] : 3 <= i0 < n and i1 >= -5 + i0 and 0 <= i1 <= 2 + i0 and i1 < m }
void bounds(int n, int m, double (*A)[m]) {
  for (int i = most(3, -n); i < n; i++)
    for (int j = most(0, i - 5); j < least(m, i + 3); j++)
      A[i][j] = 1;
}
// CHECK-LABEL: nest clamped in clamped at
// CHECK: domain [n] -> { S[i0, i1] : 0 <= i0 < n and i1 >= i0 and 0 < i1 <= 19 }
void clamped(int n, double (*A)[20]) {
  for (int i = 0; i < n; i++)
    for (int j = clamp(i, 1, 20); j < 20; j++)
      A[i][j] = 1;
}
// CHECK-LABEL: nest subscripts in subscripts at
// CHECK: array p : double [?][m] pointer written
// CHECK: read [m, n] -> { S[i0, i1] -> p[-1 + i0, i1]
// CHECK: write [m, n] -> { S[i0, i1] -> p[i0, i1]
void subscripts(unsigned n, unsigned m, double *p) {
  for (unsigned i = 1; i < n; i++)
    for (unsigned j = 0; j < m; j++)
      p[at(i, j, m)] = p[at(i - 1, j, m)];
}
// CHECK-LABEL: nest condition in condition at
// CHECK: write [n] -> { S[i0, i1] -> A[i0, i1] : 0 <= i0 < n and i0 <= i1 <= 19 }
void condition(int n, double (*A)[20]) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < 20; j++)
      if (least(i, j) == i)
        A[i][j] = 1;
}
