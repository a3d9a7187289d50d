// Of what a statement touches, what it reads behind its own write is no dependence, and elements that differ in numbers
// alone are one access.
// RUN: tilepipe-cc %s -o /dev/null --tp-stop-after=analysis --tp-print-after=analysis | FileCheck %s

// CHECK: {{^}}// {{.*}}: line
// CHECK-NEXT: flow array 0 (0,1)
// CHECK-NEXT: live-in {{.*}} { S[i0, 1] -> m[i0, 0, o2, o3] : {{[^;]*}} 0 <= o2 <= 1 and 0 <= o3 <= 1 }
// CHECK-NEXT: last writes {{.*}} { S[i0, i1] -> m[i0, i1, o2, o3] : {{[^;]*}} 0 <= o2 <= 1 and 0 <= o3 <= 1 }
void line(int n, int k, double m[n][k][2][2]) {
  for (int i = 0; i < n; i++)
    for (int j = 1; j < k; j++) {
      m[i][j][0][0] = m[i][j - 1][0][0] + m[i][j - 1][0][1];
      m[i][j][0][1] = m[i][j - 1][1][0] - m[i][j][0][0];
      m[i][j][1][0] = m[i][j][0][0] * m[i][j][0][1];
      m[i][j][1][1] = m[i][j][1][0] + m[i][j - 1][1][1];
    }
}

// An element that is read before it is written under a condition, and behind it.
// CHECK: {{^}}// {{.*}}: half
// CHECK-NEXT: flow array 1 (1,0)
// CHECK-NEXT: output array 1 (1,0)
// CHECK-NEXT: live-in
void half(int n, int k, double a[k], const double b[n][k]) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < k; j++) {
      if (j > 3)
        a[j] = b[i][j];
      a[j] = a[j] * 0.5 + b[i][j];
    }
}
