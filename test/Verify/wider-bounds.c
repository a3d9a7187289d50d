// Iterators may be narrower than the bounds they count to.
//
// RUN: tilepipe-cc %s -o %t.c -Rpass=tilepipe -Rpass-missed=tilepipe 2>&1 | FileCheck %s
// CHECK-NOT: not-proved
#include <stddef.h>
#include <stdint.h>
#define MIN(a, b) ((a) < (b) ? (a) : (b))

// No convex set holds the parameters for which an int holds the values of `it`.
// CHECK: parallelized as region 'several'
void several(double *restrict B, double *restrict A, long order, long tile, int i, int j)
{
  int it, jt;
  for (it = i; it < MIN(order, i + tile); it++)
    for (jt = j; jt < MIN(order, j + tile); jt++) {
      B[jt + order * it] += A[it + order * jt];
      A[it + order * jt] += 1.0;
    }
}

// CHECK: parallelized as region 'fixed_width'
void fixed_width(int64_t rows, int64_t columns, int64_t most, double (*A)[columns])
{
  for (int32_t i = 1; i < MIN(rows, most); i++)
    for (int32_t j = 1; j < MIN(columns, most); j++)
      A[i][j] = A[i - 1][j] + A[i][j - 1];
}

// What is asked about the bound at the start is the user's expression.
// CHECK: parallelized as region 'quotient'
void quotient(size_t n, size_t m, double (*A)[m])
{
  for (unsigned i = 1; i < n / 2; i++)
    for (unsigned j = 1; j < m / 2; j++)
      A[i][j] = A[i - 1][j] + A[i][j - 1];
}

// CHECK: parallelized as region 'below_int'
void below_int(unsigned n, unsigned m, double (*A)[m])
{
  for (short i = 1; i < n / 2; i++)
    for (short j = 1; j < m / 2; j++)
      A[i][j] = A[i - 1][j] + A[i][j - 1];
}
// CHECK-NOT: not-proved
