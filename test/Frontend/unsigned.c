// Unsigned arithmetic is modular: where it might wrap the emitted code declines.
//
// RUN: tilepipe-cc %s --tp-stop-after=frontend --tp-print-after=frontend -Rpass-missed=tilepipe \
// RUN:   -o /dev/null 2>&1 | FileCheck %s

#include <stddef.h>
// CHECK-LABEL: nest difference in difference at
// CHECK: domain [n] -> { S[i0, i1] : 0 <= i0 <= -2 + n and 0 <= i1 <= 99 }
// CHECK: assume not [n] -> {  : n = 0 } (unsigned or narrowing arithmetic, or a remainder, in 'i < n - 1')
void difference(unsigned n, double (*A)[100]) {
  for (unsigned i = 0; i < n - 1; i++)
    for (unsigned j = 0; j < 100; j++)
      A[i][j] = 1;
}
// CHECK-LABEL: nest compared_with_signed in compared_with_signed at
// CHECK: domain [m, n] -> { S[i0, i1] : n <= i0 < m and 0 <= i1 <= 99 }
// CHECK: assume not [m] -> {  : m < 0 or m >= 4611686018427387905 } ('m' is 2^62 or more)
// CHECK: assume not [m, n] -> {  : n < 0 } (unsigned or narrowing arithmetic, or a remainder, in 'i < m')
void compared_with_signed(int n, size_t m, double (*A)[100]) {
  for (int i = n; i < m; i++)
    for (int j = 0; j < 100; j++)
      A[i][j] = 1;
}
// CHECK-LABEL: nest up_to_the_last in up_to_the_last at
// CHECK: assume not [n] -> {  : n = 4294967295 } (iterator 'i' may wrap)
// CHECK: assume not [n, m] -> {  : m = 32767 } (iterator 'j' may wrap)
void up_to_the_last(unsigned n, short m, double (*A)[100]) {
  for (unsigned i = 0; i <= n; i++)
    for (short j = 0; j <= m; j++)
      A[i][j % 100] = 1;
}
// CHECK-LABEL: nest narrowed in narrowed at
// CHECK: domain [n] -> { S[i0, i1] : 0 <= i0 < n and 0 <= i1 <= 99 }
// CHECK: assume not [n] -> {  : n <= -32769 or n >= 32768 } (unsigned or narrowing arithmetic, or a remainder, in 'i < (short)n')
void narrowed(int n, double (*A)[100]) {
  for (short i = 0; i < (short)n; i++)
    for (int j = 0; j < 100; j++)
      A[i][j] = 1;
}
// CHECK-LABEL: nest modular_intermediate in modular_intermediate at
// CHECK: read [n] -> { S[i0, i1] -> A[-1 + i0 + i1] : 0 < i0 < n and 0 < i1 <= 99 }
// CHECK: write [n] -> { S[i0, i1] -> A[-2 + i0 + i1] : 0 < i0 < n and 0 < i1 <= 99 }
// CHECK: assume not [n] -> {  : n >= 4294967199 } (unsigned or narrowing arithmetic, or a remainder, in 'i - 1u + j')
void modular_intermediate(unsigned n, double *A) {
  for (unsigned i = 1; i < n; i++)
    for (unsigned j = 1; j < 100; j++)
      A[i - 2u + j] = A[i - 1u + j];
}
// CHECK-LABEL: nest linear in linear at
// CHECK: domain [m, n] -> { S[i0, i1] : 0 <= i0 < n and 0 <= i1 < m }
// CHECK: write [m, n] -> { S[i0, i1] -> A[i0, i1] : 0 <= i0 < n and 0 <= i1 < m }
// CHECK: assume not [n] -> {  : n >= 4611686018427387905 or n < 0 } ('n' is 2^62 or more)
// CHECK: assume not [m] -> {  : m < 0 or m >= 4611686018427387905 } ('m' is 2^62 or more)
// CHECK: assume not [m, n] -> {  : m >= 2147483649 or n >= 2147483650 } ('A[i * m + j]' may leave a dimension of A)
void linear(size_t n, size_t m, double *A) {
  for (size_t i = 0; i < n; i++)
    for (size_t j = 0; j < m; j++)
      A[i * m + j] = 1;
}
