// The emitted text says keywords and names of types where the user's macros hold; one that is
// a macro there would mean another type, or another size of the elements.
//
// RUN: tilepipe-cc %s --tp-stop-after=frontend -Rpass-missed=tilepipe -o /dev/null 2>&1 \
// RUN:   | FileCheck %s
// RUN: tilepipe-cc %s -Dshort=int --tp-stop-after=frontend -Rpass-missed=tilepipe -o /dev/null 2>&1 \
// RUN:   | FileCheck %s --check-prefix=OPTION

typedef double real;
typedef int count;
// OPTION: remark: loop not parallelized: macro 'short' hides a keyword or a type; give the macro another name [tp-local-macro]
void keyword(double (*A)[10]) {
#define double float
  // CHECK: :[[@LINE+1]]:3: remark: loop not parallelized: macro 'double' hides a keyword or a type; give the macro another name [tp-local-macro] [-Rpass-missed
  for (int i = 1; i < 10; i++)
    for (int j = 1; j < 10; j++) {
      double x = A[i - 1][j];
      A[i][j] = x;
    }
#undef double
}
// Undefined again: no remark.
void later(double (*A)[10]) {
  // CHECK-NOT: :[[@LINE+1]]:3:
  for (int i = 1; i < 10; i++)
    for (int j = 1; j < 10; j++)
      A[i][j] = A[i - 1][j];
}
#define real float
void type(double (*A)[10], const count n) {
  // CHECK-NOT: :[[@LINE+1]]:3:
  for (count i = 1; i < n; i++)
    for (int j = 1; j < 10; j++)
      A[i][j] = A[i - 1][j];
}
#undef real
struct grid { int n; double *at; };
void record(struct grid *g, int m) {
#define grid net
  // CHECK: :[[@LINE+1]]:3: remark: loop not parallelized: macro 'grid' hides a keyword or a type; give the macro another name [tp-local-macro] [-Rpass-missed
  for (int i = 1; i < g->n; i++)
    for (int j = 1; j < m; j++)
      g->at[i * m + j] = g->at[i * m + j - m];
}
// <stdbool.h>: the same type by another name.
#define bool _Bool
void boolean(double (*A)[10], bool on) {
  // CHECK-NOT: :[[@LINE+1]]:3:
  for (int i = 1; i < 10; i++)
    for (int j = 1; j < 10; j++)
      A[i][j] = on ? A[i - 1][j] : A[i][j - 1];
}
