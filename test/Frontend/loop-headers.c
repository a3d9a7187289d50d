// Headers in all the forms that are understood.
//
// RUN: tilepipe-cc %s --tp-stop-after=frontend --tp-print-after=frontend -Rpass-missed=tilepipe \
// RUN:   -o /dev/null 2>&1 | FileCheck %s

// CHECK-LABEL: nest declared in declared at
// CHECK: loop int i step 1, value { S[i0, i1] -> [(i0)] }
// CHECK: loop int j step 1, value { S[i0, i1] -> [(i1)] }
// CHECK: domain [m, n] -> { S[i0, i1] : 0 <= i0 < n and 0 < i1 < m }
void declared(int n, int m, double (*A)[m]) {
  for (int i = 0; i < n; i++)
    for (int j = 1; j <= m - 1; ++j)
      A[i][j] = 1;
}
// CHECK-LABEL: nest declared_outside in declared_outside at
// CHECK: loop int i step 1, value { S[i0, i1] -> [(i0)] }, declared outside
// CHECK: loop int j step 1, value { S[i0, i1] -> [(i1)] }, declared outside
// CHECK: domain [m, n] -> { S[i0, i1] : 0 <= i0 < n and 0 <= i1 < m }
void declared_outside(int n, int m, double (*A)[m]) {
  int i, j;
  for (i = 0; n > i; i += 1)
    for (j = 0; m >= j + 1; j = 1 + j)
      A[i][j] = 1;
}
// CHECK-LABEL: nest downwards in downwards at
// CHECK: loop int i step -1, value { S[i0, i1] -> [(-i0)] }
// CHECK: loop int j step -1, value { S[i0, i1] -> [(-i1)] }
// CHECK: domain [m, n] -> { S[i0, i1] : -n < i0 <= 0 and -m < i1 < 0 }
void downwards(int n, int m, double (*A)[m]) {
  for (int i = n - 1; i >= 0; i--)
    for (int j = m - 1; 0 < j; j = j - 1)
      A[i][j] = 1;
}
// CHECK-LABEL: nest in_steps in in_steps at
// CHECK: loop int i step 2, value { S[i0, i1] -> [(1 + 2i0)] }
// CHECK: loop int j step -3, value [m] -> { S[i0, i1] -> [(-1 + m - 3i1)] }
// CHECK: domain [m, n] -> { S[i0, i1] : i0 >= 0 and 2i0 <= -2 + n and i1 >= 0 and 3i1 < m }
void in_steps(int n, int m, double (*A)[m]) {
  for (int i = 1; i < n; i += 2)
    for (int j = m - 1; j >= 0; j -= 3)
      A[i][j] = 1;
}
// CHECK-LABEL: nest not_equal in not_equal at
// CHECK: loop int i step 1, value { S[i0, i1] -> [(i0)] }
// CHECK: loop int j step -1, value { S[i0, i1] -> [(-i1)] }
// CHECK: domain [m, n] -> { S[i0, i1] : 0 <= i0 < n and -m < i1 <= 0 }
// CHECK: assume not [n] -> {  : n < 0 } ('i != n' may never become false)
// CHECK: assume not [n, m] -> {  : m < 0 } ('-1 != j' may never become false)
void not_equal(int n, int m, double (*A)[m]) {
  for (int i = 0; i != n; i++)
    for (int j = m - 1; -1 != j; j--)
      A[i][j] = 1;
}
// CHECK-LABEL: nest conjunction in conjunction at
// CHECK: loop int i step 1, value { S[i0, i1] -> [(i0)] }
// CHECK: loop int j step 1, value { S[i0, i1] -> [(i1)] }
// CHECK: domain [k, m, n] -> { S[i0, i1] : 0 <= i0 < n and i0 < m and 0 <= i1 < k }
void conjunction(int n, int m, int k, double (*A)[k]) {
  for (int i = 0; i < n && i < m; i++)
    for (int j = 0; j < k; j++)
      A[i][j] = 1;
}
// CHECK-LABEL: nest iterator_types in iterator_types at
// CHECK: loop long i step 1, value { S[i0, i1] -> [(i0)] }
// CHECK: loop short j step 1, value { S[i0, i1] -> [(i1)] }
void iterator_types(long n, short m, double (*A)[100]) {
  for (long i = 0; i < n; i++)
    for (short j = 0; j < 100; j++)
      A[i][j] = m;
}
// CHECK-LABEL: nest braces_and_empty_statements in braces_and_empty_statements at
// CHECK: loop int i step 1, value { S[i0, i1] -> [(i0)] }
// CHECK: loop int j step 1, value { S[i0, i1] -> [(i1)] }
// CHECK: domain [m, n] -> { S[i0, i1] : 0 <= i0 < n and 0 <= i1 < m }
void braces_and_empty_statements(int n, int m, double (*A)[m]) {
  for (int i = 0; i < n; i++) {
    ;
    {
      for (int j = 0; j < m; j++) {
        A[i][j] = 1;
      }
    };
  }
}
// CHECK-LABEL: nest small_types in small_types at
// CHECK: loop signed char i step 1, value { S[i0, i1] -> [(i0)] }
// CHECK: loop unsigned char j step 1, value { S[i0, i1] -> [(i1)] }
// CHECK: assume not [n, m] -> {  : m >= 256 } (iterator 'j' may wrap)
void small_types(signed char n, int m, double (*A)[300]) {
  for (signed char i = 0; i < n; i++)
    for (unsigned char j = 0; j < m; j++)
      A[i][j] = 1;
}
// CHECK-LABEL: nest static_iterators in static_iterators at
// CHECK: loop int i step 1, value { S[i0, i1] -> [(i0)] }, declared outside
int static_iterators(int n, double (*A)[100]) {
  static int i;
  for (i = 0; i < n; i++)
    for (int j = 0; j < 100; j++)
      A[i][j] = 1;
  return i;
}
// CHECK-LABEL: nest not_equal_steps in not_equal_steps at
// CHECK: domain [n] -> { S[i0, i1] : i0 >= 0 and 3i0 < n and 0 <= i1 <= 9 }
// CHECK: assume not [n] -> {  : n < 0 or (3*floor((n)/3) < n) } ('i != n' may never become false)
void not_equal_steps(int n, double (*A)[100]) {
  for (int i = 0; i != n; i += 3)
    for (int j = 20; j; j -= 2)
      A[i][j] = 1;
}
// Constants that emitted text names are there, although no bound needs them.
// CHECK-LABEL: nest constants in constants at
// CHECK: domain { S[i0, i1] : 0 <= i0 <= 29 and 0 <= i1 <= 9 }
// CHECK: capture int n = n
void constants(double (*A)[100]) {
  const int n = 30;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < 10; j++)
      A[i][j] = 1;
}
