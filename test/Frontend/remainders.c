// Remainders by a value that is fixed during the nest: periodic borders. `x % n` is x, or x - n, where x lies between -n and 2n.
//
// RUN: tilepipe-cc %s --tp-stop-after=frontend --tp-print-after=frontend -Rpass-missed=tilepipe -o /dev/null 2>&1 | FileCheck %s

// CHECK-LABEL: nest periodic in periodic at
// CHECK: read [m, n] -> { S[i0, i1] -> A[-1 + i0, 1 + i1] : 0 < i0 < n and 0 <= i1 <= -2 + m; S[0, i1] -> A[-1 + n, 1 + i1] : n > 0 and 0 <= i1 <= -2 + m; S[i0, -1 + m] -> A[-1 + i0, 0] : m > 0 and 0 < i0 < n; S[0, -1 + m] -> A[-1 + n, 0] : m > 0 and n > 0 }
void periodic(int n, int m, const double *A, double *B) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      B[i * m + j] = A[(i + n - 1) % n * m + (j + 1) % m];
}

// Unsigned numbers wrap around zero and back.
// CHECK-LABEL: nest wrapped in wrapped at
// CHECK: read [n] -> { S[i0] -> A[-1 + i0] : 0 < i0 < n; S[0] -> A[-1 + n] : n > 0 }
void wrapped(unsigned n, const double *restrict A, double *restrict B) {
  for (unsigned i = 0; i < n; i++)
    B[i] = A[(i - 1 + n) % n];
}

// C's remainder has the sign of the dividend.
// CHECK-LABEL: nest negative in negative at
// CHECK: read [n] -> { S[i0] -> B[i0] : 2 <= i0 < n }
void negative(int n, double *restrict A, const double *restrict B) {
  for (int i = 2; i < n; i++)
    A[i] = B[n + (i - n) % n];
}

// Large offsets are declined.
// CHECK-LABEL: nest shifted in shifted at
// CHECK: read [n, k] -> { S[i0] -> B[k + i0] : 0 <= i0 < n - k and i0 < n; S[i0] -> B[-n + k + i0] : i0 >= n - k and 0 <= i0 < n }
// CHECK: assume not [n, k] -> {  : k > n or k <= -n } (unsigned or narrowing arithmetic, or a remainder, in '(i + k) % n')
void shifted(int n, int k, double *restrict A, const double *restrict B) {
  for (int i = 0; i < n; i++)
    A[i] = B[(i + k) % n];
}

// -1 leaves no remainder where n is 1.
// CHECK-LABEL: nest behind in behind at
// CHECK: read [n] -> { S[i0] -> B[-2 + n + i0] : 0 <= i0 < n }
// CHECK: assume not [n] -> {  : n = 1 }
void behind(int n, double *restrict A, const double *restrict B) {
  for (int i = 0; i < n; i++)
    A[i] = B[n - 1 + (i - 1) % n];
}

// For each large n some elements are further away: which ones are read depends on data.
// CHECK-LABEL: nest strides in strides at
// CHECK-NOT: read
// CHECK: threads only: 'B' is read under subscripts that depend on data
void strides(int n, double *restrict A, const double *restrict B) {
  for (int i = 0; i < n; i++)
    A[i] = B[(i * 7) % n];
}

// The divisor is a member of a record that was passed by value, and the length of rows as well: functions have a symbol for it.
struct shape { int rows, columns; };
// CHECK-LABEL: nest shaped in shaped at
// CHECK: array A : double [?][tp_s1] pointer const
void shaped(const struct shape s, const double *A, double *B) {
  for (int i = 0; i < s.rows; i++)
    for (int j = 0; j < s.columns; j++)
      B[i * s.columns + j] = A[i * s.columns + (j + 1) % s.columns];
}

// The length of rows is a product of members.
// CHECK-LABEL: nest boxes in boxes at
// CHECK: array A : double [?][tp_s3] pointer written
struct box { int rows, columns, depth; };
void boxes(const struct box s, double *A) {
  for (int i = 1; i < s.rows; i++)
    for (int j = 0; j < 9; j++)
      A[i * (s.columns * s.depth) + j] = A[(i - 1) * (s.columns * s.depth) + j];
}

// The condition of a loop is not read so.
// CHECK: :[[@LINE+2]]:3: remark: loop not parallelized: loop bound is not affine {{.*}}: '(i + 1) % n' at
void bounded(int n, double *restrict A) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < (i + 1) % n; j++)
      A[i * n + j] = 1;
}
