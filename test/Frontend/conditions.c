// Affine conditions refine the points of an access, others make it conditional.
//
// RUN: tilepipe-cc %s --tp-stop-after=frontend --tp-print-after=frontend -Rpass-missed=tilepipe \
// RUN:   -o /dev/null 2>&1 | FileCheck %s

// CHECK-LABEL: nest affine_if in affine_if at
// CHECK: read [m, n] -> { S[i0, i1] -> A[-1 + i0, -1 + i1] : 0 < i0 < n and 0 < i1 < m }
// CHECK: write [m, n] -> { S[i0, i1] -> A[i0, i1] : 0 < i0 < n and 0 < i1 < m }
// CHECK: write [m, n] -> { S[i0, 0] -> A[i0, 0] : m > 0 and 0 <= i0 < n }
void affine_if(int n, int m, double (*A)[m]) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      if (i > 0 && j)
        A[i][j] = A[i - 1][j - 1];
      else if (!(j != 0))
        A[i][j] = 2;
    }
}
// CHECK-LABEL: nest affine_choice in affine_choice at
// CHECK: read [m, n] -> { S[i0, i1] -> A[i0, -1 + i1] : 0 <= i0 < n and 0 < i1 < m }
// CHECK: write [m, n] -> { S[i0, i1] -> A[i0, i1] : 0 <= i0 < n and 0 <= i1 < m }
void affine_choice(int n, int m, double (*A)[m]) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      A[i][j] = j > 0 ? A[i][j - 1] : 0;
}
// CHECK-LABEL: nest on_data in on_data at
// CHECK: read [m, n] -> { S[i0, i1] -> B[i0, i1] : 0 <= i0 < n and 0 <= i1 < m }
// CHECK: read conditional [m, n] -> { S[i0, i1] -> A[i0, i1] : 0 <= i0 < n and 0 <= i1 < m }
// CHECK: write conditional [m, n] -> { S[i0, i1] -> A[i0, i1] : 0 <= i0 < n and 0 <= i1 < m }
// CHECK: read [m, n] -> { S[i0, i1] -> B[i0, i1] : 0 <= i0 < n and 0 <= i1 < m }
// CHECK: write conditional [m, n] -> { S[i0, i1] -> B[i0, i1] : 0 <= i0 < n and 0 <= i1 < m }
void on_data(int n, int m, double (*A)[m], double (*B)[m]) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      if (B[i][j] > 0)
        A[i][j] = 1;
      else
        B[i][j] += 1;
}
// CHECK-LABEL: nest short_circuit in short_circuit at
// CHECK: read [m, n] -> { S[i0, i1] -> A[-1 + i0, i1] : 0 < i0 < n and 0 <= i1 < m }
// CHECK: read conditional [m, n] -> { S[i0, i1] -> B[i0, i1] : 0 < i0 < n and 0 <= i1 < m }
// CHECK: write [m, n] -> { S[i0, i1] -> A[i0, i1] : 0 <= i0 < n and 0 <= i1 < m }
void short_circuit(int n, int m, double (*A)[m], double (*B)[m]) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      A[i][j] = i > 0 && A[i - 1][j] > 0 && B[i][j] > 0;
}
// CHECK-LABEL: nest through_local in through_local at
// CHECK: read [m, n] -> { S[i0, i1] -> A[i0, -1 + i1] : 0 <= i0 < n and 0 < i1 < m }
// CHECK: write [m, n] -> { S[i0, i1] -> A[i0, i1] : 0 <= i0 < n and 0 <= i1 < m }
void through_local(int n, int m, double (*A)[m]) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      int first = j - 1;
      A[i][j] = first >= 0 ? A[i][first] : 0;
    }
}
