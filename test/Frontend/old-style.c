// A function in the style of before 1989.
//
// RUN: tilepipe-cc %s -std=gnu89 --tp-stop-after=frontend --tp-print-after=frontend -Rpass-missed=tilepipe \
// RUN:   -o /dev/null 2>&1 | FileCheck %s

// CHECK-LABEL: nest old in old at
// CHECK: loop int i step 1, value { S[i0, i1] -> [(i0)] }, declared outside
// CHECK: loop int j step 1, value { S[i0, i1] -> [(i1)] }, declared outside
// CHECK: capture int m = m (body)
// CHECK: capture int n = n
// CHECK: array a : double [?][m] pointer written
// CHECK: read [m, n] -> { S[i0, i1] -> a[-1 + i0, i1] : 0 < i0 < n and 0 < i1 < m }
// CHECK: write [m, n] -> { S[i0, i1] -> a[i0, i1] : 0 < i0 < n and 0 < i1 < m }
double old(a, n, m)
double *a;
int n, m;
{
  register int i, j;
  for (i = 1; i < n; i++)
    for (j = 1; j < m; j++)
      a[i * m + j] = a[(i - 1) * m + j];
  return a[0];
}
